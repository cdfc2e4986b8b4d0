package streamtables.rows;

import java.io.DataInputStream;
import java.util.ArrayList;
import java.util.List;

import org.apache.spark.SparkContext;
import org.apache.spark.SparkException;
import org.apache.spark.io.CompressionCodec;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.util.io.ChunkedByteBuffer;
import scala.Function2;
import scala.collection.immutable.Range$;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * Rows of some tables that tasks have packed, counted as they arrive: those of a table are dropped at once where they are
 * more rows than one table may have, or more bytes than all may take.
 */
public final class ArrivedRows extends AbstractFunction2 {
  private final long limit;
  private final long most;
  private final Object[][] parts;
  private final long[] rows;
  private final long[] bytes;
  private final boolean[] dropped;

  private ArrivedRows(int partitions, int tables, long limit, long most) {
    this.limit = limit;
    this.most = most;
    this.parts = new Object[partitions][];
    this.rows = new long[tables];
    this.bytes = new long[tables];
    this.dropped = new boolean[tables];
  }

  /** Runs a job whose tasks pack rows of tables; all are dropped if Spark does not let it send so much. */
  public static ArrivedRows of(SparkContext context, RDD given, Function2 packing, int tables, long limit, long most) {
    int partitions = given.getNumPartitions();
    ArrivedRows arrived = new ArrivedRows(partitions, tables, limit, most);
    try {
      context.runJob(
          given, packing, Range$.MODULE$.apply(0, partitions), arrived, ClassTag$.MODULE$.apply(Object.class));
    } catch (Exception e) {
      if (!isTooLarge(e)) {
        Platform.throwException(e);
      }
      for (int i = 0; i < tables; i++) {
        arrived.drop(i);
      }
    }
    return arrived;
  }

  /** The scheduler gives a job up for its size without a condition: the setting that its message names tells of it. */
  private static boolean isTooLarge(Exception error) {
    return error instanceof SparkException
        && ((SparkException) error).getCondition() == null
        && String.valueOf(error.getMessage()).contains("spark.driver.maxResultSize");
  }

  /** Takes the answer of a task. */
  public synchronized Object apply(Object partition, Object answer) {
    Object[] part = (Object[]) answer;
    int table = ((Integer) part[0]).intValue();
    rows[table] += ((Long) part[1]).longValue();
    bytes[table] += ((Long) part[2]).longValue();
    if (part[3] == null || rows[table] > limit || total() > most) {
      drop(table);
    } else if (!dropped[table]) {
      parts[((Integer) partition).intValue()] = part;
    }
    return BoxedUnit.UNIT;
  }

  private long total() {
    long total = 0;
    for (int i = 0; i < bytes.length; i++) {
      total += dropped[i] ? 0 : bytes[i];
    }
    return total;
  }

  synchronized void drop(int table) {
    dropped[table] = true;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] != null && ((Integer) parts[i][0]).intValue() == table) {
        parts[i] = null;
      }
    }
  }

  /** The rows of a table, which are forgotten here; null if they were dropped. */
  public LocalRows take(int table, StructType schema) throws Exception {
    if (dropped[table]) {
      return null;
    }
    CompressionCodec codec = CompressionCodec$.MODULE$.createCodec(org.apache.spark.SparkEnv.get().conf());
    List unpacked = new ArrayList((int) rows[table]);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] == null || ((Integer) parts[i][0]).intValue() != table) {
        continue;
      }
      ChunkedByteBuffer packed = (ChunkedByteBuffer) parts[i][3];
      DataInputStream stream = new DataInputStream(codec.compressedInputStream(packed.toInputStream(true)));
      for (long left = ((Long) parts[i][1]).longValue(); left > 0; left--) {
        byte[] own = new byte[stream.readInt()];
        stream.readFully(own);
        UnsafeRow row = new UnsafeRow(schema.length());
        row.pointTo(own, own.length);
        unpacked.add(row);
      }
      stream.close();
      parts[i] = null;
    }
    return new LocalRows((InternalRow[]) unpacked.toArray(new InternalRow[0]), schema);
  }
}

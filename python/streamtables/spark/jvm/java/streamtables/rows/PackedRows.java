package streamtables.rows;

import java.io.DataOutputStream;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.io.CompressionCodec$;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.io.ChunkedByteBufferOutputStream;
import org.apache.spark.util.io.ChunkedByteBuffer;
import scala.runtime.AbstractFunction1;

/**
 * Rows that a task sends to the driver, each behind its size in bytes, as long as they are few bytes.
 *
 * <p>Compressed, rows of many bytes may be few, so that Spark's own bound (spark.driver.maxResultSize) lets them pass.
 */
public final class PackedRows implements TaskCompletionListener {
  /** What a row takes in the driver's memory besides its bytes: an object, an array's header, a reference. */
  static final int BYTES_BESIDE_A_ROW = 64;
  private static final int BYTES_OF_A_CHUNK = 1 << 16;
  /** What tasks that run at the same time in one process pack, and how much that may be. */
  private static final AtomicLong packed = new AtomicLong();
  private static final long ROOM = Runtime.getRuntime().maxMemory() / 4;

  private final int table;
  private final long limit;
  private final byte[] buffer = new byte[4096];
  private ChunkedByteBufferOutputStream chunks;
  private DataOutputStream rows;
  private long count = 0;
  private long bytes = 0;

  /** Begins with no row; the table's number goes along. */
  public PackedRows(int table, long limit) {
    this.table = table;
    this.limit = limit;
    this.chunks = new ChunkedByteBufferOutputStream(BYTES_OF_A_CHUNK, new AbstractFunction1() {
      public Object apply(Object size) {
        return java.nio.ByteBuffer.allocate(((Integer) size).intValue());
      }
    });
    this.rows = new DataOutputStream(
        CompressionCodec$.MODULE$.createCodec(SparkEnv.get().conf()).compressedOutputStream(chunks));
    TaskContext.get().addTaskCompletionListener(this);
  }

  public void onTaskCompletion(TaskContext context) {
    packed.addAndGet(-bytes);
    bytes = 0;
  }

  /** Adds a row; returns false if that is too much, and all rows are dropped. */
  public boolean add(UnsafeRow row) throws Exception {
    long size = (long) row.getSizeInBytes() + BYTES_BESIDE_A_ROW;
    bytes += size;
    if (packed.addAndGet(size) > ROOM || bytes > limit || rows == null) {
      drop();
      return false;
    }
    count++;
    rows.writeInt(row.getSizeInBytes());
    row.writeToStream(rows, buffer);
    return true;
  }

  /** Drops all rows, and takes no more. */
  public void drop() {
    rows = null;
    chunks = null;
  }

  /**
   * The table's number, how many rows there are, the bytes that they take in memory, and the rows, null if they were
   * dropped. The answer is none of our classes: the worker has loaded them itself.
   */
  public Object[] answer() throws Exception {
    ChunkedByteBuffer all = null;
    if (rows != null) {
      rows.close();
      all = chunks.toChunkedByteBuffer();
    }
    return new Object[] {Integer.valueOf(table), Long.valueOf(count), Long.valueOf(bytes), all};
  }
}

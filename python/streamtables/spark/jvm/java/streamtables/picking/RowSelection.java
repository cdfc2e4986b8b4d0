package streamtables.picking;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action$;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.execution.SQLExecution$;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.runtime.AbstractFunction0;
import streamtables.rows.ArrivedRows;
import streamtables.rows.LocalRows;
import streamtables.rows.KeySelection;

/**
 * A few rows of Delta tables' files, brought to the driver by one job: rows at positions, or rows that have one of
 * some keys. Spark itself decodes every row of a file before it drops those that it does not want.
 */
public final class RowSelection {
  private static final String SEPARATOR = "\0";
  private static final String DECLARED_TEXT = "__CHAR_VARCHAR_TYPE_STRING";
  private static final int PARTS_OF_A_CORE = 2;

  private final SparkSession session;
  private final DeltaLog log;
  private final StructType columns;
  private final String factor;
  private final RowFilter filter;
  private final String keptMemory;
  private final List files = new ArrayList();

  private RowSelection(
      SparkSession session, DeltaLog log, StructType columns, String factor, RowFilter filter, String keptMemory) {
    this.session = session;
    this.log = log;
    this.columns = columns;
    this.factor = factor;
    this.filter = filter;
    this.keptMemory = keptMemory;
  }

  /**
   * Begins with columns of a version; {@code factor} is one by which weights are multiplied, {@code condition} what rows
   * must meet, each of them may be null. Null where Spark would not read these columns as they lie in the files.
   */
  public static RowSelection of(
      SparkSession session, DeltaLog log, Snapshot snapshot, String names, String factor, String condition,
      String keptMemory) {
    SQLConf conf = session.sessionState().conf();
    if (!conf.parquetVectorizedReaderEnabled() || conf.isParquetINT96TimestampConversion()
        || snapshot.metadata().configuration().get("delta.columnMapping.mode").getOrElse(nothing()) != null) {
      return null;
    }
    Set partitions = new HashSet();
    for (scala.collection.Iterator i = snapshot.metadata().partitionColumns().iterator(); i.hasNext(); ) {
      partitions.add(i.next());
    }
    String[] wanted = names.isEmpty() ? new String[0] : names.split(SEPARATOR);
    StructField[] fields = new StructField[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      fields[i] = snapshot.schema().apply(wanted[i]);
      if (partitions.contains(wanted[i]) || !isPlain(fields[i].dataType()) || isPadded(fields[i])) {
        return null;
      }
    }
    StructType columns = new StructType(fields);
    return new RowSelection(
        session, log, columns, factor, condition == null ? null : RowFilter.of(session, columns, condition), keptMemory);
  }

  private static AbstractFunction0 nothing() {
    return new AbstractFunction0() {
      public Object apply() {
        return null;
      }
    };
  }

  /** Whether Spark pads the texts of a column when it reads them: CHAR, but not VARCHAR. */
  private static boolean isPadded(StructField field) {
    return field.metadata().contains(DECLARED_TEXT) && field.metadata().getString(DECLARED_TEXT).startsWith("char");
  }

  private static boolean isPlain(DataType type) {
    return type instanceof NumericType || type instanceof StringType || type instanceof DateType
        || type instanceof BooleanType || type instanceof BinaryType || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  /** Adds the live rows of files, an action a line. */
  public void add(String actions, long weight) {
    for (Iterator i = parse(actions).iterator(); i.hasNext(); ) {
      AddFile file = (AddFile) i.next();
      files.add(new SelectedFile(uri(file), file.modificationTime(), 0, file.size(), vector(file), false, null, weight));
    }
  }

  /**
   * Adds the difference between two states of files, pair by pair: rows that only the state before shows, and rows that
   * only the state after shows.
   */
  public void addDifference(String before, String after) {
    Iterator now = parse(after).iterator();
    for (Iterator i = parse(before).iterator(); i.hasNext(); ) {
      AddFile old = (AddFile) i.next();
      AddFile file = (AddFile) now.next();
      files.add(new SelectedFile(uri(file), file.modificationTime(), 0, file.size(), vector(file), true, vector(old), 1));
    }
  }

  /** Adds change data files, named as the log names them, with their sizes. */
  public void addFeed(String paths, long[] sizes) {
    String[] names = paths.isEmpty() ? new String[0] : paths.split(SEPARATOR);
    for (int i = 0; i < names.length; i++) {
      String uri = new Path(log.dataPath(), names[i]).toUri().toString();
      files.add(new SelectedFile(uri, 0, 0, sizes[i], null, false, null, SelectedFile.TOLD_BY_TYPE));
    }
  }

  /**
   * The rows of several tables with their weights, read by one job; null in the place of a table of which there are more
   * than a limit, or which would make all of them take more than some bytes of memory. Keys may be null.
   */
  public static LocalRows[] weighted(
      RowSelection[] tables, KeySelection[] keys, String weight, int limit, long most, long largestPart)
      throws Exception {
    StructType[] schemas = new StructType[tables.length];
    for (int i = 0; i < tables.length; i++) {
      schemas[i] = tables[i].columns.add(weight, DataTypes.LongType);
    }
    return read(tables, keys, false, schemas, limit, most, largestPart);
  }

  /** The rows with their files and their positions there; null if there are more than a limit, or than some bytes. */
  public LocalRows placed(KeySelection keys, String file, String position, int limit, long most, long largestPart)
      throws Exception {
    StructType schema = columns.add(file, DataTypes.StringType, false).add(position, DataTypes.LongType, false);
    return read(
        new RowSelection[] {this}, new KeySelection[] {keys}, true, new StructType[] {schema}, limit, most, largestPart)[0];
  }

  private static LocalRows[] read(
      RowSelection[] tables, KeySelection[] keys, boolean places, StructType[] schemas, final int limit, final long most,
      long largestPart) throws Exception {
    SparkSession session = tables[0].session;
    SQLConf conf = session.sessionState().conf();
    final JavaSparkContext context = new JavaSparkContext(session.sparkContext());
    String[] rebaseModes = new String[] {
      String.valueOf(conf.getConf(SQLConf$.MODULE$.PARQUET_REBASE_MODE_IN_READ())),
      String.valueOf(conf.getConf(SQLConf$.MODULE$.PARQUET_INT96_REBASE_MODE_IN_READ()))
    };
    ReaderSettings settings = new ReaderSettings(tables[0].hadoop(conf));
    final RowSelector[] pickers = new RowSelector[tables.length];
    final List tasks = new ArrayList();
    for (int i = 0; i < tables.length; i++) {
      RowSelection table = tables[i];
      pickers[i] = new RowSelector(settings, table.log.dataPath().toString(), table.columns, table.factor, table.filter,
          keys[i], places, limit, most, table.keptMemory, rebaseModes, conf.parquetVectorizedReaderBatchSize());
      table.addTasks(i, context.defaultParallelism(), largestPart, tasks);
    }
    LocalRows[] read = new LocalRows[tables.length];
    ArrivedRows arrived = tasks.isEmpty() ? null : (ArrivedRows) SQLExecution$.MODULE$.withSQLConfPropagated(
        session,
        new AbstractFunction0() {
          public Object apply() {
            return ArrivedRows.of(
                context.sc(), context.parallelize(tasks, tasks.size()).rdd(), new RowSelectors(pickers), pickers.length,
                limit, most);
          }
        });
    for (int i = 0; i < tables.length; i++) {
      read[i] = arrived == null ? new LocalRows(new InternalRow[0], schemas[i]) : arrived.take(i, schemas[i]);
    }
    return read;
  }

  /** Adds a task for each group of parts: large files in parts, and groups of about the same size. */
  private void addTasks(int picker, int cores, long largestPart, List tasks) {
    List parts = new ArrayList();
    for (Iterator i = files.iterator(); i.hasNext(); ) {
      SelectedFile file = (SelectedFile) i.next();
      long pieces = Math.max(1, (file.length + largestPart / 2) / largestPart);
      for (long j = 0; j < pieces; j++) {
        long start = file.length * j / pieces;
        parts.add(file.part(start, file.length * (j + 1) / pieces - start));
      }
    }
    Collections.sort(parts, new Comparator() {
      public int compare(Object left, Object right) {
        return Long.compare(((SelectedFile) right).length, ((SelectedFile) left).length);
      }
    });
    List[] groups = new List[Math.min(parts.size(), PARTS_OF_A_CORE * cores)];
    long[] sizes = new long[groups.length];
    for (Iterator i = parts.iterator(); i.hasNext(); ) {
      SelectedFile part = (SelectedFile) i.next();
      int least = 0;
      for (int j = 1; j < groups.length; j++) {
        least = sizes[j] < sizes[least] ? j : least;
      }
      groups[least] = groups[least] == null ? new ArrayList() : groups[least];
      groups[least].add(part);
      sizes[least] += part.length;
    }
    for (int i = 0; i < groups.length; i++) {
      tasks.add(new RowSelectors.Task(picker, (SelectedFile[]) groups[i].toArray(new SelectedFile[0])));
    }
  }

  /** What Spark's reader has to be told, as its Parquet source tells it. */
  private Configuration hadoop(SQLConf conf) {
    Configuration hadoop = session.sessionState().newHadoopConf();
    hadoop.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
    hadoop.set(SQLConf$.MODULE$.SESSION_LOCAL_TIMEZONE().key(), conf.sessionLocalTimeZone());
    hadoop.setBoolean(SQLConf$.MODULE$.CASE_SENSITIVE().key(), conf.caseSensitiveAnalysis());
    hadoop.setBoolean(SQLConf$.MODULE$.PARQUET_BINARY_AS_STRING().key(), conf.isParquetBinaryAsString());
    hadoop.setBoolean(SQLConf$.MODULE$.PARQUET_INT96_AS_TIMESTAMP().key(), conf.isParquetINT96AsTimestamp());
    hadoop.setBoolean(
        SQLConf$.MODULE$.PARQUET_INFER_TIMESTAMP_NTZ_ENABLED().key(), conf.parquetInferTimestampNTZEnabled());
    hadoop.setBoolean(SQLConf$.MODULE$.LEGACY_PARQUET_NANOS_AS_LONG().key(), conf.legacyParquetNanosAsLong());
    return hadoop;
  }

  private String uri(AddFile file) {
    return file.absolutePath(log).toUri().toString();
  }

  private static String vector(AddFile file) {
    return file.deletionVector() == null ? null : file.deletionVector().serializeToBase64();
  }

  private static List parse(String actions) {
    List files = new ArrayList();
    String[] lines = actions.isEmpty() ? new String[0] : actions.split("\n");
    for (int i = 0; i < lines.length; i++) {
      files.add(Action$.MODULE$.fromJson(lines[i]));
    }
    return files;
  }
}

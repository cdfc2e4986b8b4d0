package streamtables.picking;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.RebaseDateTime.RebaseSpec;
import org.apache.spark.sql.execution.datasources.DataSourceUtils$;
import org.apache.spark.sql.execution.datasources.parquet.SpecificParquetRecordReaderBase;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.runtime.AbstractFunction1;

/**
 * Spark's own reader of Parquet files, over ranges of rows instead of whole row groups.
 *
 * <p>Spark skips rows that Parquet's page statistics leave out; here the ranges are told, and everything behind (types,
 * encodings, calendars) is Spark's. It has no place to tell them, so the source of its row groups is replaced.
 */
final class RangedReader extends VectorizedParquetRecordReader implements InvocationHandler {
  private ParquetFileReader file;
  private List blocks;
  private RowRanges[] ranges;
  /** For each row group the wanted rows' positions in the file, where the ranges stand for these; else null. */
  private long[][] wanted;
  private int next;

  private RangedReader(RebaseSpec dates, RebaseSpec old, int capacity) {
    super(null, dates.mode().toString(), zone(dates), old.mode().toString(), zone(old), false, capacity);
  }

  private static String zone(RebaseSpec spec) {
    return spec.timeZone();
  }

  /** Opens a part of a file, with the columns that the configuration names. */
  static RangedReader open(SelectedFile part, JobConf conf, String[] rebaseModes, int capacity) throws Exception {
    Path path = new Path(new java.net.URI(part.uri));
    HadoopInputFile input = HadoopInputFile.fromPath(path, conf);
    ParquetReadOptions whole = HadoopReadOptions.builder(conf, path).withRange(part.start, part.start + part.length).build();
    SeekableInputStream stream = input.newStream();
    ParquetMetadata footer = ParquetFileReader.readFooter(input, whole, stream);
    final Map written = footer.getFileMetaData().getKeyValueMetaData();
    AbstractFunction1 lookUp = new AbstractFunction1() {
      public Object apply(Object key) {
        return written.get(key);
      }
    };
    RangedReader reader = new RangedReader(
        DataSourceUtils$.MODULE$.datetimeRebaseSpec(lookUp, rebaseModes[0]),
        DataSourceUtils$.MODULE$.int96RebaseSpec(lookUp, rebaseModes[1]),
        capacity);
    reader.initialize(
        new FileSplit(path, part.start, part.length, new String[0]), new TaskAttemptContextImpl(conf, new TaskAttemptID()),
        Option.apply(input), Option.apply(stream), Option.apply(footer));
    Field field = SpecificParquetRecordReaderBase.class.getDeclaredField("reader");
    field.setAccessible(true);
    Object source = field.get(reader);
    Field inner = source.getClass().getDeclaredField("reader");
    inner.setAccessible(true);
    reader.file = (ParquetFileReader) inner.get(source);
    reader.blocks = reader.file.getRowGroups();
    field.set(reader, Proxy.newProxyInstance(
        SpecificParquetRecordReaderBase.class.getClassLoader(), new Class[] {field.getType()}, reader));
    return reader;
  }

  ParquetFileReader file() {
    return file;
  }

  int blocks() {
    return blocks.size();
  }

  BlockMetaData block(int number) {
    return (BlockMetaData) blocks.get(number);
  }

  /**
   * Tells whether parts of row groups can be read: where pages are encoded in other ways than the most usual ones, Spark's
   * skipping is not relied upon.
   */
  boolean isPlain() {
    for (int i = 0; i < blocks(); i++) {
      if (!FilteredPages.are(block(i), requestedSchema.getColumns())) {
        return false;
      }
    }
    return true;
  }

  /** Says which rows of each row group to read, as ranges, and by their positions where they are few; else null. */
  void read(RowRanges[] ranges, long[][] wanted) {
    this.ranges = ranges;
    this.wanted = wanted;
    this.totalRowCount = 0;
    for (int i = 0; i < ranges.length; i++) {
      this.totalRowCount += ranges[i].rowCount();
    }
    initBatch(new StructType(), InternalRow.empty());
  }

  long rows() {
    return totalRowCount;
  }

  /** Answers for the source of row groups. */
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      file.close();
      return null;
    }
    while (next < ranges.length && ranges[next].rowCount() == 0) {
      next++;
    }
    return next < ranges.length ? rows(next++) : null;
  }

  private PageReadStore rows(int number) throws IOException {
    PageReadStore pages = file.readFilteredRowGroup(number, ranges[number]);
    if (wanted == null || ranges[number].rowCount() == block(number).getRowCount()) {
      return pages;
    }
    long[] places = new long[wanted[number].length];
    for (int i = 0; i < places.length; i++) {
      places[i] = wanted[number][i] - block(number).getRowIndexOffset();
    }
    return new FilteredPages(pages, places);
  }
}

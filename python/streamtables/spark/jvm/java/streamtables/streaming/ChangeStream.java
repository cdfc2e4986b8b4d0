package streamtables.streaming;

import java.io.IOException;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.Offset;
import org.apache.spark.sql.execution.streaming.Source;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/**
 * A stream of what changed of a stream table. One batch is the net change of all versions that came since the one before.
 *
 * <p>It is a source of Spark's first kind, which gives a frame for each range of offsets: the change feed of a range is a
 * query with joins and aggregates, and not a reader of files. It keeps nothing but the newest version it has seen, so
 * several queries may read it.
 */
final class ChangeStream implements Source {
  private final ChangeStreams streams;
  private final SparkSession session;
  private final StructType schema;
  private final String table;
  private final String log;
  private final String id;
  private final Long since;
  private long newest;

  ChangeStream(ChangeStreams streams, SparkSession session, StructType schema, String table, String log, String id,
      Long since, long newest) {
    this.streams = streams;
    this.session = session;
    this.schema = schema;
    this.table = table;
    this.log = log;
    this.id = id;
    this.since = since;
    this.newest = newest;
  }

  public StructType schema() {
    return schema;
  }

  public synchronized scala.Option getOffset() {
    try {
      FileSystem files = new Path(log).getFileSystem(session.sparkContext().hadoopConfiguration());
      while (files.exists(new Path(log, String.format("%020d.json", new Object[] {Long.valueOf(newest + 1)})))) {
        newest++;
      }
    } catch (IOException e) {
      Platform.throwException(e);
    }
    return scala.Option.apply(new ChangeOffset(id, newest));
  }

  public Dataset getBatch(scala.Option start, Offset end) {
    ChangeOffset last = ChangeOffset.of(end);
    ChangeOffset first = start.isEmpty() ? null : ChangeOffset.of((Offset) start.get());
    Long after = first == null ? since : Long.valueOf(first.version);
    org.apache.spark.sql.classic.Dataset rows =
        streams.read(session, table, first == null ? last.id : first.id, after, last.version);
    return session.internalCreateDataFrame(rows.queryExecution().toRdd(), schema, true);
  }

  public void commit(Offset end) {}

  public void commit(org.apache.spark.sql.connector.read.streaming.Offset end) {}

  public org.apache.spark.sql.connector.read.streaming.Offset initialOffset() {
    throw new IllegalStateException("a source of this kind begins with no offset");
  }

  public org.apache.spark.sql.connector.read.streaming.Offset deserializeOffset(String json) {
    throw new IllegalStateException("a source of this kind is given offsets as Spark has kept them");
  }

  public void stop() {}
}

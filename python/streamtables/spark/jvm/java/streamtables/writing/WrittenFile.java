package streamtables.writing;

import java.util.Date;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.ColumnWithDefaultExprUtils$;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.delta.constraints.Constraints$;
import org.apache.spark.sql.delta.files.DelayedCommitProtocol;
import org.apache.spark.sql.delta.hooks.AutoCompact$;
import org.apache.spark.sql.delta.stats.DeltaFileStatistics;
import org.apache.spark.sql.delta.stats.DeltaJobStatisticsTracker;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.WriteTaskStatsTracker;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import scala.runtime.AbstractFunction1;
import streamtables.rows.LocalRows;

/**
 * Rows in the driver's memory, written as one data file of a Delta table without a Spark job.
 *
 * <p>The name, the encoding and the statistics of the file come from the classes that write those of a job.
 */
final class WrittenFile {
  /** Rows up to which one process writes them in less time than a job takes. */
  private static final int MOST_ROWS = 50000;

  private static final String ICEBERG = "delta.enableIcebergCompat";

  private final SparkSession session;
  private final DeltaLog log;
  private final OptimisticTransaction transaction;
  private final StructType schema;
  private final long most;

  /** Writes no more than some bytes: they are in memory a second time, in pages. */
  WrittenFile(SparkSession session, DeltaLog log, OptimisticTransaction transaction, long most) {
    this.most = most;
    this.session = session;
    this.log = log;
    this.transaction = transaction;
    this.schema = transaction.metadata().schema();
  }

  /** Rows, given what columns theirs are for, as the table stores them; null where a job has to write them. */
  LocalRows fitting(LocalRows rows, String[] columns) {
    return takes(rows) ? rows.arranged(columns, schema) : null;
  }

  /** Whether rows are few, and the table stores rows as they are: in no partition, nothing checked or added. */
  private boolean takes(LocalRows rows) {
    Metadata metadata = transaction.metadata();
    if (rows.size() > MOST_ROWS || rows.bytes() > most || !metadata.partitionColumns().isEmpty() || hasVariant()) {
      return false;
    }
    for (scala.collection.Iterator i = metadata.configuration().keysIterator(); i.hasNext(); ) {
      if (((String) i.next()).startsWith(ICEBERG)) {
        return false;
      }
    }
    return Constraints$.MODULE$.getAll(metadata, session).isEmpty()
        && !ColumnWithDefaultExprUtils$.MODULE$.tableHasDefaultExpr(transaction.protocol(), metadata, false);
  }

  /** Parquet's writer would shred it, which only some tables may have. */
  private boolean hasVariant() {
    return schema.existsRecursively(
        new AbstractFunction1() {
          public Object apply(Object type) {
            return Boolean.valueOf(type instanceof VariantType);
          }
        });
  }

  /** Writes rows that {@code fitting} has made fit; returns the action that adds the file. */
  AddFile write(LocalRows given) throws Exception {
    InternalRow[] rows = given.rows();
    transaction.hasWritten_$eq(true);
    scala.collection.immutable.Seq columns = transaction.mapColumnAttributes(
        transaction.makeOutputNullable(DataTypeUtils.toAttributes(schema)), transaction.metadata().columnMappingMode());
    StructType stored = DataTypeUtils.fromAttributes(columns);
    Job job = Job.getInstance(settings());
    job.setOutputKeyClass(Void.class);
    job.setOutputValueClass(InternalRow.class);
    FileOutputFormat.setOutputPath(job, log.dataPath());
    OutputWriterFactory format = log.fileFormat(transaction.protocol(), transaction.metadata())
        .prepareWrite(session, job, scala.collection.immutable.Map$.MODULE$.empty(), stored);
    TaskAttemptContext task = task(job.getConfiguration());
    DelayedCommitProtocol committer = transaction.getCommitter(log.dataPath());
    committer.setupTask(task);
    String path = committer.newTaskTempFile(task, scala.Option.empty(), "-c000" + format.getFileExtension(task));
    scala.Option told = (scala.Option) transaction.getOptionalStatsTrackerAndStatsCollection(
        columns, log.dataPath(), new StructType(), session.emptyDataFrame())._1();
    WriteTaskStatsTracker tracker =
        told.isDefined() ? ((DeltaJobStatisticsTracker) told.get()).newTaskInstance() : null;
    OutputWriter writer = format.newInstance(path, stored, task);
    boolean written = false;
    try {
      if (tracker != null) {
        tracker.newFile(path);
      }
      for (int i = 0; i < rows.length; i++) {
        writer.write(rows[i]);
        if (tracker != null) {
          tracker.newRow(path, rows[i]);
        }
      }
      writer.close();
      written = true;
    } finally {
      if (!written) {
        new Path(path).getFileSystem(job.getConfiguration()).delete(new Path(path), false);
      }
    }
    scala.collection.Iterable added =
        (scala.collection.Iterable) ((TaskCommitMessage) committer.commitTask(task)).obj();
    transaction.registerPostCommitHook(AutoCompact$.MODULE$);
    AddFile file = (AddFile) added.head();
    return tracker == null ? file : withStatistics(file, tracker, path);
  }

  private Configuration settings() {
    Object all = transaction.metadata().configuration().concat(log.options());
    return session.sessionState().newHadoopConfWithOptions((scala.collection.immutable.Map) all);
  }

  private static TaskAttemptContext task(Configuration settings) {
    JobID job = new JobID(Long.toString(new Date().getTime()), 0);
    return new TaskAttemptContextImpl(settings, new TaskAttemptID(new TaskID(job, TaskType.MAP, 0), 0));
  }

  private static AddFile withStatistics(AddFile file, WriteTaskStatsTracker tracker, String path) {
    tracker.closeFile(path);
    DeltaFileStatistics all = (DeltaFileStatistics) tracker.getFinalStats(0);
    String stats = (String) all.stats().apply(new Path(path).getName());
    return file.copy(
        file.path(), file.partitionValues(), file.size(), file.modificationTime(), file.dataChange(), stats,
        file.tags(), file.deletionVector(), file.baseRowId(), file.defaultRowCommitVersion(),
        file.clusteringProvider(), file.backReference(), file.amtPassthrough());
  }
}

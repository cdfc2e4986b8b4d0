package streamtables.writing;

import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics$;
import scala.collection.mutable.ListBuffer;
import streamtables.rows.LocalRows;
import streamtables.tables.TransactionNumbers;

/** Rows in the driver's memory, added to a Delta table in one commit like that of an INSERT. */
public final class AppendedRows {
  private final SparkSession session;
  private final OptimisticTransaction transaction;
  private final WrittenFile file;
  private scala.collection.immutable.Map metrics = scala.collection.immutable.Map$.MODULE$.empty();

  /** The driver writes no more than some bytes. */
  public AppendedRows(SparkSession session, DeltaLog log, long most) {
    this.session = session;
    this.transaction = log.startTransaction(scala.Option.empty(), scala.Option.empty());
    this.file = new WrittenFile(session, log, transaction, most);
  }

  /** Commits under a number unless it has been seen; returns false, and does nothing, where a job has to write them. */
  public boolean commit(LocalRows given, String[] columns, TransactionNumbers numbers, String id, long number)
      throws Exception {
    LocalRows rows = file.fitting(given, columns);
    if (rows == null) {
      return false;
    }
    ListBuffer actions = NumberedCommit.begin(transaction, numbers, id, number);
    if (actions == null) {
      return true;
    }
    long bytes = 0;
    if (rows.size() > 0) {
      AddFile added = file.write(rows);
      actions.addOne(added);
      bytes = added.size();
    }
    count("numFiles", rows.size() > 0 ? 1 : 0);
    count("numOutputRows", rows.size());
    count("numOutputBytes", bytes);
    transaction.registerSQLMetrics(session, metrics);
    transaction.commit(actions.toList(), operation());
    return true;
  }

  private void count(String name, long value) {
    SQLMetric metric = SQLMetrics$.MODULE$.createMetric(session.sparkContext(), name);
    metric.set(value);
    metrics = (scala.collection.immutable.Map) metrics.updated(name, metric);
  }

  private static DeltaOperations.Write operation() {
    scala.Option none = scala.Option.empty();
    scala.Option unpartitioned = scala.Option.apply((Object) scala.collection.immutable.Nil$.MODULE$);
    return new DeltaOperations.Write(SaveMode.Append, unpartitioned, none, none, none, none, none, none, none);
  }
}

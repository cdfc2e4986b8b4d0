package streamtables.writing;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.OptimisticTransaction;
import streamtables.rows.LocalRows;
import streamtables.tables.TransactionNumbers;

/** What Python asks to commit few rows; {@code numbers} tells transaction numbers faster than Delta, or is null. */
public final class DriverWriter {
  /** Adds rows of named columns; returns false, and does nothing, where a job has to write them: so many bytes, too. */
  public boolean append(
      SparkSession session, DeltaLog log, LocalRows rows, String columns, long most,
      TransactionNumbers numbers, String id, long number) throws Exception {
    return new AppendedRows(session, log, most).commit(rows, columns.split("\0"), numbers, id, number);
  }

  /**
   * Hides rows, which are told by file and position in the second and third column, and adds others; a job writes those
   * that take more than some bytes.
   */
  public void mergeOnRead(
      SparkSession session, DeltaLog log,
      OptimisticTransaction transaction, String files, LocalRows found, LocalRows came,
      long most, TransactionNumbers numbers, String id, long number) throws Exception {
    new MergeOnRead(session, log, transaction, found, most, 1, 2).commit(files, came, numbers, id, number);
  }
}

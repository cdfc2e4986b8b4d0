package streamtables.tables;

import org.apache.spark.sql.delta.Snapshot;

/** Lets a snapshot know the numbers of past transactions without a query over its log. */
public interface TransactionNumbers {
  /** Returns whether the snapshot knows its numbers now. */
  boolean tell(Snapshot snapshot) throws Exception;
}

package streamtables.writing;

import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.SetTransaction;
import scala.Option;
import scala.collection.mutable.ListBuffer;
import streamtables.tables.TransactionNumbers;

/** A commit that carries a number, so that what has been done under it is not done again. */
final class NumberedCommit {
  private NumberedCommit() {}

  /** The first actions of the commit; null if its number, or a later one, has been seen. */
  static ListBuffer begin(OptimisticTransaction transaction, TransactionNumbers numbers, String id, long number)
      throws Exception {
    if (numbers != null) {
      numbers.tell(transaction.snapshot());
    }
    if (transaction.txnVersion(id) >= number) {
      return null;
    }
    ListBuffer actions = new ListBuffer();
    Option now = Option.apply((Object) Long.valueOf(System.currentTimeMillis()));
    actions.addOne(new SetTransaction(id, number, now));
    return actions;
  }
}

package streamtables.tables;

import org.apache.spark.sql.delta.ChainableExecutionObserver;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;

/** Sees the transactions of this thread until it ends, and lets all of them pass; others build on it. */
public abstract class ThreadObserver implements TransactionExecutionObserver {
  private final ChainableExecutionObserver before = TransactionExecutionObserver$.MODULE$.getObserver();

  /** Begins to see them: to be called on the thread. */
  protected final void observe() {
    TransactionExecutionObserver$.MODULE$.setObserver(this);
  }

  /** Lets the thread be seen by whoever saw it before. */
  protected final void leave() {
    TransactionExecutionObserver$.MODULE$.setObserver(before);
  }

  public OptimisticTransaction startingTransaction(scala.Function0 begin) {
    return (OptimisticTransaction) begin.apply();
  }

  public TransactionExecutionObserver createChild() {
    return this;
  }

  public Object preparingCommit(scala.Function0 prepare) {
    return prepare.apply();
  }

  public void beginDoCommit() {}

  public void beginBackfill() {}

  public void beginPostCommit() {}

  public void transactionCommitted() {}

  public void transactionAborted() {}

  public void advanceToNextThreadObserver() {}

  public scala.Option nextObserver() {
    return scala.Option.empty();
  }

  public void nextObserver_$eq(scala.Option next) {}
}

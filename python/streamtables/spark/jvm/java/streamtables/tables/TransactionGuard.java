package streamtables.tables;

import org.apache.spark.sql.delta.ChainableExecutionObserver;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import org.apache.spark.sql.delta.TransactionExecutionObserver$;

/**
 * Lets a thread begin a transaction only on the definition that its rows were computed for.
 *
 * <p>What a transaction reads when it begins is what Delta compares later commits with: a definition that is changed
 * after that makes the commit fail. Here is seen whether it was changed before.
 */
public final class TransactionGuard implements TransactionExecutionObserver {
  private final ChainableExecutionObserver before;
  private final String property;
  private final String expected;

  /** A definition that is null stands for no table. */
  private TransactionGuard(ChainableExecutionObserver before, String property, String expected) {
    this.before = before;
    this.property = property;
    this.expected = expected;
  }

  /** Watches over this thread until the guard is lifted. */
  public static TransactionGuard watch(String property, String expected) {
    TransactionGuard guard =
        new TransactionGuard(TransactionExecutionObserver$.MODULE$.getObserver(), property, expected);
    TransactionExecutionObserver$.MODULE$.setObserver(guard);
    return guard;
  }

  public void lift() {
    TransactionExecutionObserver$.MODULE$.setObserver(before);
  }

  public OptimisticTransaction startingTransaction(scala.Function0 begin) {
    OptimisticTransaction transaction = (OptimisticTransaction) begin.apply();
    Snapshot snapshot = transaction.snapshot();
    String found = null;
    if (snapshot.version() >= 0) {
      scala.Option value = snapshot.metadata().configuration().get(property);
      found = value.isDefined() ? (String) value.get() : "";
    }
    if (found == null ? expected != null : !found.equals(expected)) {
      throw new ConcurrentDefinitionException(expected == null ? "A table was created" : "The definition was changed");
    }
    return transaction;
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

package streamtables.tables;

import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;

/**
 * Lets a thread begin a transaction only on the definition that its rows were computed for, or on one version.
 *
 * <p>What a transaction reads when it begins is what Delta compares later commits with: a definition that is changed
 * after that makes the commit fail. Here is seen whether it was changed before.
 */
public final class TransactionGuard extends ThreadObserver {
  private final String property;
  private final String expected;
  private final long version;

  /** A definition that is null stands for no table; without a property the table's version is compared. */
  private TransactionGuard(String property, String expected, long version) {
    this.property = property;
    this.expected = expected;
    this.version = version;
  }

  /** Watches over this thread until the guard is lifted. */
  public static TransactionGuard watch(String property, String expected) {
    return watch(property, expected, -1);
  }

  /** Lets this thread begin transactions only on a table that has this version, until the guard is lifted. */
  public static TransactionGuard watchVersion(long version) {
    return watch(null, null, version);
  }

  private static TransactionGuard watch(String property, String expected, long version) {
    TransactionGuard guard = new TransactionGuard(property, expected, version);
    guard.observe();
    return guard;
  }

  public void lift() {
    leave();
  }

  public OptimisticTransaction startingTransaction(scala.Function0 begin) {
    OptimisticTransaction transaction = super.startingTransaction(begin);
    Snapshot snapshot = transaction.snapshot();
    if (property == null) {
      if (snapshot.version() != version) {
        throw new ConcurrentDefinitionException("Another version was made");
      }
      return transaction;
    }
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
}

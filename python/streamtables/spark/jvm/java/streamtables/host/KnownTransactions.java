package streamtables.host;

import java.lang.reflect.Field;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.SetTransaction;
import streamtables.tables.TransactionNumbers;
import sun.misc.Unsafe;

/**
 * Tells a snapshot the transaction numbers that its checksum file lists.
 *
 * <p>Delta asks a snapshot for them in every write that has a number, finds them by a query over the whole log, keeps
 * them in a lazy value, and does not look into the checksum, where the writer before has put them. So that value is
 * set, where Delta is built as expected.
 */
public final class KnownTransactions implements TransactionNumbers {
  /** Marks the lazy value as known. */
  private static final int IS_KNOWN = 1 << 19;

  private static final Field VALUE = field("transactions");
  private static final Field KNOWN = field("bitmap$0");
  private static final boolean EXPECTED = isExpected();

  /** Whether Delta is built as expected. */
  public boolean works() {
    return EXPECTED;
  }

  @Override
  public boolean tell(Snapshot snapshot) throws Exception {
    if (!EXPECTED) {
      return false;
    }
    synchronized (snapshot) {
      if ((KNOWN.getInt(snapshot) & IS_KNOWN) != 0) {
        return true;
      }
      scala.Option checksum = snapshot.checksumOpt();
      if (checksum.isEmpty() || ((VersionChecksum) checksum.get()).setTransactions().isEmpty()) {
        return false;
      }
      Object listed = ((VersionChecksum) checksum.get()).setTransactions().get();
      scala.collection.immutable.Map numbers = scala.collection.immutable.Map$.MODULE$.empty();
      for (scala.collection.Iterator i = ((scala.collection.Iterable) listed).iterator(); i.hasNext(); ) {
        SetTransaction transaction = (SetTransaction) i.next();
        numbers = (scala.collection.immutable.Map) numbers.updated(
            transaction.appId(), Long.valueOf(transaction.version()));
      }
      VALUE.set(snapshot, numbers);
      KNOWN.setInt(snapshot, KNOWN.getInt(snapshot) | IS_KNOWN);
      return true;
    }
  }

  private static Field field(String name) {
    try {
      Field field = Snapshot.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException e) {
      return null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Tries it on an object that is nothing else: without the value it could not answer. */
  private static boolean isExpected() {
    try {
      Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
      unsafe.setAccessible(true);
      Snapshot nothing = (Snapshot) ((Unsafe) unsafe.get(null)).allocateInstance(Snapshot.class);
      Object value = scala.collection.immutable.Map$.MODULE$.empty();
      VALUE.set(nothing, value);
      KNOWN.setInt(nothing, IS_KNOWN);
      return nothing.transactions() == value;
    } catch (ReflectiveOperationException e) {
      return false;
    } catch (RuntimeException e) {
      return false;
    } catch (LinkageError e) {
      return false;
    }
  }
}

package streamtables.picking;

import java.util.Arrays;
import java.util.List;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import streamtables.rows.LocalRows;
import streamtables.rows.PickedKeys;

/** What Python asks to pick few rows out of files. */
public final class Picker {
  /**
   * Begins to pick rows of some columns out of files; null where these cannot be read so. {@code keptMemory} is what
   * columns that are kept may take of each worker's memory: see {@link KeptColumns}.
   */
  public PickedRows pick(
      SparkSession session, DeltaLog log, Snapshot snapshot, String columns, String factor,
      String condition, String keptMemory) {
    return PickedRows.of(session, log, snapshot, columns, factor, condition, keptMemory);
  }

  /** The rows of several tables; null in the place of a table whose rows are left to Spark. */
  public List picked(List tables, List keys, String weight, int limit, long most, long largestPart) throws Exception {
    return Arrays.asList(PickedRows.weighted(
        (PickedRows[]) tables.toArray(new PickedRows[0]), (PickedKeys[]) keys.toArray(new PickedKeys[0]), weight, limit,
        most, largestPart));
  }

  /** The values in columns of rows, as keys to pick by; null where their types are not fit for that. */
  public PickedKeys keys(String column, boolean orNull, List rows, List names) {
    return PickedKeys.of(
        column, orNull, (LocalRows[]) rows.toArray(new LocalRows[0]), (String[]) names.toArray(new String[0]));
  }

  /** Tells whether rows that have one of some keys of a column are among those that have one of others. */
  public boolean cover(PickedKeys keys, PickedKeys narrower) {
    return keys.cover(narrower);
  }
}

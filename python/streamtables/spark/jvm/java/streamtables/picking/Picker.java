package streamtables.picking;

import java.util.Arrays;
import java.util.List;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import streamtables.rows.LocalRows;
import streamtables.rows.KeySelection;

/** What Python asks to select few rows out of files. */
public final class Picker {
  /**
   * Begins to select rows of some columns out of files; null where these cannot be read so. {@code keptMemory} is what
   * columns that are kept may take of each worker's memory: see {@link ColumnCache}.
   */
  public RowSelection select(
      SparkSession session, DeltaLog log, Snapshot snapshot, String columns, String factor,
      String condition, String keptMemory) {
    return RowSelection.of(session, log, snapshot, columns, factor, condition, keptMemory);
  }

  /** The rows of several tables; null in the place of a table whose rows are left to Spark. */
  public List selected(List tables, List keys, String weight, int limit, long most, long largestPart) throws Exception {
    return Arrays.asList(RowSelection.weighted(
        (RowSelection[]) tables.toArray(new RowSelection[0]), (KeySelection[]) keys.toArray(new KeySelection[0]), weight, limit,
        most, largestPart));
  }

  /** The values in columns of rows, as keys to select by; null where their types are not fit for that. */
  public KeySelection keys(String column, boolean orNull, List rows, List names) {
    return KeySelection.of(
        column, orNull, (LocalRows[]) rows.toArray(new LocalRows[0]), (String[]) names.toArray(new String[0]));
  }

  /** Tells whether rows that have one of some keys of a column are among those that have one of others. */
  public boolean cover(KeySelection keys, KeySelection narrower) {
    return keys.cover(narrower);
  }
}

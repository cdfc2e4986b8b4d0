package streamtables.rows;

import org.apache.spark.sql.classic.Dataset;

/** What Python asks to bring rows to the driver. */
public final class Collector {
  /** The rows of a frame; null if they are more than a limit, or take more than some bytes. */
  public LocalRows collect(Dataset frame, int limit, long most) {
    return LocalRows.collect(frame, limit, most);
  }
}

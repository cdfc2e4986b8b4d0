package streamtables;

import java.io.Serializable;

import org.apache.spark.api.java.function.Function;

/** Picks rows of several tables in one job. */
final class RowPickers implements Function {
  private final RowPicker[] pickers;

  RowPickers(RowPicker[] pickers) {
    this.pickers = pickers;
  }

  /**
   * The picker's number and the rows, each behind its size in bytes, null if they are left to Spark. The answer is none of
   * our classes: the worker has loaded them itself.
   */
  public Object call(Object task) throws Exception {
    Task given = (Task) task;
    return new Object[] {Integer.valueOf(given.picker), pickers[given.picker].pick(given.files)};
  }

  /** Parts of files of one table. */
  static final class Task implements Serializable {
    final int picker;
    final PickedFile[] files;

    Task(int picker, PickedFile[] files) {
      this.picker = picker;
      this.files = files;
    }
  }
}

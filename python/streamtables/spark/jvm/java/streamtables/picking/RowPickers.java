package streamtables.picking;

import java.io.Serializable;

import org.apache.spark.unsafe.Platform;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;
import streamtables.rows.PackedRows;

/** Picks rows of several tables in one job, each task those of one table. */
final class RowPickers extends AbstractFunction2 implements Serializable {
  private final RowPicker[] pickers;

  RowPickers(RowPicker[] pickers) {
    this.pickers = pickers;
  }

  /** The answer of a task: rows, or none where they are left to Spark. */
  public Object apply(Object context, Object tasks) {
    Task given = (Task) ((Iterator) tasks).next();
    try {
      PackedRows rows = new PackedRows(given.picker, pickers[given.picker].bytes());
      pickers[given.picker].pick(given.files, rows);
      return rows.answer();
    } catch (Exception e) {
      Platform.throwException(e);
      return null;
    }
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

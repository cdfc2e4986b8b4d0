package streamtables.picking;

import java.io.Serializable;

import org.apache.spark.unsafe.Platform;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;
import streamtables.rows.PackedRows;

/** Selects rows of several tables in one job, each task those of one table. */
final class RowSelectors extends AbstractFunction2 implements Serializable {
  private final RowSelector[] pickers;

  RowSelectors(RowSelector[] pickers) {
    this.pickers = pickers;
  }

  /** The answer of a task: rows, or none where they are left to Spark. */
  public Object apply(Object context, Object tasks) {
    Task given = (Task) ((Iterator) tasks).next();
    try {
      PackedRows rows = new PackedRows(given.picker, pickers[given.picker].bytes());
      pickers[given.picker].select(given.files, rows);
      return rows.answer();
    } catch (Exception e) {
      Platform.throwException(e);
      return null;
    }
  }

  /** Parts of files of one table. */
  static final class Task implements Serializable {
    final int picker;
    final SelectedFile[] files;

    Task(int picker, SelectedFile[] files) {
      this.picker = picker;
      this.files = files;
    }
  }
}

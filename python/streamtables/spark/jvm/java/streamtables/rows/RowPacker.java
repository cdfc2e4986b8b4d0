package streamtables.rows;

import java.io.Serializable;

import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** Packs the rows of a frame's partition. */
final class RowPacker extends AbstractFunction2 implements Serializable {
  private final long bytes;

  RowPacker(long bytes) {
    this.bytes = bytes;
  }

  public Object apply(Object context, Object rows) {
    try {
      PackedRows packed = new PackedRows(0, bytes);
      Iterator all = (Iterator) rows;
      while (all.hasNext() && packed.add((UnsafeRow) all.next())) {
        // Nothing is left to do.
      }
      return packed.answer();
    } catch (Exception e) {
      org.apache.spark.unsafe.Platform.throwException(e);
      return null;
    }
  }
}

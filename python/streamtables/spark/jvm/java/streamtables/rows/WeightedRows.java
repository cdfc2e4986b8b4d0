package streamtables.rows;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection$;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructType;

/**
 * Sums of the weights of equal rows. Rows are equal if their bytes are: values that Spark takes for equal although
 * their bytes differ (zero and negative zero) stay apart, which is as good for whoever adds up weights.
 */
final class WeightedRows {
  private final UnsafeProjection asBytes;
  private final int weight;
  private final Map sums = new LinkedHashMap();

  /** The weight is a BIGINT in the last column. */
  WeightedRows(StructType schema) {
    this.asBytes = UnsafeProjection$.MODULE$.create(schema);
    this.weight = schema.length() - 1;
  }

  void add(InternalRow[] rows, long factor) {
    for (int i = 0; i < rows.length; i++) {
      add((rows[i] instanceof UnsafeRow ? (UnsafeRow) rows[i] : asBytes.apply(rows[i])).copy(), factor);
    }
  }

  /** Adds rows that nobody else reads any more, so that none is copied. */
  void use(InternalRow[] rows) {
    for (int i = 0; i < rows.length; i++) {
      add(rows[i] instanceof UnsafeRow ? (UnsafeRow) rows[i] : asBytes.apply(rows[i]).copy(), 1);
    }
  }

  private void add(UnsafeRow key, long factor) {
    long counted = Math.multiplyExact(factor, key.getLong(weight));
    key.setLong(weight, 0);
    long[] sum = (long[]) sums.get(key);
    if (sum == null) {
      sums.put(key, new long[] {counted});
    } else {
      sum[0] = Math.addExact(sum[0], counted);
    }
  }

  /** Each row once, with its sum; those of zero left out. */
  InternalRow[] consolidated() {
    ArrayList consolidated = new ArrayList();
    for (Iterator i = sums.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry entry = (Map.Entry) i.next();
      long sum = ((long[]) entry.getValue())[0];
      if (sum != 0) {
        // The sums are not asked for again, so that the key may become the row.
        UnsafeRow row = (UnsafeRow) entry.getKey();
        row.setLong(weight, sum);
        consolidated.add(row);
      }
    }
    return (InternalRow[]) consolidated.toArray(new InternalRow[0]);
  }

  /** Each row as often as its sum says, with a weight of 1; none where that is negative. */
  InternalRow[] repeated() {
    ArrayList repeated = new ArrayList();
    for (Iterator i = sums.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry entry = (Map.Entry) i.next();
      UnsafeRow row = ((UnsafeRow) entry.getKey()).copy();
      row.setLong(weight, 1);
      for (long left = ((long[]) entry.getValue())[0]; left > 0; left--) {
        repeated.add(row);
      }
    }
    return (InternalRow[]) repeated.toArray(new InternalRow[0]);
  }
}

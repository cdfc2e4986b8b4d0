package streamtables;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation$;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;
import scala.collection.immutable.ArraySeq$;
import scala.runtime.AbstractFunction0;

/** The rows of a frame, brought to the driver as they are: neither made into objects nor copied. */
public final class LocalRows {
  private final InternalRow[] rows;
  private final StructType schema;

  private LocalRows(InternalRow[] rows, StructType schema) {
    this.rows = rows;
    this.schema = schema;
  }

  static LocalRows collect(Dataset frame) {
    final QueryExecution execution = frame.queryExecution();
    Object rows = SQLExecution$.MODULE$.withNewExecutionId(
        execution,
        Option.apply("collect"),
        new AbstractFunction0() {
          public Object apply() {
            return execution.executedPlan().executeCollect();
          }
        });
    return new LocalRows((InternalRow[]) rows, frame.schema());
  }

  /** The rows as a frame of a session, of a size that Spark knows. */
  public Object frame(SparkSession session) {
    LocalRelation relation = LocalRelation$.MODULE$.apply(
        DataTypeUtils.toAttributes(schema), ArraySeq$.MODULE$.unsafeWrapArray(rows), false, Option.empty());
    return Dataset$.MODULE$.ofRows(session, relation);
  }

  /** The number of rows, and of a BIGINT column: of values, the sum of the positive and of the negative ones. */
  public long[] counts(String column) {
    int index = schema.fieldIndex(column);
    long known = 0;
    long positive = 0;
    long negative = 0;
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isNullAt(index)) {
        long value = rows[i].getLong(index);
        known++;
        positive = value > 0 ? Math.addExact(positive, value) : positive;
        negative = value < 0 ? Math.subtractExact(negative, value) : negative;
      }
    }
    return new long[] {rows.length, known, positive, negative};
  }

  /** The smallest and the largest value of a column, null if it has none, and whether a value is missing. */
  public Object[] bounds(String column) {
    int index = schema.fieldIndex(column);
    DataType type = schema.apply(index).dataType();
    Object low = null;
    Object high = null;
    boolean missing = false;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].isNullAt(index)) {
        missing = true;
        continue;
      }
      Object value = rows[i].get(index, type);
      low = low == null || ((Comparable) value).compareTo(low) < 0 ? value : low;
      high = high == null || ((Comparable) value).compareTo(high) > 0 ? value : high;
    }
    return new Object[] {shown(low), shown(high), Boolean.valueOf(missing)};
  }

  private static Object shown(Object value) {
    return value instanceof UTF8String ? value.toString() : value;
  }
}

package streamtables_tests;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.MutableAggregationBuffer;
import org.apache.spark.sql.expressions.UserDefinedAggregateFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Adds up whole numbers, as a class that CREATE FUNCTION takes. */
public class StoredTotal extends UserDefinedAggregateFunction {
  @Override
  public StructType inputSchema() {
    return new StructType().add("value", DataTypes.LongType);
  }

  @Override
  public StructType bufferSchema() {
    return new StructType().add("sum", DataTypes.LongType);
  }

  @Override
  public DataType dataType() {
    return DataTypes.LongType;
  }

  @Override
  public boolean deterministic() {
    return true;
  }

  @Override
  public void initialize(MutableAggregationBuffer buffer) {
    buffer.update(0, 0L);
  }

  @Override
  public void update(MutableAggregationBuffer buffer, Row row) {
    if (!row.isNullAt(0)) {
      buffer.update(0, buffer.getLong(0) + row.getLong(0));
    }
  }

  @Override
  public void merge(MutableAggregationBuffer buffer, Row row) {
    buffer.update(0, buffer.getLong(0) + row.getLong(0));
  }

  @Override
  public Object evaluate(Row buffer) {
    return buffer.getLong(0);
  }
}

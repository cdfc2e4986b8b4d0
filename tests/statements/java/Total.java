package streamtables_tests;

import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;

/** Adds up whole numbers; no rows add up to 0. */
public class Total extends Aggregator<Long, Long, Long> {
  @Override
  public Long zero() {
    return 0L;
  }

  @Override
  public Long reduce(Long sum, Long value) {
    return value == null ? sum : sum + value;
  }

  @Override
  public Long merge(Long left, Long right) {
    return left + right;
  }

  @Override
  public Long finish(Long sum) {
    return sum;
  }

  @Override
  public Encoder<Long> bufferEncoder() {
    return Encoders.LONG();
  }

  @Override
  public Encoder<Long> outputEncoder() {
    return Encoders.LONG();
  }
}

package streamtables_tests;

import org.apache.spark.sql.api.java.UDF1;

/** One more. */
public class Plus implements UDF1<Integer, Integer> {
  @Override
  public Integer call(Integer value) {
    return value == null ? null : value + 1;
  }
}

package streamtables.picking;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.BindReferences$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import streamtables.rows.LocalRows;

/** A condition over rows of a schema, as Spark analyses and simplifies it; only rows for which it is true pass. */
final class RowFilter implements Serializable {
  private static final int MOST_KNOWN = 1000;
  /** Conditions that have been analysed, by all that this depends on. */
  private static final Map KNOWN = new LinkedHashMap(16, 0.75f, true) {
    protected boolean removeEldestEntry(Map.Entry eldest) {
      return size() > MOST_KNOWN;
    }
  };

  private final Expression condition;

  private RowFilter(Expression condition) {
    this.condition = condition;
  }

  /** Analyses a condition in a session; null, which lets all rows pass, where Spark finds nothing to ask of a row. */
  static RowFilter of(SparkSession session, StructType schema, String text) {
    SQLConf conf = session.sessionState().conf();
    String key = text + "\0" + schema.json() + "\0" + conf.sessionLocalTimeZone() + "\0" + conf.ansiEnabled() + "\0"
        + conf.caseSensitiveAnalysis();
    synchronized (KNOWN) {
      if (!KNOWN.containsKey(key)) {
        KNOWN.put(key, analyse(session, schema, text));
      }
      return (RowFilter) KNOWN.get(key);
    }
  }

  private static RowFilter analyse(SparkSession session, StructType schema, String text) {
    Dataset rows = LocalRows.none(session, schema);
    LogicalPlan plan = rows.where(text).queryExecution().optimizedPlan();
    if (plan instanceof LocalRelation) {
      return new RowFilter(Literal$.MODULE$.FalseLiteral());
    }
    if (!(plan instanceof Filter) || !(((Filter) plan).child() instanceof LogicalRDD)) {
      return null;
    }
    Filter filter = (Filter) plan;
    return new RowFilter(BindReferences$.MODULE$.bindReference(
        filter.condition(), package$.MODULE$.AttributeSeq(filter.child().output()), false));
  }

  /** What tells of each row whether it passes. */
  BasePredicate predicate(boolean few) {
    BasePredicate predicate =
        few ? Predicate$.MODULE$.createInterpreted(condition) : Predicate$.MODULE$.create(condition);
    predicate.initialize(0);
    return predicate;
  }
}

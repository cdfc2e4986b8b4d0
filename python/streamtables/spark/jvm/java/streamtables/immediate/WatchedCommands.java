package streamtables.immediate;

import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;

/** Plans commands as Spark does, and looks at what those write that run as one step: all of Delta's do. */
final class WatchedCommands extends SparkStrategy {
  private static final ThreadLocal PLANNING = new ThreadLocal();

  private final Maintenance maintenance;
  private final SparkSession session;

  WatchedCommands(Maintenance maintenance, SparkSession session) {
    this.maintenance = maintenance;
    this.session = session;
  }

  public scala.collection.immutable.Seq apply(LogicalPlan plan) {
    scala.collection.immutable.Seq none = (scala.collection.immutable.Seq) scala.collection.immutable.Nil$.MODULE$;
    if (!(plan instanceof Command) || PLANNING.get() != null || !maintenance.isOn(session)) {
      return none;
    }
    SparkPlan planned;
    PLANNING.set(Boolean.TRUE);
    try {
      scala.collection.Iterator found = session.sessionState().planner().plan(plan);
      if (!found.hasNext()) {
        return none;
      }
      planned = (SparkPlan) found.next();
    } finally {
      PLANNING.remove();
    }
    SparkPlan chosen = planned.children().isEmpty() ? new WatchedCommandExec(planned, maintenance, session) : planned;
    return (scala.collection.immutable.Seq) none.appended(chosen);
  }
}

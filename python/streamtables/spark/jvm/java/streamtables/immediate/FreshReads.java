package streamtables.immediate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.classic.SparkSession;

/** Brings stream tables up to date whose names a query has, before Spark looks what the names stand for. */
final class FreshReads extends Rule {
  /** Spark's local property that statements of ours set on the threads they run on. */
  static final String WORKING = "streamtables.working";
  private static final String CATALOG = "spark_catalog";

  private final Maintenance maintenance;
  private final SparkSession session;

  FreshReads(Maintenance maintenance, SparkSession session) {
    this.maintenance = maintenance;
    this.session = session;
  }

  public TreeNode apply(TreeNode plan) {
    if (maintenance.isOn(session) && session.sparkContext().getLocalProperty(WORKING) == null) {
      List relations = new ArrayList();
      collect((LogicalPlan) plan, relations);
      if (!relations.isEmpty() && maintenance.hasReaders(session)) {
        List names = new ArrayList();
        for (int i = 0; i < relations.size(); i++) {
          String name = fullName((UnresolvedRelation) relations.get(i));
          if (name != null && !names.contains(name) && maintenance.isReader(session, name)) {
            names.add(name);
          }
        }
        if (!names.isEmpty()) {
          maintenance.refresh(session, names);
        }
      }
    }
    return plan;
  }

  private static void collect(LogicalPlan plan, List found) {
    if (plan instanceof UnresolvedRelation && !((UnresolvedRelation) plan).isStreaming()) {
      found.add(plan);
    }
    for (scala.collection.Iterator i = plan.children().iterator(); i.hasNext(); ) {
      collect((LogicalPlan) i.next(), found);
    }
  }

  /** Schema and name in lower case; null for what is no table of the session's catalog. */
  private String fullName(UnresolvedRelation relation) {
    scala.collection.immutable.Seq parts = relation.multipartIdentifier();
    if (session.sessionState().catalog().isTempView(parts)) {
      return null;
    }
    scala.collection.immutable.Seq around = AnalysisContext.get().catalogAndNamespace();
    String catalog = CATALOG;
    String schema;
    if (parts.size() == 3) {
      catalog = (String) parts.apply(0);
      schema = (String) parts.apply(1);
    } else if (parts.size() == 2) {
      schema = (String) parts.apply(0);
      catalog = around.isEmpty() ? currentCatalog() : (String) around.apply(0);
    } else if (parts.size() == 1 && around.size() == 2) {
      catalog = (String) around.apply(0);
      schema = (String) around.apply(1);
    } else if (parts.size() == 1 && session.sessionState().catalogManager().currentNamespace().length == 1) {
      catalog = currentCatalog();
      schema = session.sessionState().catalogManager().currentNamespace()[0];
    } else {
      return null;
    }
    String name = (String) parts.apply(parts.size() - 1);
    return catalog.equalsIgnoreCase(CATALOG) ? (schema + "." + name).toLowerCase(Locale.ROOT) : null;
  }

  private String currentCatalog() {
    return session.sessionState().catalogManager().currentCatalog().name();
  }
}

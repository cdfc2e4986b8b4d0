package streamtables.statements;

import java.util.Locale;

import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.internal.SessionState;
import streamtables.tables.TableFacts;

/** Knows the tables of users that are no part of a stream table: what is done to them is not shown to Python. */
final class UserTables {
  /** Ends the name of a table that holds a stream table's rows. */
  private static final String BACKING_SUFFIX = "__stream";

  /** Whether all targets that {@link PlanTargets} has found are such tables; false where that cannot be told. */
  static boolean areAll(SparkSession session, String targets) {
    String[] each = targets.split(PlanTargets.TARGET_END);
    for (int i = 0; i < each.length; i++) {
      if (!isOne(session.sessionState(), each[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOne(SessionState state, String target) {
    String[] parts = target.split(PlanTargets.PART_END);
    String table = parts[parts.length - 1];
    CatalogManager manager = state.catalogManager();
    String[] namespace = manager.currentNamespace();
    if (target.indexOf(PlanTargets.TEXT_START) >= 0 || parts.length < 2 || parts.length > 3 || namespace.length != 1
        || !manager.currentCatalog().name().equals("spark_catalog")
        || table.toLowerCase(Locale.ROOT).endsWith(BACKING_SUFFIX)) {
      return false;
    }
    try {
      CatalogTable found = TableFacts.find(state, parts.length == 3 ? parts[1] : namespace[0], table);
      // A stream table is a view.
      return found != null && !found.tableType().name().equals("VIEW");
    } catch (Exception e) {
      // Python finds out, and says so.
      return false;
    }
  }
}

package streamtables.tables;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.classic.SparkSession$;
import scala.Option;

/**
 * A session's own catalog. Delta's keeps the session that is active where the catalog is first asked for, and creates
 * tables under that one's settings: a thread that works for another session must not be the first.
 */
public final class SessionCatalog {
  private SessionCatalog() {}

  /** Makes the catalog of a session, if there is none yet, for that session. */
  public static void open(SparkSession session) {
    Option before = SparkSession$.MODULE$.getActiveSession();
    SparkSession$.MODULE$.setActiveSession(session);
    try {
      session.sessionState().catalogManager().catalog("spark_catalog");
    } finally {
      if (before.isDefined()) {
        SparkSession$.MODULE$.setActiveSession((SparkSession) before.get());
      } else {
        SparkSession$.MODULE$.clearActiveSession();
      }
    }
  }
}

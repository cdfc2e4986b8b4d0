package streamtables.statements;

import java.lang.reflect.Field;
import java.util.Iterator;
import java.util.Properties;

import org.apache.spark.SparkContext;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.SQLExecution$;
import py4j.CallbackClient;
import py4j.GatewayServer;

/** Who calls: what Spark's jobs carry of the thread that runs a statement, and the secret of the way to Python. */
public final class Callers {
  private static final String[] OWN = {"spark.sql.execution.", "callSite.", "spark.rdd.scope"};

  private Callers() {}

  /** The local properties of this thread, with the tags of its session; not those of the query that is being run. */
  public static Properties properties(final SparkSession session) {
    return (Properties) SQLExecution$.MODULE$.withSessionTagsApplied(session, new scala.runtime.AbstractFunction0() {
      public Object apply() {
        return copy(session.sparkContext());
      }
    });
  }

  private static Properties copy(SparkContext context) {
    Properties found = new Properties();
    Properties present = context.getLocalProperties();
    for (Iterator i = present.stringPropertyNames().iterator(); i.hasNext(); ) {
      String name = (String) i.next();
      if (!isOfQuery(name)) {
        found.setProperty(name, present.getProperty(name));
      }
    }
    return found;
  }

  private static boolean isOfQuery(String name) {
    for (int i = 0; i < OWN.length; i++) {
      if (name.startsWith(OWN[i])) {
        return true;
      }
    }
    return false;
  }

  /** Py4j knows how to send a secret to Python, but not how to be told it once Python's port is known. */
  static void setSecret(GatewayServer server, String secret) throws Exception {
    Field field = CallbackClient.class.getDeclaredField("authToken");
    field.setAccessible(true);
    field.set(server.getCallbackClient(), secret);
  }
}

package streamtables.immediate;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.unsafe.Platform;
import streamtables.statements.Callers;
import streamtables.statements.StatementBridge;

/**
 * Puts itself into sessions: behind commands, which may write to what an IMMEDIATE stream table reads, and before names
 * are resolved, which may be those of stream tables that are to be brought up to date first.
 *
 * <p>Commands are found in the plan and not in the text, so those of DataFrames, of Delta's own API and of other clients
 * count like those of SQL. What they have written is learnt from Delta's transactions.
 */
public final class Maintenance {
  private static final long READS_EVERY_MS = 1000;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Map installed = Collections.synchronizedMap(new WeakHashMap());
  private volatile StatementBridge bridge;
  /** Python: (session, what is asked with JSON behind it, local properties of the caller, secret) -> JSON, null or error. */
  private volatile scala.Function4 asked;
  private volatile Watched watched;
  /** How often what was known has been forgotten: an answer that was asked for before is not kept. */
  private final AtomicInteger forgotten = new AtomicInteger();

  public void connect(StatementBridge bridge, scala.Function4 asked) {
    this.bridge = bridge;
    this.asked = asked;
    this.watched = null;
  }

  /**
   * Looks at commands and queries of this session and of those made later.
   *
   * @return why queries of this session cannot be looked at; null if they are
   */
  public String install(SparkSession session) throws Exception {
    if (installed.put(session.extensions(), Boolean.TRUE) == null) {
      session.extensions().injectPlannerStrategy(new StrategyOfSession(this));
      session.extensions().injectHintResolutionRule(new RuleOfSession(this));
    }
    if (installed.put(session, Boolean.TRUE) == null) {
      scala.collection.immutable.Seq strategies = session.sessionState().experimentalMethods().extraStrategies();
      session.sessionState().experimentalMethods().extraStrategies_$eq(
          (scala.collection.immutable.Seq) strategies.prepended(new WatchedCommands(this, session)));
      // Sessions made later are told of the rule; the analyzer of this one is there already.
      Analyzer analyzer = session.sessionState().analyzer();
      try {
        Field rules = field(analyzer.getClass(), "hintResolutionRules");
        scala.collection.immutable.Seq before = (scala.collection.immutable.Seq) rules.get(analyzer);
        rules.set(analyzer, before.appended(new FreshReads(this, session)));
      } catch (NoSuchFieldException e) {
        return "its analyzer has no field hintResolutionRules";
      }
    }
    return null;
  }

  /** Asks Python again, before the next command or query, which tables matter. */
  public void forget() {
    forgotten.incrementAndGet();
    watched = null;
  }

  boolean isOn(SparkSession session) {
    return bridge != null && bridge.speaksIn(session);
  }

  /** Whether IMMEDIATE stream tables follow the table of a folder. */
  boolean isWatched(SparkSession session, String folder) {
    return now(session, 0).sources.contains(folder);
  }

  boolean hasReaders(SparkSession session) {
    return !now(session, READS_EVERY_MS).readers.isEmpty();
  }

  boolean isReader(SparkSession session, String name) {
    return now(session, READS_EVERY_MS).readers.contains(name);
  }

  /** Waits until no other statement of this process is between its commit and the maintenance of the same tables. */
  void begin(SparkSession session, String write, String folder) {
    Map told = new HashMap();
    told.put("write", write);
    told.put("folder", folder);
    ask(session, "begin", told);
  }

  /** Has the stream tables maintained; throws why the statement fails. */
  void finish(SparkSession session, String write, List commits) {
    Map told = new HashMap();
    told.put("write", write);
    told.put("commits", commits);
    ask(session, "finish", told);
  }

  /** Brings stream tables up to date that are about to be read. */
  void refresh(SparkSession session, List names) {
    ask(session, "read", Collections.singletonMap("names", names));
  }

  private Watched now(SparkSession session, long everyMs) {
    int before = forgotten.get();
    Watched known = watched;
    try {
      if (known == null || known.isOutdated(session.sparkContext().hadoopConfiguration(), everyMs)) {
        String told = ask(session, "watched", Collections.emptyMap());
        known = Watched.told((Map) mapper.readValue(told, HashMap.class));
        watched = known;
        if (forgotten.get() != before) {
          watched = null;
        }
      }
    } catch (java.io.IOException e) {
      Platform.throwException(e);
    } catch (py4j.Py4JException e) {
      // The Python process is gone or going: what is left of this JVM speaks Spark's own SQL.
      return Watched.NOTHING;
    }
    return known;
  }

  /** Calls Python, which works for whoever runs on this thread. */
  private String ask(SparkSession session, String what, Map told) {
    try {
      String text = what + " " + mapper.writeValueAsString(told);
      return (String) bridge.ask(asked, session, text, Callers.properties(session));
    } catch (java.io.IOException e) {
      Platform.throwException(e);
      return null;
    }
  }

  private static Field field(Class type, String name) throws NoSuchFieldException {
    for (Class at = type; at != null; at = at.getSuperclass()) {
      try {
        Field found = at.getDeclaredField(name);
        found.setAccessible(true);
        return found;
      } catch (NoSuchFieldException e) {
        continue;
      }
    }
    throw new NoSuchFieldException(name);
  }

  /** Makes the strategy of a new session, called by Spark's session extensions. */
  private static final class StrategyOfSession extends scala.runtime.AbstractFunction1 {
    private final Maintenance maintenance;

    StrategyOfSession(Maintenance maintenance) {
      this.maintenance = maintenance;
    }

    public Object apply(Object session) {
      return new WatchedCommands(maintenance, (SparkSession) session);
    }
  }

  /** Makes the rule of a new session. */
  private static final class RuleOfSession extends scala.runtime.AbstractFunction1 {
    private final Maintenance maintenance;

    RuleOfSession(Maintenance maintenance) {
      this.maintenance = maintenance;
    }

    public Object apply(Object session) {
      return new FreshReads(maintenance, (SparkSession) session);
    }
  }
}

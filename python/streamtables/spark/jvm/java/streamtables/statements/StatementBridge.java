/*
 * The JVM half of our place in Spark's parser. Spark's own run-time compiler (Janino, which also compiles Spark's
 * generated code) compiles our packages once per JVM, so the package ships no jar and needs no JDK.
 *
 * It is Java and not a Python proxy for two reasons. Other SQL never leaves the JVM: only statements whose first word
 * can begin one of ours are shown to Python. And a dynamic proxy may only throw what its interface declares, while
 * Spark's parser also throws checked exceptions that it does not declare: here they pass unchanged.
 *
 * Python's answers are values: null, a result, or a Throwable to throw. Janino knows no lambdas and few generics.
 */
package streamtables.statements;

import java.lang.reflect.Field;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.command.ViewHelper$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.unsafe.Platform;
import streamtables.tables.SessionCatalog;
import streamtables.tables.TableFacts;
import streamtables.tables.TransactionGuard;

/** What Python holds: switches the parsers on and off, and puts them into sessions. */
public final class StatementBridge extends scala.runtime.AbstractFunction2 implements java.io.Serializable {
  volatile boolean on = false;
  /**
   * Python: (session, text, whether parameters were given, secret) -> DDL of the result's columns, null if not ours,
   * error.
   */
  transient scala.Function4 reader;
  /** Python: (session, text, local properties of the caller, secret) -> pickled rows or error. */
  transient scala.Function4 runner;
  /** Python: (session, text, targets of the plan as one text, secret) -> null or error. */
  transient scala.Function4 inspector;
  /** What Python knows the JVM by, beside py4j's own check of connections. */
  private transient String secret;
  Set readWords = Collections.emptySet();
  Set inspectWords = Collections.emptySet();
  Map targetRules = Collections.emptyMap();
  private final transient ObjectMapper mapper = new ObjectMapper();
  private final transient InterruptedCallers callers = new InterruptedCallers();
  private final transient Map injected = new WeakHashMap();
  private final transient Map sessions = new WeakHashMap();

  public void connect(scala.Function4 reader, scala.Function4 runner, scala.Function4 inspector, String secret) {
    this.secret = secret;
    this.reader = reader;
    this.runner = runner;
    this.inspector = inspector;
  }

  /** Words are upper case; a rule, by class or interface, is {action, accessor of the target, of a condition, of a text or ""}. */
  public void configure(Collection readWords, Collection inspectWords, Map targetRules) {
    this.readWords = new HashSet(readWords);
    this.inspectWords = new HashSet(inspectWords);
    this.targetRules = new HashMap(targetRules);
  }

  public TableFacts tableFacts() {
    return new TableFacts();
  }

  public SessionFunctions sessionFunctions() {
    return new SessionFunctions();
  }

  /** Lets this thread begin transactions only on tables whose property has a value; null stands for no table. */
  public TransactionGuard guard(String property, String expected) {
    return TransactionGuard.watch(property, expected);
  }

  /** Lets this thread begin transactions only on a table that has this version. */
  public TransactionGuard guardVersion(long version) {
    return TransactionGuard.watchVersion(version);
  }

  public void setCallbackSecret(py4j.GatewayServer server, String secret) throws Exception {
    Callers.setSecret(server, secret);
  }

  /** Forgets what is cached of the rows of a table, and of whatever reads them; nothing is computed before it is read. */
  public void followCommit(SparkSession session, String schema, String table) throws Exception {
    CacheManager cache = session.sharedState().cacheManager();
    TableIdentifier name = new TableIdentifier(table, scala.Option.apply(schema));
    if (!cache.isEmpty() && session.sessionState().catalog().tableExists(name)) {
      cache.recacheByPath(session, session.sessionState().catalog().getTableMetadata(name).location().toString());
    }
  }

  public void setOn(boolean on) {
    this.on = on;
  }

  /** Builds the parser of a new session, called by Spark's session extensions. */
  public synchronized Object apply(Object session, Object delegate) {
    if (!on) {
      return delegate;
    }
    sessions.put(session, Boolean.TRUE);
    return new StatementParser(this, session, (ParserInterface) delegate);
  }

  /** Puts our parser into sessions made later, and into this one. */
  public synchronized void install(SparkSession session, SessionState state) throws Exception {
    if (injected.put(session.extensions(), Boolean.TRUE) == null) {
      session.extensions().injectParser(this);
    }
    ParserInterface present = state.sqlParser();
    if (present instanceof StatementParser && ((StatementParser) present).bridge == this) {
      return;
    }
    sessions.put(session, Boolean.TRUE);
    setParser(state, new StatementParser(this, session, remove(present)));
  }

  /** Gives the session back the parser it would have without us. */
  public void uninstall(SessionState state) throws Exception {
    setParser(state, remove(state.sqlParser()));
  }

  /** Makes a session's catalog, for that session and no other. */
  public void openCatalog(SparkSession session) {
    SessionCatalog.open(session);
  }

  /** Changes settings, null taking one away, and tells what they were; both as JSON. */
  public String setAll(SessionState state, String settings) throws Exception {
    SQLConf conf = state.conf();
    Map before = new HashMap();
    for (Iterator i = ((Map) mapper.readValue(settings, HashMap.class)).entrySet().iterator(); i.hasNext(); ) {
      Map.Entry setting = (Map.Entry) i.next();
      String key = (String) setting.getKey();
      before.put(key, conf.contains(key) ? conf.getConfString(key) : null);
      if (setting.getValue() == null) {
        conf.unsetConf(key);
      } else {
        conf.setConfString(key, (String) setting.getValue());
      }
    }
    return mapper.writeValueAsString(before);
  }

  /** Tells, as JSON, the settings of a session whose names begin in some way. */
  public String settings(SessionState state, String prefix) throws Exception {
    Map found = new HashMap();
    scala.collection.immutable.Map settings = state.conf().getAllConfs();
    for (scala.collection.Iterator i = settings.keysIterator(); i.hasNext(); ) {
      String key = (String) i.next();
      if (key.startsWith(prefix)) {
        found.put(key, settings.apply(key));
      }
    }
    return mapper.writeValueAsString(found);
  }

  /** Tells, as JSON, the settings that Spark would record in a view made in a session. */
  public String viewSettings(SessionState state) throws Exception {
    Map found = new HashMap();
    scala.collection.immutable.Map settings = ViewHelper$.MODULE$.sqlConfigsToProps(state.conf(), "");
    for (scala.collection.Iterator i = settings.keysIterator(); i.hasNext(); ) {
      Object key = i.next();
      found.put(key, settings.apply(key));
    }
    return mapper.writeValueAsString(found);
  }

  /** What a setting is where nobody sets it; empty if Spark knows none of that name. */
  public String defaultSetting(String name) {
    try {
      return new SQLConf().getConfString(name);
    } catch (NoSuchElementException e) {
      return "";
    }
  }

  /** Gives a session back the settings of an earlier {@code getAllConfs}, and a clean name space. */
  public void clean(SessionState state, scala.collection.immutable.Map before) {
    SQLConf settings = state.conf();
    scala.collection.immutable.Map now = settings.getAllConfs();
    for (scala.collection.Iterator i = now.keysIterator(); i.hasNext(); ) {
      String key = (String) i.next();
      if (!before.contains(key)) {
        settings.unsetConf(key);
      }
    }
    for (scala.collection.Iterator i = before.keysIterator(); i.hasNext(); ) {
      String key = (String) i.next();
      scala.Option value = before.get(key);
      if (!value.equals(now.get(key))) {
        settings.setConfString(key, (String) value.get());
      }
    }
    state.catalog().clearTempTables();
    // What was listed of the files of other tables than Delta's is kept with them, whoever writes to them meanwhile.
    state.catalog().invalidateAllCachedTables();
    SessionFunctions.forget(state);
    if (!state.catalogManager().currentCatalog().name().equals("spark_catalog")) {
      state.catalogManager().setCurrentCatalog("spark_catalog");
    }
    String[] home = new String[] {"default"};
    if (!Arrays.equals(state.catalogManager().currentNamespace(), home)) {
      state.catalogManager().setCurrentNamespace(home);
    }
  }

  private static ParserInterface remove(ParserInterface parser) {
    while (parser instanceof StatementParser) {
      parser = ((StatementParser) parser).delegate;
    }
    return parser;
  }

  /** The same for every session that has our parser. */
  public synchronized void uninstallEverywhere() throws Exception {
    for (Iterator i = sessions.keySet().iterator(); i.hasNext(); ) {
      uninstall(((SparkSession) i.next()).sessionState());
    }
    sessions.clear();
  }

  private static void setParser(SessionState state, ParserInterface parser) throws Exception {
    Field field = SessionState.class.getDeclaredField("sqlParser");
    field.setAccessible(true);
    field.set(state, parser);
  }

  /** Builds the exception that every client of Spark understands. */
  public Throwable error(boolean syntax, String message, String condition, String sqlState, Map parameters) {
    scala.collection.immutable.Map values = scala.collection.immutable.Map$.MODULE$.empty();
    for (Iterator i = parameters.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry entry = (Map.Entry) i.next();
      values = (scala.collection.immutable.Map) values.updated(entry.getKey(), entry.getValue());
    }
    if (syntax) {
      return new StatementSyntaxException(message, condition, sqlState, new HashMap(parameters));
    }
    scala.Option none = scala.Option.empty();
    return new AnalysisException(message, none, none, none, scala.Option.apply(condition), values,
        new QueryContext[0], scala.Option.apply(sqlState), scala.Option.apply(message));
  }

  /** Whether a session speaks our statements: those of users do, those of the engine do not. */
  public boolean speaksIn(SparkSession session) {
    return on && session.sessionState().sqlParser() instanceof StatementParser;
  }

  /** Runs a statement for this thread, and cancels its Spark jobs if the thread is interrupted meanwhile. */
  byte[] run(SparkSession session, String text) {
    Properties properties = Callers.properties(session);
    Object caller = callers.begin(session.sparkContext(), properties);
    try {
      return (byte[]) ask(runner, session, text, properties);
    } finally {
      callers.end(caller);
    }
  }

  /** Calls Python; throws what it answers when that is an exception. */
  public Object ask(scala.Function4 python, Object session, String text, Object extra) {
    Object answer;
    try {
      answer = python.apply(session, text, extra, secret);
    } catch (UndeclaredThrowableException e) {
      Platform.throwException(e.getCause());
      return null;
    }
    if (answer instanceof Throwable) {
      Platform.throwException((Throwable) answer);
    }
    return answer;
  }
}

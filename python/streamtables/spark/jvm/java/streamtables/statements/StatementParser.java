package streamtables.statements;

import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.NamedParameterContext;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.parser.PositionalParameterContext;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.internal.VariableSubstitution;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/** Stands before Delta's parser in a session. */
final class StatementParser implements ParserInterface {
  final StatementBridge bridge;
  final Object session;
  final ParserInterface delegate;

  StatementParser(StatementBridge bridge, Object session, ParserInterface delegate) {
    this.bridge = bridge;
    this.session = session;
    this.delegate = delegate;
  }

  public LogicalPlan parsePlan(String text) {
    return parse(text, null);
  }

  public LogicalPlan parsePlanWithParameters(String text, ParameterContext parameters) {
    return parse(text, parameters);
  }

  private LogicalPlan parse(String text, ParameterContext parameters) {
    if (!bridge.on) {
      return parseOther(text, parameters);
    }
    String word = FirstWord.of(text);
    if (bridge.readWords.contains(word)) {
      String substituted = text.indexOf("${") < 0 ? text : new VariableSubstitution().substitute(text);
      Object columns = read(substituted, parameters);
      if (columns != null) {
        StructType schema = ((String) columns).isEmpty() ? new StructType() : StructType.fromDDL((String) columns);
        return StatementProcedure.plan(bridge, session, substituted, schema);
      }
    }
    LogicalPlan plan = parseOther(text, parameters);
    if (bridge.inspectWords.contains(word)) {
      inspect(text, plan);
    }
    return plan;
  }

  private Object read(String text, ParameterContext parameters) {
    try {
      return bridge.ask(bridge.reader, session, text, Boolean.valueOf(hasValues(parameters)));
    } catch (py4j.Py4JException e) {
      // The Python process is gone or going: what is left of this JVM speaks Spark's own SQL.
      return null;
    }
  }

  private void inspect(String text, LogicalPlan plan) {
    StringBuilder found = new StringBuilder();
    try {
      PlanTargets.collect(plan, bridge.targetRules, found);
    } catch (Exception e) {
      Platform.throwException(e);
    }
    if (found.length() > 0 && !UserTables.areAll((SparkSession) session, found.toString())) {
      try {
        bridge.ask(bridge.inspector, session, text, found.toString());
      } catch (py4j.Py4JException e) {
        return;
      }
    }
  }

  private static boolean hasValues(ParameterContext parameters) {
    if (parameters instanceof NamedParameterContext) {
      return !((NamedParameterContext) parameters).params().isEmpty();
    }
    if (parameters instanceof PositionalParameterContext) {
      return !((PositionalParameterContext) parameters).params().isEmpty();
    }
    return parameters != null;
  }

  private LogicalPlan parseOther(String text, ParameterContext parameters) {
    try {
      if (parameters == null) {
        return delegate.parsePlan(text);
      }
      ParserInterface spark = hasValues(parameters) ? behindDelta() : null;
      if (spark == null) {
        return delegate.parsePlanWithParameters(text, parameters);
      }
      // Delta's parser drops the values, so Spark's own is asked first; what it does not know is Delta's.
      try {
        return spark.parsePlanWithParameters(text, parameters);
      } catch (ParseException e) {
        return delegate.parsePlanWithParameters(text, parameters);
      }
    } catch (Throwable e) {
      Platform.throwException(e);
      return null;
    }
  }

  private ParserInterface behindDelta() throws Exception {
    if (!delegate.getClass().getName().equals("io.delta.sql.parser.DeltaSqlParser")) {
      return null;
    }
    return (ParserInterface) delegate.getClass().getMethod("delegate", new Class[0]).invoke(delegate, new Object[0]);
  }

  public LogicalPlan parseQuery(String text) throws ParseException {
    return delegate.parseQuery(text);
  }

  public Expression parseExpression(String text) throws ParseException {
    return delegate.parseExpression(text);
  }

  public TableIdentifier parseTableIdentifier(String text) throws ParseException {
    return delegate.parseTableIdentifier(text);
  }

  public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
    return delegate.parseFunctionIdentifier(text);
  }

  public scala.collection.immutable.Seq parseMultipartIdentifier(String text) throws ParseException {
    return delegate.parseMultipartIdentifier(text);
  }

  public StructType parseRoutineParam(String text) throws ParseException {
    return delegate.parseRoutineParam(text);
  }

  public StructType parseTableSchema(String text) throws ParseException {
    return delegate.parseTableSchema(text);
  }

  public DataType parseDataType(String text) throws ParseException {
    return delegate.parseDataType(text);
  }
}

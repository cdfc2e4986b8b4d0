package streamtables.statements;

import java.util.Map;

import org.apache.spark.QueryContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;

/** A statement of ours that does not parse. */
final class StatementSyntaxException extends ParseException {
  private final String text;
  private final String condition;
  private final String state;
  private final Map parameters;

  StatementSyntaxException(String text, String condition, String state, Map parameters) {
    super(scala.Option.empty(), CurrentOrigin.get(), "PARSE_SYNTAX_ERROR", superParameters(), new QueryContext[0]);
    this.text = text;
    this.condition = condition;
    this.state = state;
    this.parameters = parameters;
  }

  private static scala.collection.immutable.Map superParameters() {
    scala.collection.immutable.Map map = scala.collection.immutable.Map$.MODULE$.empty();
    map = (scala.collection.immutable.Map) map.updated("error", "");
    return (scala.collection.immutable.Map) map.updated("hint", "");
  }

  public String getMessage() {
    return text;
  }

  public String getCondition() {
    return condition;
  }

  public String getSqlState() {
    return state;
  }

  public Map getMessageParameters() {
    return parameters;
  }

  public QueryContext[] getQueryContext() {
    return new QueryContext[0];
  }
}

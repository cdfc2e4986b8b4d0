package streamtables.statements;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistryBase;
import org.apache.spark.sql.catalyst.analysis.SQLFunctionNode;
import org.apache.spark.sql.catalyst.analysis.SQLScalarFunction;
import org.apache.spark.sql.catalyst.catalog.CatalogFunction;
import org.apache.spark.sql.catalyst.catalog.FunctionResource;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.PythonUDAF;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression$;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SessionState;
import scala.jdk.javaapi.CollectionConverters;

/** The functions that users registered in a session or created in the catalog: who calls them, who may borrow them. */
public final class SessionFunctions {
  private final ObjectMapper mapper = new ObjectMapper();

  /** Lets a session call the temporary functions of another. */
  public static void lend(SessionState from, SessionState to) {
    copy(from.functionRegistry(), to.functionRegistry());
    copy(from.tableFunctionRegistry(), to.tableFunctionRegistry());
  }

  /** Forgets all functions but Spark's own: those lent, and stored ones, which others may since have replaced. */
  public static void forget(SessionState state) {
    forget(state.functionRegistry());
    forget(state.tableFunctionRegistry());
  }

  private static void copy(FunctionRegistryBase from, FunctionRegistryBase to) {
    for (Iterator i = CollectionConverters.asJava(from.listFunction()).iterator(); i.hasNext(); ) {
      FunctionIdentifier name = (FunctionIdentifier) i.next();
      if (isIn(name, "session")) {
        scala.Option info = from.lookupFunction(name);
        scala.Option builder = from.lookupFunctionBuilder(name);
        if (info.isDefined() && builder.isDefined()) {
          to.registerFunction(name, (ExpressionInfo) info.get(), (scala.Function1) builder.get());
        }
      }
    }
  }

  private static void forget(FunctionRegistryBase registry) {
    for (Iterator i = CollectionConverters.asJava(registry.listFunction()).iterator(); i.hasNext(); ) {
      FunctionIdentifier name = (FunctionIdentifier) i.next();
      if (!isIn(name, "builtin")) {
        registry.dropFunction(name);
      }
    }
  }

  private static boolean isIn(FunctionIdentifier name, String namespace) {
    return name.catalog().contains("system") && name.database().contains(namespace);
  }

  /** The users' functions of an analysed plan, as a JSON list. */
  public String called(LogicalPlan plan) throws Exception {
    Map found = new LinkedHashMap();
    visit(plan, found);
    return mapper.writeValueAsString(found.values());
  }

  private static void visit(LogicalPlan plan, Map found) {
    if (plan instanceof SQLFunctionNode) {
      note(found, ((SQLFunctionNode) plan).function().name().unquotedString(), "table", true, false);
    }
    for (Iterator i = CollectionConverters.asJava(plan.expressions()).iterator(); i.hasNext(); ) {
      visit((Expression) i.next(), found);
    }
    for (Iterator i = CollectionConverters.asJava(plan.children()).iterator(); i.hasNext(); ) {
      visit((LogicalPlan) i.next(), found);
    }
    for (Iterator i = CollectionConverters.asJava(plan.subqueries()).iterator(); i.hasNext(); ) {
      visit((LogicalPlan) i.next(), found);
    }
  }

  private static void visit(Expression expression, Map found) {
    List children = new ArrayList(CollectionConverters.asJava(expression.children()));
    if (expression instanceof SQLScalarFunction) {
      // Its only child is its body; the arguments are computed below it.
      boolean reads = SubqueryExpression$.MODULE$.hasSubquery(expression);
      String name = ((SQLScalarFunction) expression).function().name().unquotedString();
      note(found, name, "scalar", expression.deterministic(), reads);
    } else if (expression instanceof UserDefinedExpression) {
      String kind = expression instanceof PythonUDAF ? "lone aggregate"
          : expression instanceof AggregateFunction ? "aggregate"
          : expression instanceof Generator ? "generator" : "scalar";
      boolean itself = expression.deterministic();
      for (Iterator i = children.iterator(); i.hasNext() && !itself; ) {
        // An argument that is not deterministic is the argument's own matter.
        itself = !((Expression) i.next()).deterministic();
      }
      note(found, ((UserDefinedExpression) expression).name(), kind, itself, false);
    }
    for (Iterator i = children.iterator(); i.hasNext(); ) {
      visit((Expression) i.next(), found);
    }
  }

  private static void note(Map found, String name, String kind, boolean deterministic, boolean reads) {
    Map facts = new HashMap();
    facts.put("name", name.toLowerCase(java.util.Locale.ROOT));
    facts.put("kind", kind);
    facts.put("deterministic", Boolean.valueOf(deterministic));
    facts.put("reads_tables", Boolean.valueOf(reads));
    scala.Option own = FunctionRegistry$.MODULE$.builtin().lookupFunction(new FunctionIdentifier(name));
    facts.put("shadows", Boolean.valueOf(own.isDefined()));
    found.put(facts, facts);
  }

  /** Class and resources of a stored function, where a SQL function has its text; null if there is none. */
  public static String meaning(SessionState state, String schema, String name) {
    if (!state.catalog().externalCatalog().functionExists(schema, name)) {
      return null;
    }
    CatalogFunction function = state.catalog().externalCatalog().getFunction(schema, name);
    StringBuilder text = new StringBuilder(function.className());
    for (Iterator i = CollectionConverters.asJava(function.resources()).iterator(); i.hasNext(); ) {
      FunctionResource resource = (FunctionResource) i.next();
      text.append('\n').append(resource.resourceType().resourceType()).append(' ').append(resource.uri());
    }
    return text.toString();
  }

  /** Whether the session has a temporary function of a name. */
  public static boolean has(SessionState state, String name) {
    FunctionIdentifier identifier = new FunctionIdentifier(name,
        scala.Option.apply("session"), scala.Option.apply("system"));
    return state.functionRegistry().functionExists(identifier)
        || state.tableFunctionRegistry().functionExists(identifier);
  }
}

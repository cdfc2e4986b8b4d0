package streamtables.statements;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Map;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Finds what a parsed statement writes to: each target as its action, the parts of its name and, of a view, its query. */
final class PlanTargets {
  static final String PART_END = "\u001f";
  static final String TARGET_END = "\u001e";
  static final String TEXT_START = "\u001d";
  private static final String[] NAMES = {"multipartIdentifier", "nameParts"};
  private static final String[] INNER = {"child", "relation", "table"};

  static void collect(Object plan, Map rules, StringBuilder found) throws Exception {
    String[] rule = rule(plan.getClass(), rules);
    if (rule != null) {
      if (rule[2].isEmpty() || Boolean.TRUE.equals(get(plan, rule[2]))) {
        Object target = get(plan, rule[1]);
        scala.collection.Seq parts = name(target, 0);
        if (target instanceof String && ((String) target).matches("[\\w.`]+")) {
          String dotted = ((String) target).replace("`", "");
          found.append(rule[0]).append(PART_END).append(dotted.replace(".", PART_END)).append(TARGET_END);
        } else if (parts != null) {
          found.append(rule[0]);
          for (int i = 0; i < parts.size(); i++) {
            found.append(PART_END).append(parts.apply(i));
          }
          Object text = rule[3].isEmpty() ? null : get(plan, rule[3]);
          if (text instanceof scala.Some) {
            text = ((scala.Some) text).get();
          }
          if (text instanceof String) {
            found.append(TEXT_START).append(text);
          }
          found.append(TARGET_END);
        }
      }
      return;
    }
    if (plan instanceof LogicalPlan) {
      collectAll(((LogicalPlan) plan).children(), rules, found);
    }
    collectAll(get(plan, "collection"), rules, found);
    collectAll(get(plan, "parsedPlan"), rules, found);
  }

  private static String[] rule(Class type, Map rules) {
    String[] rule = (String[]) rules.get(type.getSimpleName());
    Class[] interfaces = type.getInterfaces();
    for (int i = 0; rule == null && i < interfaces.length; i++) {
      rule = (String[]) rules.get(interfaces[i].getSimpleName());
    }
    return rule;
  }

  private static void collectAll(Object inner, Map rules, StringBuilder found) throws Exception {
    if (inner instanceof scala.collection.Seq) {
      for (scala.collection.Iterator i = ((scala.collection.Seq) inner).iterator(); i.hasNext(); ) {
        collect(i.next(), rules, found);
      }
    } else if (inner instanceof LogicalPlan) {
      collect(inner, rules, found);
    }
  }

  private static scala.collection.Seq name(Object plan, int depth) throws Exception {
    if (plan == null || depth > 3) {
      return null;
    }
    for (int i = 0; i < NAMES.length; i++) {
      Object parts = get(plan, NAMES[i]);
      if (parts instanceof scala.collection.Seq) {
        return (scala.collection.Seq) parts;
      }
    }
    for (int i = 0; i < INNER.length; i++) {
      scala.collection.Seq parts = name(get(plan, INNER[i]), depth + 1);
      if (parts != null) {
        return parts;
      }
    }
    return null;
  }

  /** The value of a public method without arguments, or null if there is none. */
  private static Object get(Object value, String accessor) throws Exception {
    Method method;
    try {
      method = value.getClass().getMethod(accessor, new Class[0]);
    } catch (NoSuchMethodException e) {
      return null;
    }
    return method.invoke(value, new Object[0]);
  }
}

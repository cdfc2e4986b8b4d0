package streamtables.statements;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;

import net.razorvine.pickle.Unpickler;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.ResolvedProcedure;
import org.apache.spark.sql.catalyst.plans.logical.Call;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.execution.python.EvaluatePython;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.Platform;
import streamtables.tables.SessionCatalog;

/** One statement of ours as a procedure that Spark calls once, while it analyses the plan. */
final class StatementProcedure implements BoundProcedure {
  private final StatementBridge bridge;
  private final Object session;
  private final String text;
  private final StructType columns;

  private StatementProcedure(StatementBridge bridge, Object session, String text, StructType columns) {
    this.bridge = bridge;
    this.session = session;
    this.text = text;
    this.columns = columns;
  }

  static LogicalPlan plan(StatementBridge bridge, Object session, String text, StructType columns) {
    StatementProcedure procedure = new StatementProcedure(bridge, session, text, columns);
    ResolvedProcedure resolved = new ResolvedProcedure(new Catalog(), new Name(), procedure);
    scala.collection.immutable.Seq none = (scala.collection.immutable.Seq) scala.collection.immutable.Nil$.MODULE$;
    return new Call(resolved, none, true);
  }

  public String name() {
    return Name.NAME;
  }

  public String description() {
    return text;
  }

  public ProcedureParameter[] parameters() {
    return new ProcedureParameter[0];
  }

  public boolean isDeterministic() {
    return false;
  }

  public Iterator call(InternalRow arguments) {
    SessionCatalog.open((SparkSession) session);
    byte[] pickled = bridge.run((SparkSession) session, text);
    try {
      List values = (List) new Unpickler().loads(pickled);
      scala.Function1 convert = EvaluatePython.makeFromJava(columns);
      InternalRow[] rows = new InternalRow[values.size()];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = (InternalRow) convert.apply(values.get(i));
      }
      return Collections.singletonList(new Rows(columns, rows)).iterator();
    } catch (Exception e) {
      Platform.throwException(e);
      return null;
    }
  }

  /** The rows a statement answered. */
  private static final class Rows implements LocalScan {
    private final StructType columns;
    private final InternalRow[] rows;

    Rows(StructType columns, InternalRow[] rows) {
      this.columns = columns;
      this.rows = rows;
    }

    public StructType readSchema() {
      return columns;
    }

    public InternalRow[] rows() {
      return rows;
    }
  }

  /** Where Spark thinks the procedure comes from. */
  private static final class Catalog implements ProcedureCatalog {
    public void initialize(String name, CaseInsensitiveStringMap options) {}

    public String name() {
      return "streamtables";
    }

    public UnboundProcedure loadProcedure(Identifier name) {
      throw new UnsupportedOperationException(name.toString());
    }

    public Identifier[] listProcedures(String[] namespace) {
      return new Identifier[0];
    }
  }

  /** The one name in that catalog. */
  private static final class Name implements Identifier {
    static final String NAME = "stream_statement";

    public String[] namespace() {
      return new String[0];
    }

    public String name() {
      return NAME;
    }
  }
}

package streamtables.streaming;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.catalyst.types.DataTypeUtils$;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.StreamingExecutionRelation;
import org.apache.spark.sql.execution.streaming.runtime.StreamingExecutionRelation$;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import streamtables.statements.Callers;
import streamtables.statements.StatementBridge;

/** Opens change feeds as streams, and has Python read them. */
public final class ChangeStreams {
  private final ObjectMapper mapper = new ObjectMapper();
  private volatile StatementBridge bridge;
  /** Python: (session, a range of versions as JSON, local properties of the caller, secret) -> frame or error. */
  private volatile scala.Function4 reader;

  public void connect(StatementBridge bridge, scala.Function4 reader) {
    this.bridge = bridge;
    this.reader = reader;
  }

  /**
   * Makes a streaming frame.
   *
   * @param log the folder of the table's log
   * @param id tells the stream table from an earlier and a later one of its name
   * @param since the version from which changes count, exclusive; null for all rows first
   * @param newest a version that is there
   */
  public Dataset open(
      SparkSession session, StructType schema, String table, String log, String id, Long since, long newest) {
    ChangeStream source = new ChangeStream(this, session, schema, table, log, id, since, newest);
    return Dataset$.MODULE$.ofRows(session, new StreamingExecutionRelation(source,
        DataTypeUtils$.MODULE$.toAttributes(schema), scala.Option.empty(),
        StreamingExecutionRelation$.MODULE$.apply$default$4(), session));
  }

  /** Asks for the rows of a range, which are read when the frame is used. */
  Dataset read(SparkSession session, String table, String id, Long since, long until) {
    Map told = new HashMap();
    told.put("table", table);
    told.put("id", id);
    told.put("since", since);
    told.put("until", Long.valueOf(until));
    try {
      String text = mapper.writeValueAsString(told);
      return (Dataset) bridge.ask(reader, session, text, Callers.properties(session));
    } catch (IOException e) {
      Platform.throwException(e);
      return null;
    }
  }
}

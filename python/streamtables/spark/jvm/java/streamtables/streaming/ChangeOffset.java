package streamtables.streaming;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.execution.streaming.Offset;
import org.apache.spark.unsafe.Platform;

/** How far a query has come: a version of a stream table, which is another one if it is dropped and made anew. */
final class ChangeOffset extends Offset {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  final String id;
  final long version;

  ChangeOffset(String id, long version) {
    this.id = id;
    this.version = version;
  }

  /** Takes one of ours, or what Spark has kept of it. */
  static ChangeOffset of(Offset offset) {
    if (offset instanceof ChangeOffset) {
      return (ChangeOffset) offset;
    }
    try {
      Map kept = (Map) MAPPER.readValue(offset.json(), TreeMap.class);
      return new ChangeOffset((String) kept.get("id"), ((Number) kept.get("version")).longValue());
    } catch (IOException e) {
      Platform.throwException(e);
      return null;
    }
  }

  public String json() {
    Map kept = new TreeMap();
    kept.put("id", id);
    kept.put("version", Long.valueOf(version));
    try {
      return MAPPER.writeValueAsString(kept);
    } catch (IOException e) {
      Platform.throwException(e);
      return null;
    }
  }
}

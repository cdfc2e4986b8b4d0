package streamtables.tables;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action$;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.jdk.javaapi.CollectionConverters;

/** The rows of a change, as one frame, made in one call: each call from Python for a column or a step costs its own. */
public final class ChangeRows {
  private static final String SEPARATOR = "\0";

  private ChangeRows() {}

  /** The live rows of files, an action a line. */
  public static Dataset ofFiles(DeltaLog log, Snapshot snapshot, String actions) {
    List files = new ArrayList();
    String[] lines = actions.split("\n");
    for (int i = 0; i < lines.length; i++) {
      if (!lines[i].isEmpty()) {
        files.add(Action$.MODULE$.fromJson(lines[i]));
      }
    }
    return (Dataset) GivenFiles.rows(log, snapshot, CollectionConverters.asScala(files).toSeq());
  }

  /**
   * The rows of three kinds of files, one after the other, each with a select list of its own: files that came and
   * files that went, an action a line, and change data files, named as the log names them.
   */
  public static Dataset of(SparkSession session, DeltaLog log, Snapshot snapshot, String[] files, String[] selects) {
    Dataset all = null;
    if (!files[0].isEmpty() || (files[1].isEmpty() && files[2].isEmpty())) {
      all = ofFiles(log, snapshot, files[0]).selectExpr(selects[0].split(SEPARATOR));
    }
    if (!files[1].isEmpty()) {
      all = and(all, ofFiles(log, snapshot, files[1]).selectExpr(selects[1].split(SEPARATOR)));
    }
    if (!files[2].isEmpty()) {
      all = and(all, ofFeed(session, log, snapshot, files[2]).selectExpr(selects[2].split(SEPARATOR)));
    }
    return all;
  }

  private static Dataset and(Dataset rows, Dataset more) {
    return rows == null ? more : rows.unionAll(more);
  }

  private static Dataset ofFeed(SparkSession session, DeltaLog log, Snapshot snapshot, String names) {
    String[] paths = names.split(SEPARATOR);
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new Path(log.dataPath(), paths[i]).toString();
    }
    return session.read().schema(snapshot.schema().add("_change_type", DataTypes.StringType)).parquet(paths);
  }

  /** Equal rows as one, with the sum of their weights, those left out whose sum is zero. */
  public static Dataset consolidated(Dataset rows, String keys, String weight) {
    Column total = functions.sum(weight).as(weight);
    String[] names = keys.isEmpty() ? new String[0] : keys.split(SEPARATOR);
    Column[] columns = new Column[names.length];
    for (int i = 0; i < names.length; i++) {
      columns[i] = functions.col(names[i]);
    }
    return rows.groupBy(columns).agg(total, new Column[0]).where(functions.col(weight).notEqual(Long.valueOf(0)));
  }
}

package streamtables.tables;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.delta.DataFrameUtils$;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.files.TahoeBatchFileIndex;
import org.apache.spark.sql.delta.sources.DeltaSQLConf$;
import org.apache.spark.sql.execution.datasources.LogicalRelation$;
import org.apache.spark.sql.internal.SQLConf$;
import scala.collection.immutable.Seq;

/**
 * Files that are known and have to be read, all of them.
 *
 * <p>Delta's own index runs a query over the files whenever it is asked for them, twice a scan and also where nothing
 * is to be left out.
 */
public final class GivenFiles extends TahoeBatchFileIndex {
  private GivenFiles(DeltaLog log, Snapshot snapshot, Seq files) {
    super(log.spark(), "batch", files, log, log.dataPath(), snapshot, false);
  }

  /** The live rows of files. */
  static Dataset rows(DeltaLog log, Snapshot snapshot, Seq files) {
    Object drop = SQLConf$.MODULE$.get().getConf(DeltaSQLConf$.MODULE$.DELTA_CREATE_DATAFRAME_DROP_NULL_COLUMNS());
    Object relation = log.buildHadoopFsRelationWithFileIndex(
        snapshot, new GivenFiles(log, snapshot, files), scala.Option.empty(), ((Boolean) drop).booleanValue());
    return DataFrameUtils$.MODULE$.ofRows(
        log.spark(),
        LogicalRelation$.MODULE$.apply((org.apache.spark.sql.sources.BaseRelation) relation, false));
  }

  @Override
  public Seq matchingFiles(Seq partitionFilters, Seq dataFilters) {
    scala.collection.Iterator filters = partitionFilters.iterator();
    while (filters.hasNext()) {
      if (!filters.next().equals(Literal$.MODULE$.TrueLiteral())) {
        return super.matchingFiles(partitionFilters, dataFilters);
      }
    }
    return addFiles();
  }
}

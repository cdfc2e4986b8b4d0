package streamtables.tables;

import java.io.FileNotFoundException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action$;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor$;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArrayFormat$;
import org.apache.spark.sql.delta.deletionvectors.StoredBitmap$;
import org.apache.spark.sql.delta.storage.dv.HadoopFileSystemDVStore;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.unsafe.Platform;

/** What Python asks about tables, answered as JSON in one call: asking value by value costs a call for each. */
public final class TableFacts {
  private final ObjectMapper mapper = new ObjectMapper();

  /** A table or view of the session catalog; null if there is none. */
  public static CatalogTable find(SessionState state, String schema, String table) {
    TableIdentifier identifier =
        state.catalog().qualifyIdentifier(new TableIdentifier(table, scala.Option.apply(schema)));
    try {
      // The session's catalog asks the metastore three times: for the schema, whether there is a table, and for it.
      return state.catalog().externalCatalog().getTable((String) identifier.database().get(), identifier.table());
    } catch (Exception e) {
      // A metastore that cannot be asked is an AnalysisException too, and not the same as no table.
      if (!(e instanceof NoSuchTableException) && !(e instanceof NoSuchDatabaseException)
          && !(e instanceof NoSuchNamespaceException)) {
        Platform.throwException(e);
      }
      return null;
    }
  }

  /** What is known of a table or view of the session catalog; null if there is none. */
  public Object entry(SessionState state, String schema, String table) throws Exception {
    CatalogTable found = find(state, schema, table);
    return found == null ? null : LongText.of(mapper.writeValueAsString(facts(found)));
  }

  /** Those of some tables and views of a schema of the session catalog that there are, in one question to the metastore. */
  public Object entries(SessionState state, String schema, List tables) throws Exception {
    ArrayList names = new ArrayList();
    String database = null;
    for (Iterator i = tables.iterator(); i.hasNext(); ) {
      TableIdentifier identifier =
          state.catalog().qualifyIdentifier(new TableIdentifier((String) i.next(), scala.Option.apply(schema)));
      database = (String) identifier.database().get();
      names.add(identifier.table());
    }
    List entries = new ArrayList();
    scala.collection.immutable.Seq wanted = scala.jdk.javaapi.CollectionConverters.asScala(names).toList();
    for (Iterator i = list(state.catalog().externalCatalog().getTablesByName(database, wanted)).iterator(); i.hasNext(); ) {
      entries.add(facts((CatalogTable) i.next()));
    }
    return LongText.of(mapper.writeValueAsString(entries));
  }

  /** Where a managed table of a name lies, or would lie. */
  public String defaultLocation(SessionState state, String schema, String table) {
    return state.catalog().defaultTablePath(new TableIdentifier(table, scala.Option.apply(schema))).toString();
  }

  private Map facts(CatalogTable found) {
    boolean view = found.tableType().name().equals("VIEW");
    Map facts = new HashMap();
    facts.put("schema", found.identifier().database().get());
    facts.put("table", found.identifier().table());
    facts.put("view", Boolean.valueOf(view));
    facts.put("location", view || found.storage().locationUri().isEmpty() ? null : found.location().toString());
    facts.put("provider", found.provider().isDefined() ? found.provider().get() : null);
    facts.put("text", view && found.viewText().isDefined() ? found.viewText().get() : null);
    facts.put("columns", CharVarcharUtils.replaceCharVarcharWithStringInSchema(found.schema()).json());
    facts.put("namespace", view ? list(found.viewCatalogAndNamespace()) : new ArrayList());
    facts.put("properties", map(found.properties()));
    return facts;
  }

  /** What a snapshot says of its table. */
  public Object snapshot(Snapshot snapshot) throws Exception {
    Map facts = new HashMap();
    facts.put("version", Long.valueOf(snapshot.version()));
    facts.put("table_id", snapshot.metadata().id());
    facts.put("columns", snapshot.schema().json());
    facts.put("partition_columns", list(snapshot.metadata().partitionColumns()));
    facts.put("properties", map(snapshot.metadata().configuration()));
    facts.put("timestamp", Long.valueOf(snapshot.timestamp()));
    VersionChecksum checksum = checksum(snapshot);
    facts.put("size", checksum == null ? null : Long.valueOf(checksum.tableSizeBytes()));
    facts.put("files", checksum == null ? null : Long.valueOf(checksum.numFiles()));
    return LongText.of(mapper.writeValueAsString(facts));
  }

  /** The live files of a snapshot, an action a line; null if they are more than {@code most}. */
  public Object files(Snapshot snapshot, long most) {
    VersionChecksum checksum = checksum(snapshot);
    if ((checksum == null ? snapshot.numOfFiles() : checksum.numFiles()) > most) {
      return null;
    }
    StringBuilder lines = new StringBuilder();
    AddFile[] files = (AddFile[]) snapshot.allFiles().collect();
    for (int i = 0; i < files.length; i++) {
      lines.append(files[i].json()).append('\n');
    }
    return LongText.of(lines.toString());
  }

  /** The size of a snapshot's files: from its checksum file, or else from its whole log. */
  public long sizeInBytes(Snapshot snapshot) {
    VersionChecksum checksum = checksum(snapshot);
    return checksum == null ? snapshot.sizeInBytes() : checksum.tableSizeBytes();
  }

  /**
   * The live rows of a snapshot of few files, by its checksum file and without a job; -1 if a file does not tell them,
   * null if the checksum file lists no files.
   */
  public Long liveRows(Snapshot snapshot) {
    VersionChecksum checksum = checksum(snapshot);
    if (checksum == null || checksum.allFiles().isEmpty()) {
      return null;
    }
    long rows = 0;
    for (Iterator i = list((scala.collection.Iterable) checksum.allFiles().get()).iterator(); i.hasNext(); ) {
      scala.Option own = ((AddFile) i.next()).numLogicalRecords();
      if (own.isEmpty()) {
        return Long.valueOf(-1);
      }
      rows += ((Long) own.get()).longValue();
    }
    return Long.valueOf(rows);
  }

  private static VersionChecksum checksum(Snapshot snapshot) {
    return snapshot.checksumOpt().isDefined() ? (VersionChecksum) snapshot.checksumOpt().get() : null;
  }

  /** The most bytes that the driver's memory may grow to, and the most that a job may send to it; 0 for any. */
  public long[] memory(org.apache.spark.api.java.JavaSparkContext context) {
    return new long[] {
      Runtime.getRuntime().maxMemory(), context.getConf().getSizeAsBytes("spark.driver.maxResultSize", "1g")
    };
  }

  /** The bytes of data files, named as the log names them, as they were before they were compressed. */
  public long uncompressed(DeltaLog log, String paths) throws Exception {
    Configuration hadoop = log.newDeltaHadoopConf();
    String[] names = paths.split("\0");
    long size = 0;
    for (int i = 0; i < names.length; i++) {
      ParquetFileReader file = ParquetFileReader.open(HadoopInputFile.fromPath(new Path(log.dataPath(), names[i]), hadoop));
      try {
        for (Iterator j = file.getRowGroups().iterator(); j.hasNext(); ) {
          size += ((BlockMetaData) j.next()).getTotalByteSize();
        }
      } finally {
        file.close();
      }
    }
    return size;
  }

  /** The live rows of given files, an action a line. */
  public Object read(DeltaLog log, Snapshot snapshot, String actions) {
    return ChangeRows.ofFiles(log, snapshot, actions);
  }

  /** The rows of files that came, that went, and of change data files, each under its select list. */
  public Object readChange(
      org.apache.spark.sql.classic.SparkSession session, DeltaLog log, Snapshot snapshot,
      String came, String went, String feed, String selectCame, String selectWent, String selectFeed) {
    String[] selects = new String[] {selectCame, selectWent, selectFeed};
    return ChangeRows.of(session, log, snapshot, new String[] {came, went, feed}, selects);
  }

  /** Equal rows of a change as one. */
  public Object consolidated(org.apache.spark.sql.classic.Dataset rows, String keys, String weight) {
    return ChangeRows.consolidated(rows, keys, weight);
  }

  /**
   * The rows of a file that one state has and the other has not: first those that {@code before} alone has, then those
   * that {@code after} alone has. Each is told as a deletion vector that hides all other rows, as
   * {path or inline vector, size, cardinality}; null where there are none.
   */
  public String[][] difference(DeltaLog log, String before, String after, int rows) throws Exception {
    RoaringBitmapArray hiddenBefore = hidden(log, before);
    RoaringBitmapArray hiddenAfter = hidden(log, after);
    RoaringBitmapArray lost = hiddenAfter.copy();
    lost.andNot(hiddenBefore);
    RoaringBitmapArray regained = hiddenBefore.copy();
    regained.andNot(hiddenAfter);
    return new String[][] {allBut(lost, rows), allBut(regained, rows)};
  }

  private static RoaringBitmapArray hidden(DeltaLog log, String action) {
    DeletionVectorDescriptor vector = ((AddFile) Action$.MODULE$.fromJson(action)).deletionVector();
    if (vector == null) {
      return new RoaringBitmapArray();
    }
    HadoopFileSystemDVStore store = new HadoopFileSystemDVStore(log.newDeltaHadoopConf());
    return StoredBitmap$.MODULE$.create(vector, log.dataPath()).load(store);
  }

  private static String[] allBut(RoaringBitmapArray shown, int rows) {
    if (shown.isEmpty()) {
      return null;
    }
    RoaringBitmapArray others = new RoaringBitmapArray();
    others.addRange(scala.collection.immutable.Range$.MODULE$.apply(0, rows));
    others.andNot(shown);
    others.runOptimize();
    byte[] bytes = others.serializeAsByteArray(RoaringBitmapArrayFormat$.MODULE$.Portable());
    DeletionVectorDescriptor inline = DeletionVectorDescriptor$.MODULE$.inlineInLog(bytes, others.cardinality());
    return new String[] {
      inline.pathOrInlineDv(), String.valueOf(inline.sizeInBytes()), String.valueOf(inline.cardinality())
    };
  }

  /** The lines of a version's log entry; null if the log no longer has it. */
  public Object logEntry(DeltaLog log, String name) {
    try {
      Configuration hadoop = log.newDeltaHadoopConf();
      return LongText.of(log.store().read(new Path(log.logPath(), name), hadoop).mkString("\n"));
    } catch (Exception e) {
      if (!(e instanceof FileNotFoundException)) {
        Platform.throwException(e);
      }
      return null;
    }
  }

  /** Writes a file of one line beside the entries of a log, over one that is there. */
  public void writeSideFile(DeltaLog log, String name, String line) {
    scala.collection.Iterator lines = scala.collection.Iterator$.MODULE$.single(line);
    log.store().write(new Path(log.logPath(), name), lines, true, log.newDeltaHadoopConf());
  }

  /** Those of some data files, named as the log names them, that are not there. */
  public List missing(DeltaLog log, List paths) throws Exception {
    List missing = new ArrayList();
    if (paths.isEmpty()) {
      return missing;
    }
    FileSystem files = log.dataPath().getFileSystem(log.newDeltaHadoopConf());
    for (Iterator i = paths.iterator(); i.hasNext(); ) {
      String path = (String) i.next();
      if (!files.exists(new Path(log.dataPath(), new Path(new URI(path))))) {
        missing.add(path);
      }
    }
    return missing;
  }

  private static List list(scala.collection.Iterable values) {
    List found = new ArrayList();
    for (scala.collection.Iterator i = values.iterator(); i.hasNext(); ) {
      found.add(i.next());
    }
    return found;
  }

  private static Map map(scala.collection.Map values) {
    Map found = new HashMap();
    for (scala.collection.Iterator i = values.iterator(); i.hasNext(); ) {
      scala.Tuple2 pair = (scala.Tuple2) i.next();
      found.put(pair._1(), pair._2());
    }
    return found;
  }
}

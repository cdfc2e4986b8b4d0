package streamtables.writing;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action$;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor$;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArrayFormat$;
import org.apache.spark.sql.delta.deletionvectors.StoredBitmap$;
import org.apache.spark.sql.delta.storage.dv.DeletionVectorStoreUtils.DVRangeDescriptor;
import org.apache.spark.sql.delta.storage.dv.DeletionVectorStoreUtils.Writer;
import org.apache.spark.sql.delta.storage.dv.HadoopFileSystemDVStore;
import org.apache.spark.sql.delta.util.PathWithFileSystem;
import scala.collection.mutable.ListBuffer;
import streamtables.rows.LocalRows;
import streamtables.tables.TransactionNumbers;

/**
 * Rows of a Delta table that go, told by file and position, and rows that come, in one commit.
 *
 * <p>MERGE reads the table twice, once to find the files that it touches and once to write; here the positions are
 * known already, and the files stay as they are but for their deletion vectors.
 */
public final class MergeOnRead {
  private final SparkSession session;
  private final DeltaLog log;
  private final OptimisticTransaction transaction;
  private final long most;
  private final Map gone = new HashMap();

  /** Rows of {@code found} are {file, position} at two of its columns; the driver writes no more than some bytes. */
  public MergeOnRead(
      SparkSession session, DeltaLog log, OptimisticTransaction transaction, LocalRows found, long most, int file,
      int position) {
    this.session = session;
    this.log = log;
    this.transaction = transaction;
    this.most = most;
    InternalRow[] rows = found.rows();
    for (int i = 0; i < rows.length; i++) {
      Path path = SparkPath$.MODULE$.fromUrlString(rows[i].getString(file)).toPath();
      RoaringBitmapArray positions = (RoaringBitmapArray) gone.get(path);
      if (positions == null) {
        positions = new RoaringBitmapArray();
        gone.put(path, positions);
      }
      positions.add(rows[i].getLong(position));
    }
  }

  /** Commits under a number unless it has been seen. {@code files}, if known, are those of the transaction's version. */
  public void commit(String files, LocalRows came, TransactionNumbers numbers, String id, long number) throws Exception {
    ListBuffer actions = NumberedCommit.begin(transaction, numbers, id, number);
    if (actions == null) {
      return;
    }
    hide(files == null ? filesOfLog() : filesOfLines(files), actions);
    add(came, actions);
    transaction.commit(actions.toList(), new DeltaOperations.Update(scala.Option.empty()));
  }

  private void add(LocalRows came, ListBuffer actions) throws Exception {
    if (came.size() == 0) {
      return;
    }
    WrittenFile file = new WrittenFile(session, log, transaction, most);
    LocalRows few = file.fitting(came, came.schema().fieldNames());
    if (few != null) {
      actions.addOne(file.write(few));
      return;
    }
    Dataset rows = (Dataset) came.frame(session);
    for (scala.collection.Iterator i = transaction.writeFiles(rows).iterator(); i.hasNext(); ) {
      actions.addOne(i.next());
    }
  }

  /** Delta's own search; a conflict with what was read fails the commit. */
  private List filesOfLog() {
    ListBuffer no = new ListBuffer();
    no.addOne(Literal$.MODULE$.TrueLiteral());
    List files = new ArrayList();
    for (scala.collection.Iterator i = transaction.filterFiles(no.toList(), true).iterator(); i.hasNext(); ) {
      files.add(i.next());
    }
    return files;
  }

  private List filesOfLines(String lines) {
    transaction.readWholeTable();
    List files = new ArrayList();
    String[] actions = lines.split("\n");
    for (int i = 0; i < actions.length && !lines.isEmpty(); i++) {
      files.add(Action$.MODULE$.fromJson(actions[i]));
    }
    return files;
  }

  private void hide(List files, ListBuffer actions) throws Exception {
    List touched = new ArrayList();
    for (Iterator i = files.iterator(); i.hasNext(); ) {
      AddFile file = (AddFile) i.next();
      if (gone.containsKey(file.absolutePath(log))) {
        touched.add(file);
      }
    }
    if (touched.size() != gone.size()) {
      throw new ConcurrentModificationException("a file of the table is gone in which rows were found");
    }
    if (touched.isEmpty()) {
      return;
    }
    HadoopFileSystemDVStore store = new HadoopFileSystemDVStore(log.newDeltaHadoopConf());
    UUID id = UUID.randomUUID();
    PathWithFileSystem folder = store.pathWithFileSystem(log.dataPath());
    Writer writer = null;
    try {
      for (Iterator i = touched.iterator(); i.hasNext(); ) {
        AddFile file = (AddFile) i.next();
        RoaringBitmapArray hidden = before(file, store);
        RoaringBitmapArray more = (RoaringBitmapArray) gone.get(file.absolutePath(log));
        long wanted = hidden.cardinality() + more.cardinality();
        hidden.or(more);
        if (hidden.cardinality() != wanted) {
          throw new IllegalStateException("a row was found that was hidden before: " + file.path());
        }
        scala.Option all = file.numPhysicalRecords();
        if (all.isDefined() && ((Long) all.get()).longValue() == wanted) {
          actions.addOne(file.removeWithTimestamp(System.currentTimeMillis(), true));
          continue;
        }
        if (writer == null) {
          writer = store.createWriter(store.generateFileNameInTable(folder, id, ""));
        }
        hidden.runOptimize();
        DVRangeDescriptor range =
            writer.write(hidden.serializeAsByteArray(RoaringBitmapArrayFormat$.MODULE$.Portable()));
        DeletionVectorDescriptor vector = DeletionVectorDescriptor$.MODULE$.onDiskWithRelativePath(
            id, "", range.length(), wanted, scala.Option.apply((Object) Integer.valueOf(range.offset())),
            scala.Option.empty());
        scala.Tuple2 both = file.removeRows(vector, true, true);
        actions.addOne(both._1());
        actions.addOne(both._2());
      }
    } finally {
      if (writer != null) {
        writer.close();
      }
    }
  }

  private RoaringBitmapArray before(AddFile file, HadoopFileSystemDVStore store) {
    if (file.deletionVector() == null) {
      return new RoaringBitmapArray();
    }
    return StoredBitmap$.MODULE$.create(file.deletionVector(), log.dataPath()).load(store).copy();
  }
}

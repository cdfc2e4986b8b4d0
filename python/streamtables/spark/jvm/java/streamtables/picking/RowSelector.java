package streamtables.picking;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;

import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;
import org.apache.spark.TaskContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.deploy.SparkHadoopUtil$;
import org.apache.spark.executor.InputMetrics;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.InterpretedUnsafeProjection$;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection$;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor$;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.StoredBitmap$;
import org.apache.spark.sql.delta.storage.dv.HadoopFileSystemDVStore;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;
import streamtables.rows.PackedRows;
import streamtables.rows.KeySelection;

/**
 * Selects rows out of files, on a worker: by their positions, or by one column's values.
 *
 * <p>By values, that column is read alone first, and the others only where a row is wanted ("late materialization":
 * Abadi et al., 2007). Pages without a wanted row are not read, and of the others nothing is made of unwanted rows. What
 * is in memory of a file is not read at all.
 */
final class RowSelector implements Serializable {
  private static final String CHANGE_TYPE = "_change_type";
  /** What a count is from where on rows are left to Spark. */
  private static final long TOO_MANY = Long.MAX_VALUE;
  /** Rows up to which it takes longer to write code for them. */
  private static final int FEW_ROWS = 2000;

  private final ReaderSettings settings;
  /** The table's folder. */
  private final String table;
  private final StructType columns;
  private final String factor;
  private final RowFilter filter;
  private final KeySelection keys;
  private final boolean places;
  private final int limit;
  private final long bytes;
  private final String keptMemory;
  private final String[] rebaseModes;
  private final int capacity;

  /**
   * Rows are the columns, and either a weight or, if {@code places}, the file's URI and the position in it.
   * {@code factor} is a column by which weights are multiplied, {@code filter} and {@code keys} tell which rows are
   * wanted; each of them may be null.
   */
  RowSelector(
      ReaderSettings settings, String table, StructType columns, String factor, RowFilter filter, KeySelection keys,
      boolean places, int limit, long bytes, String keptMemory, String[] rebaseModes, int capacity) {
    this.settings = settings;
    this.table = table;
    this.columns = columns;
    this.factor = factor;
    this.filter = filter;
    this.keys = keys;
    this.places = places;
    this.limit = limit;
    this.bytes = bytes;
    this.keptMemory = keptMemory;
    this.rebaseModes = rebaseModes;
    this.capacity = capacity;
  }

  /** The bytes of memory that rows may take. */
  long bytes() {
    return bytes;
  }

  /**
   * Packs the rows of some parts of files; none if they are more than the limit, or not to be selected because of how the
   * files are written.
   */
  void select(SelectedFile[] files, PackedRows rows) throws Exception {
    InputMetrics metrics = TaskContext.get().taskMetrics().inputMetrics();
    scala.Function0 bytesRead = SparkHadoopUtil$.MODULE$.get().getFSBytesReadOnThreadCallback();
    long count = 0;
    for (int i = 0; i < files.length; i++) {
      count = select(files[i], rows, count, metrics);
      if (count > limit) {
        rows.drop();
        return;
      }
    }
    metrics.setBytesRead(((Long) bytesRead.apply()).longValue());
  }

  private long select(SelectedFile file, PackedRows rows, long before, InputMetrics metrics) throws Exception {
    RoaringBitmapArray hidden = bitmap(file.vector);
    if (!file.isDifference) {
      long[] wanted = keys == null ? null : find(file, hidden, metrics);
      return keys != null && wanted == null ? TOO_MANY : select(file, wanted, hidden, file.weight, rows, before, metrics);
    }
    RoaringBitmapArray hiddenBefore = bitmap(file.vectorBefore);
    RoaringBitmapArray lost = hidden.copy();
    lost.andNot(hiddenBefore);
    hiddenBefore.andNot(hidden);
    long count = select(file, lost.values(), null, -1, rows, before, metrics);
    return count > limit ? count : select(file, hiddenBefore.values(), null, 1, rows, count, metrics);
  }

  private RoaringBitmapArray bitmap(String vector) {
    if (vector == null) {
      return new RoaringBitmapArray();
    }
    DeletionVectorDescriptor descriptor = DeletionVectorDescriptor$.MODULE$.deserializeFromBase64(vector);
    return StoredBitmap$.MODULE$.create(descriptor, new Path(table)).load(new HadoopFileSystemDVStore(settings.plain()));
  }

  /** Selects rows by their positions, or all that are not hidden; returns how many there are by now. */
  private long select(
      SelectedFile file, long[] wanted, RoaringBitmapArray hidden, long weight, PackedRows rows, long before,
      InputMetrics metrics) throws Exception {
    if (wanted != null && wanted.length == 0) {
      return before;
    }
    if (wanted != null && before + wanted.length > limit) {
      return TOO_MANY;
    }
    ColumnCache.Column[] known = wanted == null ? new ColumnCache.Column[columns.length()] : known(file);
    StructType unknown = new StructType();
    for (int i = 0; i < known.length; i++) {
      unknown = known[i] == null ? unknown.add(columns.apply(i)) : unknown;
    }
    StructType read = factor == null ? unknown : unknown.add(factor, DataTypes.LongType);
    read = weight == SelectedFile.TOLD_BY_TYPE ? read.add(CHANGE_TYPE, DataTypes.StringType) : read;
    if (read.length() == 0 && known.length > 0) {
      long[][] positions = new long[known[0].blocks()][];
      long count = 0;
      for (int i = 0; i < positions.length; i++) {
        positions[i] = within(wanted, known[0].first(i), known[0].rows(i));
        count += positions[i].length;
      }
      return write(file.uri, weight, null, known, positions, count, rows, read) ? before + count : TOO_MANY;
    }
    RangedReader reader = RangedReader.open(file, settings.reading(read), rebaseModes, capacity);
    try {
      RowRanges[] ranges = new RowRanges[reader.blocks()];
      long[][] positions = new long[ranges.length][];
      double size = 0;
      for (int i = 0; i < ranges.length; i++) {
        BlockMetaData block = reader.block(i);
        long first = block.getRowIndexOffset();
        positions[i] = wanted == null ? visible(block, hidden) : within(wanted, first, block.getRowCount());
        size += size(block, read) * positions[i].length / Math.max(1, block.getRowCount());
        Runs runs = new Runs(positions[i], first);
        ranges[i] = RowRanges.create(block.getRowCount(), runs.pages(), runs);
      }
      // Before any page is in memory; the rows are counted exactly as they are packed.
      if (size > bytes) {
        return TOO_MANY;
      }
      reader.read(ranges, positions);
      if (before + reader.rows() > limit || !reader.isPlain()
          || !write(file.uri, weight, reader, known, positions, reader.rows(), rows, read)) {
        return TOO_MANY;
      }
      metrics.incRecordsRead(reader.rows());
      return before + reader.rows();
    } finally {
      reader.close();
    }
  }

  /** The bytes of columns of a row group, as they were before they were compressed. */
  private static long size(BlockMetaData block, StructType columns) {
    long size = 0;
    for (int i = 0; i < block.getColumns().size(); i++) {
      ColumnChunkMetaData chunk = (ColumnChunkMetaData) block.getColumns().get(i);
      boolean read = Arrays.asList(columns.fieldNames()).contains(chunk.getPath().toArray()[0]);
      size += read ? chunk.getTotalUncompressedSize() : 0;
    }
    return size;
  }

  /** What is in memory of the columns, which need not be read then; null for the others. */
  private ColumnCache.Column[] known(SelectedFile file) {
    ColumnCache.Column[] known = new ColumnCache.Column[columns.length()];
    boolean keeps = file.modified > 0 && ColumnCache.room(keptMemory) > 0;
    for (int i = 0; i < known.length && keeps; i++) {
      StructField field = columns.apply(i);
      known[i] = KeySelection.isWholeNumber(field.dataType()) ? ColumnCache.get(file, field.name()) : null;
    }
    return known;
  }

  /** Finds the positions of the rows that have a key; null if they are not to be selected here. */
  private long[] find(SelectedFile file, RoaringBitmapArray hidden, InputMetrics metrics) throws Exception {
    long room = ColumnCache.room(keptMemory);
    boolean keeps = keys.areNumbers() && file.modified > 0 && room > 0;
    ColumnCache.Column kept = keeps ? ColumnCache.get(file, keys.column) : null;
    if (kept != null) {
      return kept.find(keys, hidden, limit);
    }
    StructField field = columns.apply(keys.column);
    StructType column = new StructType(new StructField[] {field});
    RangedReader reader = RangedReader.open(file, settings.reading(column), rebaseModes, capacity);
    try {
      if (!reader.isPlain()) {
        return null;
      }
      RowRanges[] ranges = new RowRanges[reader.blocks()];
      for (int i = 0; i < ranges.length; i++) {
        ranges[i] = pages(reader, i);
        keeps = keeps && ranges[i].rowCount() == reader.block(i).getRowCount();
      }
      reader.read(ranges, null);
      metrics.incRecordsRead(reader.rows());
      ColumnCache.Positions found = new ColumnCache.Positions();
      long[] firsts = new long[ranges.length];
      Object[] values = new Object[ranges.length];
      boolean[] has = new boolean[capacity];
      for (int i = 0; i < ranges.length; i++) {
        firsts[i] = reader.block(i).getRowIndexOffset();
        PrimitiveIterator.OfLong position = ranges[i].iterator();
        ColumnCache.Values block = keeps ? new ColumnCache.Values((int) ranges[i].rowCount()) : null;
        for (long left = ranges[i].rowCount(); left > 0; ) {
          reader.nextBatch();
          ColumnarBatch batch = reader.resultBatch();
          int rows = batch.numRows();
          left -= rows;
          keys.find(batch.column(0), field.dataType(), rows, has);
          for (int j = 0; j < rows; j++) {
            long at = firsts[i] + position.nextLong();
            if (has[j] && !hidden.contains(at)) {
              found.add(at);
            }
          }
          if (keeps) {
            block.add(batch.column(0), field.dataType(), rows);
          }
          if (found.count() > limit) {
            return null;
          }
        }
        values[i] = keeps ? block.all() : null;
        keeps = values[i] != null;
      }
      if (keeps) {
        ColumnCache.put(file, keys.column, new ColumnCache.Column(firsts, values), room);
      }
      return found.values();
    } finally {
      reader.close();
    }
  }

  /** The pages of a row group in which there may be a key. */
  private RowRanges pages(RangedReader reader, int number) {
    BlockMetaData block = reader.block(number);
    ColumnPath path = ColumnPath.get(new String[] {keys.column});
    ColumnChunkMetaData chunk = null;
    for (int i = 0; i < block.getColumns().size(); i++) {
      ColumnChunkMetaData candidate = (ColumnChunkMetaData) block.getColumns().get(i);
      chunk = candidate.getPath().equals(path) ? candidate : chunk;
    }
    ColumnIndexStore store = chunk == null ? null : reader.file().getColumnIndexStore(number);
    ColumnIndex index = store == null ? null : store.getColumnIndex(path);
    if (index == null) {
      return RowRanges.createSingle(block.getRowCount());
    }
    OffsetIndex offsets = store.getOffsetIndex(path);
    List nullPages = index.getNullPages();
    List nullCounts = index.getNullCounts();
    int[] chosen = new int[offsets.getPageCount()];
    int count = 0;
    for (int i = 0; i < chosen.length; i++) {
      boolean nulls = keys.orNull && (nullCounts == null || ((Long) nullCounts.get(i)).longValue() > 0);
      boolean empty = ((Boolean) nullPages.get(i)).booleanValue();
      if (nulls || (!empty && keys.anyBetween((ByteBuffer) index.getMinValues().get(i),
          (ByteBuffer) index.getMaxValues().get(i), chunk.getPrimitiveType().getPrimitiveTypeName()))) {
        chosen[count++] = i;
      }
    }
    return RowRanges.create(block.getRowCount(), Arrays.stream(Arrays.copyOf(chosen, count)).iterator(), offsets);
  }

  private static long[] visible(BlockMetaData block, RoaringBitmapArray hidden) {
    long first = block.getRowIndexOffset();
    long[] visible = new long[(int) block.getRowCount()];
    int count = 0;
    for (long at = first; at < first + block.getRowCount(); at++) {
      if (hidden == null || !hidden.contains(at)) {
        visible[count++] = at;
      }
    }
    return Arrays.copyOf(visible, count);
  }

  private static long[] within(long[] positions, long first, long rows) {
    return Arrays.copyOfRange(positions, place(positions, first), place(positions, first + rows));
  }

  private static int place(long[] sorted, long value) {
    int at = Arrays.binarySearch(sorted, value);
    return at < 0 ? -at - 1 : at;
  }

  /** Runs of consecutive rows, as pages of a column: what Parquet makes ranges of. */
  private static final class Runs implements OffsetIndex {
    /** The first and the last position of each run. */
    private final long[] runs;
    private final long first;

    Runs(long[] positions, long first) {
      long[] ends = new long[2 * positions.length];
      int count = 0;
      for (int i = 0; i < positions.length; i++) {
        if (i == 0 || positions[i] != positions[i - 1] + 1) {
          ends[count++] = positions[i];
          ends[count++] = positions[i];
        } else {
          ends[count - 1] = positions[i];
        }
      }
      this.runs = Arrays.copyOf(ends, count);
      this.first = first;
    }

    PrimitiveIterator.OfInt pages() {
      int[] pages = new int[getPageCount()];
      for (int i = 0; i < pages.length; i++) {
        pages[i] = i;
      }
      return Arrays.stream(pages).iterator();
    }

    public int getPageCount() {
      return runs.length / 2;
    }

    public long getOffset(int page) {
      return 0;
    }

    public int getCompressedPageSize(int page) {
      return 0;
    }

    public long getFirstRowIndex(int page) {
      return runs[2 * page] - first;
    }

    public long getLastRowIndex(int page, long rows) {
      return runs[2 * page + 1] - first;
    }
  }

  /** Writes rows: what is known of them from memory, the others from a reader, which may be null; false if too many. */
  private boolean write(
      String uri, long weight, RangedReader reader, ColumnCache.Column[] known, long[][] positions, long count,
      PackedRows rows, StructType read) throws Exception {
    int shown = columns.length();
    DataType[] types = new DataType[shown + (places ? 2 : 1)];
    ColumnVector[] vectors = new ColumnVector[shown];
    for (int i = 0; i < shown; i++) {
      types[i] = columns.apply(i).dataType();
      vectors[i] = known[i] == null ? null : new OnHeapColumnVector(capacity, types[i]);
    }
    types[shown] = places ? (DataType) DataTypes.StringType : DataTypes.LongType;
    types[types.length - 1] = DataTypes.LongType;
    UnsafeProjection asBytes = count > FEW_ROWS ? UnsafeProjection$.MODULE$.create(types) : interpreted(types);
    BasePredicate wanted = filter == null ? null : filter.predicate(count <= FEW_ROWS);
    UTF8String place = UTF8String.fromString(uri);
    Object[] more = new Object[types.length - shown];
    GenericInternalRow further = new GenericInternalRow(more);
    JoinedRow whole = new JoinedRow();
    for (int i = 0; i < positions.length; i++) {
      for (int at = 0; at < positions[i].length; ) {
        ColumnarBatch batch = reader == null ? null : next(reader);
        int size = reader == null ? Math.min(capacity, positions[i].length - at) : batch.numRows();
        for (int j = 0, column = 0; j < shown; j++) {
          if (known[j] == null) {
            vectors[j] = batch.column(column++);
          } else {
            known[j].fill((OnHeapColumnVector) vectors[j], types[j], i, positions[i], at, size);
          }
        }
        ColumnarBatch visible = new ColumnarBatch(vectors, size);
        for (int j = 0; j < size; j++, at++) {
          if (wanted != null && !wanted.eval(visible.getRow(j))) {
            continue;
          }
          if (places) {
            more[0] = place;
            more[1] = Long.valueOf(positions[i][at]);
          } else {
            more[0] = Long.valueOf(weight(weight, batch, j, read));
          }
          if (!rows.add(asBytes.apply(whole.apply(visible.getRow(j), further)))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static ColumnarBatch next(RangedReader reader) throws Exception {
    reader.nextBatch();
    return reader.resultBatch();
  }

  private static UnsafeProjection interpreted(DataType[] types) {
    List references = new ArrayList();
    for (int i = 0; i < types.length; i++) {
      references.add(new BoundReference(i, types[i], true));
    }
    return InterpretedUnsafeProjection$.MODULE$.createProjection(
        CollectionConverters.asScala((Iterable) references).toList());
  }

  private long weight(long of, ColumnarBatch batch, int row, StructType read) {
    long weight = of;
    if (weight == SelectedFile.TOLD_BY_TYPE) {
      String type = batch.column(read.fieldIndex(CHANGE_TYPE)).getUTF8String(row).toString();
      weight = type.equals("insert") || type.equals("update_postimage") ? 1 : -1;
    }
    return factor == null ? weight : Math.multiplyExact(weight, batch.column(read.fieldIndex(factor)).getLong(row));
  }
}

package streamtables.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection$;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation$;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.catalyst.plans.physical.UnknownPartitioning;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.LocalLimitExec$;
import org.apache.spark.sql.execution.LocalTableScanExec;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution$;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import scala.Option;
import scala.collection.immutable.ArraySeq$;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction0;

/** The rows of a frame, brought to the driver as they are: neither made into objects nor copied. */
public final class LocalRows {
  /** Spark's rules visit each row of a local relation as if it were an expression, again and again. */
  private static final int MOST_IN_A_PLAN = 1000;
  /** Rows go to the workers within tasks, which a cluster refuses above 128 MiB by default. */
  private static final long BYTES_OF_A_TASK = 16L << 20;
  /** What a value takes that is an object, besides its bytes. */
  private static final int BYTES_OF_A_VALUE = 40;

  private final InternalRow[] rows;
  private final StructType schema;
  private RDD outsideOfPlans;
  private long bytes = -1;

  public LocalRows(InternalRow[] rows, StructType schema) {
    this.rows = rows;
    this.schema = schema;
  }

  /** The rows of a frame; null if there are more than a limit, or if they take more than some bytes of memory. */
  public static LocalRows collect(final Dataset frame, final int limit, final long most) {
    final QueryExecution execution = frame.queryExecution();
    LocalRows rows = (LocalRows) SQLExecution$.MODULE$.withNewExecutionId(
        execution,
        Option.apply("collect"),
        new AbstractFunction0() {
          public Object apply() {
            SparkPlan plan = execution.executedPlan();
            if (plan instanceof LocalTableScanExec) {
              // The rows of a local relation are here already.
              return new LocalRows(plan.executeCollect(), frame.schema());
            }
            RDD few = LocalLimitExec$.MODULE$.apply(limit + 1, plan).execute();
            try {
              return ArrivedRows.of(few.sparkContext(), few, new RowPacker(most), 1, limit, most).take(0, frame.schema());
            } catch (Exception e) {
              Platform.throwException(e);
              return null;
            }
          }
        });
    return rows == null || rows.size() > limit || rows.bytes() > most ? null : rows;
  }

  /** A frame of which Spark knows the columns, but not that it has no rows. */
  public static Dataset none(SparkSession session, StructType schema) {
    LocalRows none = new LocalRows(new InternalRow[0], schema);
    return none.outside(session, none.outsideOfPlans(session), new UnknownPartitioning(0));
  }

  /** The rows as a frame of a session, of a size that Spark knows. */
  public Object frame(SparkSession session) {
    return rows.length <= MOST_IN_A_PLAN && bytes() <= BYTES_OF_A_TASK
        ? Dataset$.MODULE$.ofRows(session, relation())
        : outside(session, outsideOfPlans(session), new UnknownPartitioning(0));
  }

  /** The same in one partition, so that joins and groups of such rows need no exchange. */
  public Object inOnePlace(SparkSession session) {
    // What is joined with no rows is not computed at all.
    return rows.length == 0 ? frame(session) : outside(session, sent(session, asBytes(), 1), SinglePartition$.MODULE$);
  }

  private LocalRelation relation() {
    return LocalRelation$.MODULE$.apply(
        DataTypeUtils.toAttributes(schema), ArraySeq$.MODULE$.unsafeWrapArray(rows), false, Option.empty());
  }

  private Dataset outside(SparkSession session, RDD sent, Partitioning partitioning) {
    LocalRelation relation = relation();
    LogicalRDD outside = new LogicalRDD(
        relation.output(), sent, partitioning, ArraySeq$.MODULE$.unsafeWrapArray(new SortOrder[0]), false,
        Option.empty(), session, Option.apply(relation.computeStats()), Option.empty());
    return Dataset$.MODULE$.ofRows(session, outside);
  }

  /** One collection for all frames, so that Spark sees that they are the same. */
  synchronized RDD outsideOfPlans(SparkSession session) {
    if (outsideOfPlans == null) {
      UnsafeRow[] sent = asBytes();
      long bytes = 0;
      for (int i = 0; i < sent.length; i++) {
        bytes += sent[i].getSizeInBytes();
      }
      outsideOfPlans =
          sent(session, sent, (int) Math.max(session.leafNodeDefaultParallelism(), bytes / BYTES_OF_A_TASK));
    }
    return outsideOfPlans;
  }

  private UnsafeRow[] asBytes() {
    UnsafeProjection asBytes = UnsafeProjection$.MODULE$.create(schema);
    UnsafeRow[] bytes = new UnsafeRow[rows.length];
    for (int i = 0; i < rows.length; i++) {
      bytes[i] = rows[i] instanceof UnsafeRow ? (UnsafeRow) rows[i] : asBytes.apply(rows[i]).copy();
    }
    return bytes;
  }

  private RDD sent(SparkSession session, UnsafeRow[] rows, int partitions) {
    return session.sparkContext().parallelize(
        ArraySeq$.MODULE$.unsafeWrapArray(rows), partitions, ClassTag$.MODULE$.apply(InternalRow.class));
  }

  public InternalRow[] rows() {
    return rows;
  }

  public StructType schema() {
    return schema;
  }

  /**
   * Equal rows as one, with the sum of their weights, which are in the last column; those without a weight left out.
   * These rows are used up.
   */
  public LocalRows consolidated() {
    WeightedRows sums = new WeightedRows(schema);
    sums.use(rows);
    return new LocalRows(sums.consolidated(), schema);
  }

  /** The rows that there were before a change of the same columns, each as often as it was there, with a weight of 1. */
  public LocalRows preImage(LocalRows change) {
    WeightedRows sums = new WeightedRows(schema);
    sums.add(rows, 1);
    sums.add(change.rows, -1);
    return new LocalRows(sums.repeated(), schema);
  }

  /** The rows, each with its number in a further column. */
  public Object numbered(SparkSession session, String number) {
    InternalRow[] numbered = new InternalRow[rows.length];
    for (int i = 0; i < rows.length; i++) {
      numbered[i] = new JoinedRow(rows[i], new GenericInternalRow(new Object[] {Long.valueOf(i)}));
    }
    return new LocalRows(numbered, schema.add(number, DataTypes.LongType, false)).frame(session);
  }

  /** The rows whose numbers are not in the first column of others. */
  public LocalRows without(LocalRows numbers) {
    boolean[] named = new boolean[rows.length];
    for (int i = 0; i < numbers.rows.length; i++) {
      named[(int) numbers.rows[i].getLong(0)] = true;
    }
    ArrayList others = new ArrayList();
    for (int i = 0; i < rows.length; i++) {
      if (!named[i]) {
        others.add(rows[i]);
      }
    }
    return of(others, schema);
  }

  /** The rows that have one of some keys of one of the columns. */
  public LocalRows having(KeySelection keys) {
    int index = schema.fieldIndex(keys.column);
    DataType type = schema.apply(index).dataType();
    ArrayList kept = new ArrayList();
    keys.prepare();
    for (int i = 0; i < rows.length; i++) {
      if (keys.areIn(rows[i], index, type)) {
        kept.add(rows[i]);
      }
    }
    return of(kept, schema);
  }

  /** The rows in which a BOOLEAN is true or another column is not NULL. */
  public LocalRows either(int truth, int value) {
    ArrayList chosen = new ArrayList();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].getBoolean(truth) || !rows[i].isNullAt(value)) {
        chosen.add(rows[i]);
      }
    }
    return of(chosen, schema);
  }

  /** The structs in a column, those that are NULL left out. */
  public LocalRows structs(int column) {
    StructType inner = (StructType) schema.apply(column).dataType();
    ArrayList structs = new ArrayList();
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isNullAt(column)) {
        structs.add(rows[i].getStruct(column, inner.length()));
      }
    }
    return of(structs, inner);
  }

  /** The rows with their columns, given names, in the order of a table's; null unless each is one of the table's. */
  public LocalRows arranged(String[] names, StructType stored) {
    int[] places = new int[stored.length()];
    for (int i = 0; i < places.length; i++) {
      places[i] = Arrays.asList(names).indexOf(stored.apply(i).name());
      if (places[i] < 0
          || !DataTypeUtils.equalsIgnoreNullability(
              schema.apply(places[i]).dataType(), stored.apply(i).dataType())) {
        return null;
      }
    }
    InternalRow[] arranged = new InternalRow[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Object[] values = new Object[places.length];
      for (int j = 0; j < places.length; j++) {
        values[j] = rows[i].get(places[j], stored.apply(j).dataType());
      }
      arranged[i] = new GenericInternalRow(values);
    }
    return new LocalRows(arranged, stored);
  }

  /** These rows and others of the same types. */
  public LocalRows together(LocalRows others) {
    ArrayList both = new ArrayList(Arrays.asList(rows));
    both.addAll(Arrays.asList(others.rows));
    return of(both, schema);
  }

  /**
   * The rows that there are to be, given those that there were as {number, _, _, copies}: their copies are added to a
   * BIGINT column. Null if there would be fewer than none.
   */
  public LocalRows remaining(String column, LocalRows were) {
    int index = schema.fieldIndex(column);
    long[] copies = new long[rows.length];
    for (int i = 0; i < were.rows.length; i++) {
      int number = (int) were.rows[i].getLong(0);
      copies[number] = Math.addExact(copies[number], were.rows[i].getLong(3));
    }
    ArrayList remaining = new ArrayList();
    for (int i = 0; i < rows.length; i++) {
      long total = Math.addExact(rows[i].getLong(index), copies[i]);
      if (total < 0) {
        return null;
      }
      if (total > 0) {
        Object[] values = new Object[schema.length()];
        for (int j = 0; j < values.length; j++) {
          values[j] = j == index ? Long.valueOf(total) : rows[i].get(j, schema.apply(j).dataType());
        }
        remaining.add(new GenericInternalRow(values));
      }
    }
    return of(remaining, schema);
  }

  private static LocalRows of(ArrayList rows, StructType schema) {
    return new LocalRows((InternalRow[]) rows.toArray(new InternalRow[0]), schema);
  }

  /** The number of rows. */
  public int size() {
    return rows.length;
  }

  /** The bytes that the rows take in memory: exactly, but for values that several of them share. */
  public synchronized long bytes() {
    if (bytes < 0) {
      long sum = 0;
      for (int i = 0; i < rows.length; i++) {
        sum += PackedRows.BYTES_BESIDE_A_ROW + weigh(rows[i]);
      }
      bytes = sum;
    }
    return bytes;
  }

  private long weigh(InternalRow row) {
    if (row instanceof UnsafeRow) {
      return ((UnsafeRow) row).getSizeInBytes();
    }
    long sum = 0;
    for (int i = 0; i < schema.length(); i++) {
      sum += BYTES_OF_A_VALUE + (row.isNullAt(i) ? 0 : weigh(row.get(i, schema.apply(i).dataType())));
    }
    return sum;
  }

  private static long weigh(Object value) {
    if (value instanceof UTF8String) {
      return ((UTF8String) value).numBytes();
    }
    if (value instanceof byte[]) {
      return ((byte[]) value).length;
    }
    if (value instanceof UnsafeRow) {
      return ((UnsafeRow) value).getSizeInBytes();
    }
    if (value instanceof UnsafeArrayData) {
      return ((UnsafeArrayData) value).getSizeInBytes();
    }
    if (value instanceof UnsafeMapData) {
      return ((UnsafeMapData) value).getSizeInBytes();
    }
    if (value instanceof VariantVal) {
      return ((VariantVal) value).getValue().length + ((VariantVal) value).getMetadata().length;
    }
    return 0;
  }

  /** The number of rows, and of a BIGINT column: of values, the sum of the positive and of the negative ones. */
  public long[] counts(String column) {
    int index = schema.fieldIndex(column);
    long known = 0;
    long positive = 0;
    long negative = 0;
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isNullAt(index)) {
        long value = rows[i].getLong(index);
        known++;
        positive = value > 0 ? Math.addExact(positive, value) : positive;
        negative = value < 0 ? Math.subtractExact(negative, value) : negative;
      }
    }
    return new long[] {rows.length, known, positive, negative};
  }

  /** In how many rows a BOOLEAN column is true. */
  public int trues(String column) {
    int index = schema.fieldIndex(column);
    int trues = 0;
    for (int i = 0; i < rows.length; i++) {
      trues += !rows[i].isNullAt(index) && rows[i].getBoolean(index) ? 1 : 0;
    }
    return trues;
  }

  /** How many values a column has, null aside. */
  public int distinct(String column) {
    int index = schema.fieldIndex(column);
    DataType type = schema.apply(index).dataType();
    HashSet values = new HashSet();
    for (int i = 0; i < rows.length; i++) {
      if (!rows[i].isNullAt(index)) {
        values.add(rows[i].get(index, type));
      }
    }
    return values.size();
  }

  /** The columns' names, in order. */
  public String[] names() {
    return schema.fieldNames();
  }

  /** The smallest and the largest value of a column, null if it has none, and whether a value is missing. */
  public Object[] bounds(String column) {
    int index = schema.fieldIndex(column);
    DataType type = schema.apply(index).dataType();
    Object low = null;
    Object high = null;
    boolean missing = false;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].isNullAt(index)) {
        missing = true;
        continue;
      }
      Object value = rows[i].get(index, type);
      low = low == null || ((Comparable) value).compareTo(low) < 0 ? value : low;
      high = high == null || ((Comparable) value).compareTo(high) > 0 ? value : high;
    }
    return new Object[] {shown(low), shown(high), Boolean.valueOf(missing)};
  }

  private static Object shown(Object value) {
    return value instanceof UTF8String ? value.toString() : value;
  }
}

package streamtables.rows;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.TreeSet;

import org.apache.parquet.schema.PrimitiveType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** Values of one column, whole numbers or texts, of which a row is to have one. */
public final class KeySelection implements Serializable {
  /** Numbers up to which a set of bits is in a core's own memory. */
  private static final long MOST_BITS = 1L << 24;
  /** Bytes of texts up to which sending them with every task takes less than reading all rows. */
  private static final long MOST_BYTES = 16L << 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  public final String column;
  /** Whether rows without a value are wanted, too. */
  public final boolean orNull;
  /** Ascending; null where the values are texts. */
  private final long[] numbers;
  /** Ascending; null where the values are numbers. */
  private final UTF8String[] texts;
  /** Open addressing; empty places hold {@code absent}, which is no key. */
  private transient long[] places;
  private transient long absent;
  private transient java.util.HashSet known;
  /** A bit for each number from the smallest key to the largest, where these are not too far apart: instead of places. */
  private transient long[] bits;

  private KeySelection(String column, boolean orNull, long[] numbers, UTF8String[] texts) {
    this.column = column;
    this.orNull = orNull;
    this.numbers = numbers;
    this.texts = texts;
  }

  /** The values in columns of rows; null if they are neither whole numbers nor texts, or texts of many bytes. */
  public static KeySelection of(String column, boolean orNull, LocalRows[] rows, String[] names) {
    boolean textual = isText(rows[0].schema(), names[0]);
    TreeSet texts = new TreeSet();
    int most = 0;
    long bytes = 0;
    for (int i = 0; i < rows.length; i++) {
      most += textual ? 0 : rows[i].size();
    }
    long[] numbers = new long[most];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      StructType schema = rows[i].schema();
      int index = schema.fieldIndex(names[i]);
      DataType type = schema.apply(index).dataType();
      if (textual != isText(schema, names[i]) || !(textual || isWholeNumber(type))) {
        return null;
      }
      InternalRow[] of = rows[i].rows();
      for (int j = 0; j < of.length; j++) {
        if (!of[j].isNullAt(index)) {
          if (textual) {
            UTF8String text = of[j].getUTF8String(index);
            bytes += texts.contains(text) ? 0 : text.numBytes();
            if (bytes > MOST_BYTES) {
              return null;
            }
            texts.add(text.clone());
          } else {
            numbers[count++] = ((Number) of[j].get(index, type)).longValue();
          }
        }
      }
    }
    if (textual) {
      return new KeySelection(column, orNull, null, (UTF8String[]) texts.toArray(new UTF8String[0]));
    }
    Arrays.sort(numbers, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || numbers[i] != numbers[distinct - 1]) {
        numbers[distinct++] = numbers[i];
      }
    }
    return new KeySelection(column, orNull, Arrays.copyOf(numbers, distinct), null);
  }

  /** Tells whether rows that have one of other keys of the same column all have one of these. */
  public boolean cover(KeySelection others) {
    if (others.orNull && !orNull || areNumbers() != others.areNumbers() || !column.equals(others.column)) {
      return false;
    }
    prepare();
    for (int i = 0; i < others.size(); i++) {
      if (!(numbers == null ? known.contains(others.texts[i]) : has(others.numbers[i]))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isText(StructType schema, String name) {
    return schema.apply(schema.fieldIndex(name)).dataType().equals(DataTypes.StringType);
  }

  public static boolean isWholeNumber(DataType type) {
    return type.equals(DataTypes.LongType) || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType) || type.equals(DataTypes.ByteType);
  }

  int size() {
    return numbers != null ? numbers.length : texts.length;
  }

  public boolean areNumbers() {
    return numbers != null;
  }

  /** Tells of each row of a column whether it has a key; the column is of the type {@code type}. */
  public void find(ColumnVector vector, DataType type, int rows, boolean[] found) {
    prepare();
    boolean nulls = vector.hasNull();
    for (int i = 0; i < rows; i++) {
      if (nulls && vector.isNullAt(i)) {
        found[i] = orNull;
      } else if (numbers == null) {
        found[i] = known.contains(vector.getUTF8String(i));
      } else {
        found[i] = has(number(vector, type, i));
      }
    }
  }

  /** Tells whether a row has a key in a column of the type {@code type}. */
  boolean areIn(InternalRow row, int index, DataType type) {
    if (row.isNullAt(index)) {
      return orNull;
    }
    return numbers == null
        ? known.contains(row.getUTF8String(index)) : has(((Number) row.get(index, type)).longValue());
  }

  /** A whole number in a column of the type {@code type}. */
  public static long number(ColumnVector vector, DataType type, int row) {
    if (type.equals(DataTypes.LongType)) {
      return vector.getLong(row);
    }
    if (type.equals(DataTypes.IntegerType)) {
      return vector.getInt(row);
    }
    return type.equals(DataTypes.ShortType) ? vector.getShort(row) : vector.getByte(row);
  }

  /** Puts a whole number into a column of the type {@code type}. */
  public static void put(WritableColumnVector vector, DataType type, int row, long value) {
    if (type.equals(DataTypes.LongType)) {
      vector.putLong(row, value);
    } else if (type.equals(DataTypes.IntegerType)) {
      vector.putInt(row, (int) value);
    } else if (type.equals(DataTypes.ShortType)) {
      vector.putShort(row, (short) value);
    } else {
      vector.putByte(row, (byte) value);
    }
  }

  /** Tells whether a number is a key. */
  public boolean has(long key) {
    if (bits != null) {
      // A smaller number's place is larger than any, without its sign.
      long place = key - numbers[0];
      long word = place >>> 6;
      return word < bits.length && (bits[(int) word] >>> place & 1) != 0;
    }
    int mask = places.length - 1;
    for (int at = slot(key, mask); ; at = (at + 1) & mask) {
      if (places[at] == key) {
        return key != absent;
      }
      if (places[at] == absent) {
        return false;
      }
    }
  }

  private static int slot(long key, int mask) {
    return (int) ((key * MULTIPLIER) >>> 32) & mask;
  }

  /** Builds what looks values up, the first time. */
  public synchronized void prepare() {
    if (numbers == null) {
      known = known == null ? new java.util.HashSet(Arrays.asList(texts)) : known;
    } else if (bits == null && places == null) {
      long span = numbers.length == 0 ? -1 : numbers[numbers.length - 1] - numbers[0];
      if (span >= 0 && span < MOST_BITS) {
        spread((int) span);
      } else {
        scatter();
      }
    }
  }

  private void spread(int span) {
    bits = new long[(span >>> 6) + 1];
    for (int i = 0; i < numbers.length; i++) {
      long place = numbers[i] - numbers[0];
      bits[(int) (place >>> 6)] |= 1L << place;
    }
  }

  private void scatter() {
    absent = Long.MIN_VALUE;
    while (Arrays.binarySearch(numbers, absent) >= 0) {
      absent++;
    }
    places = new long[Math.max(16, Integer.highestOneBit(numbers.length) << 2)];
    Arrays.fill(places, absent);
    for (int i = 0; i < numbers.length; i++) {
      int at = slot(numbers[i], places.length - 1);
      while (places[at] != absent) {
        at = (at + 1) & (places.length - 1);
      }
      places[at] = numbers[i];
    }
  }

  /** Tells whether a value may lie between two that Parquet has written; they may be shortened texts. */
  public boolean anyBetween(ByteBuffer low, ByteBuffer high, PrimitiveType.PrimitiveTypeName stored) {
    int at;
    if (numbers != null && stored == PrimitiveType.PrimitiveTypeName.INT64) {
      at = Arrays.binarySearch(numbers, little(low).getLong(low.position()));
      at = at < 0 ? -at - 1 : at;
      return at < numbers.length && numbers[at] <= little(high).getLong(high.position());
    }
    if (numbers != null && stored == PrimitiveType.PrimitiveTypeName.INT32) {
      at = Arrays.binarySearch(numbers, little(low).getInt(low.position()));
      at = at < 0 ? -at - 1 : at;
      return at < numbers.length && numbers[at] <= little(high).getInt(high.position());
    }
    if (texts != null && stored == PrimitiveType.PrimitiveTypeName.BINARY) {
      at = Arrays.binarySearch(texts, text(low));
      at = at < 0 ? -at - 1 : at;
      return at < texts.length && texts[at].compareTo(text(high)) <= 0;
    }
    return true;
  }

  private static ByteBuffer little(ByteBuffer value) {
    return ((ByteBuffer) value.duplicate()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static UTF8String text(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    ((ByteBuffer) value.duplicate()).get(bytes);
    return UTF8String.fromBytes(bytes);
  }
}

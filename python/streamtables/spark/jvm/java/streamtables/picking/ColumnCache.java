package streamtables.picking;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import streamtables.rows.KeySelection;

/**
 * Columns of data files by whose values rows were looked up, kept in a worker's memory: data files never change, and the
 * next refresh looks up other values of the same column. Those that were used longest ago go first, and all go before
 * memory runs out.
 */
final class ColumnCache {
  private static final Map kept = new LinkedHashMap(16, 0.75f, true);
  private static long used = 0;

  private ColumnCache() {}

  /** What is kept of a column of a part of a file; null if nothing is. */
  static synchronized Column get(SelectedFile file, String column) {
    Entry entry = (Entry) kept.get(key(file, column));
    return entry == null ? null : (Column) entry.column.get();
  }

  /** The bytes of this process's memory that a setting stands for: a share of its heap below 1, or a size. */
  static long room(String memory) {
    return memory.indexOf('.') < 0
        ? JavaUtils.byteStringAsBytes(memory)
        : (long) (Double.parseDouble(memory) * Runtime.getRuntime().maxMemory());
  }

  /** Keeps a column, and takes away what was used longest ago and is more than some bytes. */
  static synchronized void put(SelectedFile file, String column, Column values, long room) {
    if (values.bytes() > room) {
      return;
    }
    Entry former = (Entry) kept.put(key(file, column), new Entry(values));
    used += values.bytes() - (former == null ? 0 : former.bytes);
    for (Iterator i = kept.values().iterator(); used > room; ) {
      used -= ((Entry) i.next()).bytes;
      i.remove();
    }
  }

  /** Where other programs put a file in the place of one of the same name, its time or its size differs. */
  private static String key(SelectedFile file, String column) {
    return file.uri + '\0' + file.modified + '\0' + file.start + '\0' + file.length + '\0' + column;
  }

  private static final class Entry {
    final SoftReference column;
    final long bytes;

    Entry(Column column) {
      this.column = new SoftReference(column);
      this.bytes = column.bytes();
    }
  }

  /** The values of a column of whole numbers without NULL, in the order of the rows. */
  static final class Column {
    /** The position in the file of each row group's first row. */
    private final long[] firsts;
    /** For each row group its values: {@code int[]} where they fit, else {@code long[]}. */
    private final Object[] values;

    Column(long[] firsts, Object[] values) {
      this.firsts = firsts;
      this.values = values;
    }

    long bytes() {
      long bytes = 0;
      for (int i = 0; i < values.length; i++) {
        bytes += (values[i] instanceof int[] ? 4L : 8L) * rows(i);
      }
      return bytes;
    }

    /** How many row groups there are. */
    int blocks() {
      return firsts.length;
    }

    /** The position of a row group's first row. */
    long first(int block) {
      return firsts[block];
    }

    /** How many rows a row group has. */
    int rows(int block) {
      return values[block] instanceof int[] ? ((int[]) values[block]).length : ((long[]) values[block]).length;
    }

    /** Puts the values of a row group's rows, from one of the given positions on, into a vector of the type {@code type}. */
    void fill(WritableColumnVector vector, DataType type, int block, long[] positions, int from, int rows) {
      int[] small = values[block] instanceof int[] ? (int[]) values[block] : null;
      long[] large = small == null ? (long[]) values[block] : null;
      for (int i = 0; i < rows; i++) {
        int at = (int) (positions[from + i] - firsts[block]);
        KeySelection.put(vector, type, i, small == null ? large[at] : small[at]);
      }
    }

    /** The positions of the rows that have a key, hidden ones left out; null if there are more than the limit. */
    long[] find(KeySelection keys, RoaringBitmapArray hidden, int limit) {
      keys.prepare();
      Positions found = new Positions();
      for (int i = 0; i < values.length; i++) {
        int[] small = values[i] instanceof int[] ? (int[]) values[i] : null;
        long[] large = small == null ? (long[]) values[i] : null;
        int rows = rows(i);
        for (int j = 0; j < rows; j++) {
          if (keys.has(small == null ? large[j] : small[j]) && !hidden.contains(firsts[i] + j)) {
            found.add(firsts[i] + j);
          }
        }
        if (found.count() > limit) {
          return null;
        }
      }
      return found.values();
    }
  }

  /** Takes the values of a row group, batch by batch. */
  static final class Values {
    private int[] small;
    private long[] large;
    private int count = 0;
    private boolean complete = true;

    Values(int rows) {
      this.small = new int[rows];
    }

    void add(ColumnVector vector, DataType type, int rows) {
      complete = complete && !vector.hasNull();
      for (int i = 0; complete && i < rows; i++) {
        long value = KeySelection.number(vector, type, i);
        if (large == null && value != (int) value) {
          large = new long[small.length];
          for (int j = 0; j < count; j++) {
            large[j] = small[j];
          }
        }
        if (large == null) {
          small[count++] = (int) value;
        } else {
          large[count++] = value;
        }
      }
    }

    /** The values; null if some are NULL or missing. */
    Object all() {
      return !complete || count < small.length ? null : large == null ? (Object) small : large;
    }
  }

  /** Positions of rows, in the order in which they are found. */
  static final class Positions {
    private long[] values = new long[64];
    private int count = 0;

    void add(long position) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = position;
    }

    int count() {
      return count;
    }

    long[] values() {
      return Arrays.copyOf(values, count);
    }
  }
}

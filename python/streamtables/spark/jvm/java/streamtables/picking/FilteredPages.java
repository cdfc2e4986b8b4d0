package streamtables.picking;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.PrimitiveType;

/**
 * A row group as if it had the wanted rows only: each page is written anew with their values, still encoded.
 *
 * <p>Spark skips unwanted rows by decoding what tells where the next one begins; here the places of the wanted ones are
 * computed. What the values mean is left to Spark.
 */
final class FilteredPages implements PageReadStore {
  private final PageReadStore pages;
  /** Positions in the row group, ascending. */
  private final long[] wanted;

  FilteredPages(PageReadStore pages, long[] wanted) {
    this.pages = pages;
    this.wanted = wanted;
  }

  /** Tells whether the pages of some columns of a row group can be written anew. */
  static boolean are(BlockMetaData block, java.util.List columns) {
    for (int i = 0; i < columns.size(); i++) {
      ColumnDescriptor column = (ColumnDescriptor) columns.get(i);
      if (column.getMaxRepetitionLevel() > 0 || column.getMaxDefinitionLevel() > 1) {
        return false;
      }
      for (int j = 0; j < block.getColumns().size(); j++) {
        ColumnChunkMetaData chunk = (ColumnChunkMetaData) block.getColumns().get(j);
        if (Arrays.equals(chunk.getPath().toArray(), column.getPath()) && !isPlain(chunk)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isPlain(ColumnChunkMetaData chunk) {
    // Other programs than Spark may write no index of where pages are.
    if (chunk.getOffsetIndexReference() == null
        || chunk.getEncodingStats() == null || chunk.getEncodingStats().usesV2Pages()) {
      return false;
    }
    for (java.util.Iterator i = chunk.getEncodingStats().getDataEncodings().iterator(); i.hasNext(); ) {
      Encoding encoding = (Encoding) i.next();
      if (encoding != Encoding.PLAIN && encoding != Encoding.PLAIN_DICTIONARY && encoding != Encoding.RLE_DICTIONARY) {
        return false;
      }
    }
    return true;
  }

  public PageReader getPageReader(final ColumnDescriptor column) {
    final PageReader reader = pages.getPageReader(column);
    return new PageReader() {
      private int next = 0;

      public DictionaryPage readDictionaryPage() {
        return reader.readDictionaryPage();
      }

      public long getTotalValueCount() {
        return wanted.length;
      }

      public DataPage readPage() {
        DataPageV1 page = (DataPageV1) reader.readPage();
        if (page == null) {
          return null;
        }
        long first = ((Long) page.getFirstRowIndex().get()).longValue();
        int from = next;
        while (next < wanted.length && wanted[next] < first + page.getValueCount()) {
          next++;
        }
        int[] rows = new int[next - from];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = (int) (wanted[from + i] - first);
        }
        try {
          return compacted(page, column, rows);
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }
    };
  }

  public long getRowCount() {
    return wanted.length;
  }

  public Optional getRowIndexOffset() {
    return Optional.empty();
  }

  public Optional getRowIndexes() {
    return Optional.empty();
  }

  public void close() {
    pages.close();
  }

  private static DataPage compacted(DataPageV1 page, ColumnDescriptor column, int[] rows) throws java.io.IOException {
    byte[] bytes = page.getBytes().toByteArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int values = 0;
    int[] places = rows;
    if (column.getMaxDefinitionLevel() > 0) {
      int length = littleEndian(bytes, 0);
      values = 4 + length;
      places = levels(new HybridRuns(bytes, 4, 1), rows, out);
    }
    PrimitiveType type = column.getPrimitiveType();
    if (page.getValueEncoding() != Encoding.PLAIN) {
      int width = bytes[values];
      HybridRuns ids = new HybridRuns(bytes, values + 1, width);
      int[] chosen = new int[places.length];
      for (int i = 0; i < places.length; i++) {
        chosen[i] = ids.at(places[i]);
      }
      out.write(width);
      HybridRuns.write(chosen, width, out);
    } else if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BOOLEAN) {
      bits(bytes, values, places, out);
    } else if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY) {
      texts(bytes, values, places, out);
    } else {
      int size = size(type);
      for (int i = 0; i < places.length; i++) {
        out.write(bytes, values + places[i] * size, size);
      }
    }
    return new DataPageV1(BytesInput.from(out.toByteArray()), rows.length, out.size(), page.getStatistics(),
        page.getRlEncoding(), page.getDlEncoding(), page.getValueEncoding());
  }

  /** Writes which of the rows have a value; returns where the values of these are among all values. */
  private static int[] levels(HybridRuns levels, int[] rows, ByteArrayOutputStream out) {
    int[] defined = new int[rows.length];
    int[] places = new int[rows.length];
    int count = 0;
    int row = 0;
    int before = 0;
    for (int i = 0; i < rows.length; i++) {
      while (row < rows[i]) {
        int alike = Math.min(levels.alike(row), rows[i] - row);
        before += alike * levels.at(row);
        row += alike;
      }
      defined[i] = levels.at(rows[i]);
      if (defined[i] == 1) {
        places[count++] = before;
      }
    }
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    HybridRuns.write(defined, 1, written);
    for (int i = 0; i < 4; i++) {
      out.write(written.size() >>> (8 * i));
    }
    out.write(written.toByteArray(), 0, written.size());
    return Arrays.copyOf(places, count);
  }

  private static void bits(byte[] bytes, int start, int[] places, ByteArrayOutputStream out) {
    byte[] packed = new byte[(places.length + 7) / 8];
    for (int i = 0; i < places.length; i++) {
      int bit = bytes[start + places[i] / 8] >>> (places[i] % 8) & 1;
      packed[i / 8] |= (byte) (bit << (i % 8));
    }
    out.write(packed, 0, packed.length);
  }

  private static void texts(byte[] bytes, int start, int[] places, ByteArrayOutputStream out) {
    int at = start;
    int place = 0;
    for (int i = 0; i < places.length; i++) {
      for (; place < places[i]; place++) {
        at += 4 + littleEndian(bytes, at);
      }
      out.write(bytes, at, 4 + littleEndian(bytes, at));
    }
  }

  private static int littleEndian(byte[] bytes, int at) {
    return bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16 | bytes[at + 3] << 24;
  }

  private static int size(PrimitiveType type) {
    PrimitiveType.PrimitiveTypeName name = type.getPrimitiveTypeName();
    if (name == PrimitiveType.PrimitiveTypeName.INT32 || name == PrimitiveType.PrimitiveTypeName.FLOAT) {
      return 4;
    }
    if (name == PrimitiveType.PrimitiveTypeName.INT64 || name == PrimitiveType.PrimitiveTypeName.DOUBLE) {
      return 8;
    }
    return name == PrimitiveType.PrimitiveTypeName.INT96 ? 12 : type.getTypeLength();
  }
}

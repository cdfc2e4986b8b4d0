package streamtables.picking;

/**
 * Small whole numbers as Parquet writes levels and places in a dictionary: runs of one value, and runs of packed bits.
 * Asked for ascending places only; what lies between them is not unpacked. Source: *RLE / bit-packing hybrid* in the
 * specification of Parquet's encodings.
 */
final class HybridRuns {
  private final byte[] bytes;
  private final int width;
  private int next;
  /** The run that holds the place asked for last: its first place, the one behind its last, its value or its bits. */
  private int first;
  private int end;
  private boolean packed;
  private int value;
  private int bits;

  HybridRuns(byte[] bytes, int start, int width) {
    this.bytes = bytes;
    this.next = start;
    this.width = width;
  }

  int at(int place) {
    while (place >= end) {
      nextRun();
    }
    return packed ? unpacked((place - first) * (long) width) : value;
  }

  /** How many places from a place on have the same value, as far as that is seen at once. */
  int alike(int place) {
    at(place);
    return packed ? 1 : end - place;
  }

  private void nextRun() {
    if (width == 0) {
      first = end;
      end = Integer.MAX_VALUE;
      return;
    }
    int header = 0;
    for (int shift = 0; ; shift += 7) {
      byte part = bytes[next++];
      header |= (part & 0x7F) << shift;
      if (part >= 0) {
        break;
      }
    }
    first = end;
    packed = (header & 1) == 1;
    if (packed) {
      end = first + (header >>> 1) * 8;
      bits = next;
      next += (header >>> 1) * width;
    } else {
      end = first + (header >>> 1);
      value = 0;
      for (int i = 0; i < (width + 7) / 8; i++) {
        value |= (bytes[next++] & 0xFF) << (8 * i);
      }
    }
  }

  private int unpacked(long bit) {
    int from = bits + (int) (bit >>> 3);
    long word = 0;
    for (int i = 0; i < 5 && from + i < bytes.length; i++) {
      word |= (bytes[from + i] & 0xFFL) << (8 * i);
    }
    return (int) ((word >>> (bit & 7)) & ((1L << width) - 1));
  }

  /** Writes values as one run of packed bits. */
  static void write(int[] values, int width, java.io.ByteArrayOutputStream out) {
    int groups = (values.length + 7) / 8;
    for (int header = groups << 1 | 1; ; header >>>= 7) {
      if (header < 0x80) {
        out.write(header);
        break;
      }
      out.write(header & 0x7F | 0x80);
    }
    byte[] packed = new byte[groups * width];
    for (int i = 0; i < values.length; i++) {
      long bit = (long) i * width;
      long word = (values[i] & 0xFFFFFFFFL) << (bit & 7);
      for (int at = (int) (bit >>> 3); word != 0; at++, word >>>= 8) {
        packed[at] |= (byte) word;
      }
    }
    out.write(packed, 0, packed.length);
  }
}

package streamtables.picking;

import java.io.Serializable;

/** A part of a data file, and which of its rows are wanted. */
final class SelectedFile implements Serializable {
  /** The weight of rows whose file says itself, in {@code _change_type}, whether they came or went. */
  static final long TOLD_BY_TYPE = 0;

  /** The file's URI. */
  final String uri;
  /** When it was written, in milliseconds, as the table's log says; 0 where that is not known. */
  final long modified;
  /** The part, in bytes: the row groups whose middle lies in it. */
  final long start;
  final long length;
  /** The deletion vector's descriptor in base 64; null if no row is hidden. */
  final String vector;
  /** Whether only rows are wanted that this vector shows and an earlier one did not, or the other way round. */
  final boolean isDifference;
  /** The earlier one. */
  final String vectorBefore;
  /** How each row counts that is no difference: those that came count 1, those that went -1. */
  final long weight;

  SelectedFile(
      String uri, long modified, long start, long length, String vector, boolean isDifference, String vectorBefore,
      long weight) {
    this.uri = uri;
    this.modified = modified;
    this.start = start;
    this.length = length;
    this.vector = vector;
    this.isDifference = isDifference;
    this.vectorBefore = vectorBefore;
    this.weight = weight;
  }

  SelectedFile part(long from, long bytes) {
    return new SelectedFile(uri, modified, from, bytes, vector, isDifference, vectorBefore, weight);
  }
}

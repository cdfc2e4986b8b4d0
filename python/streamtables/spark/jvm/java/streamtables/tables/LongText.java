package streamtables.tables;

/**
 * A text that Python takes part by part.
 *
 * <p>Py4J writes an answer in pieces of 8 KiB, and between two pieces the kernels wait for each other (Nagle's algorithm
 * and delayed acknowledgements): 40 ms for an answer that takes more than one.
 */
public final class LongText {
  private static final int PART = 6000;

  private final String text;

  private LongText(String text) {
    this.text = text;
  }

  /** A short text as it is, a long one to be taken in parts; null is null. */
  static Object of(String text) {
    return text == null || text.length() <= PART ? (Object) text : new LongText(text);
  }

  /** The text from a place on, up to the size of a part; a pair of surrogates is not taken apart. */
  public String part(int start) {
    int end = Math.min(text.length(), start + PART);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }
}

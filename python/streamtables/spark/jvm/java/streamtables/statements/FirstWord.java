package streamtables.statements;

import java.util.Locale;

/** Finds the first word of a statement, behind blanks and comments. */
final class FirstWord {
  static String of(String text) {
    int at = 0;
    int end = text.length();
    while (at < end) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c) || c == ';' || c == '\u00a0' || c == '\ufeff') {
        at++;
      } else if (text.startsWith("--", at)) {
        int newline = text.indexOf('\n', at);
        at = newline < 0 ? end : newline + 1;
      } else if (text.startsWith("/*", at)) {
        at = behindComment(text, at);
      } else {
        break;
      }
    }
    int start = at;
    while (at < end && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at).toUpperCase(Locale.ROOT);
  }

  private static int behindComment(String text, int start) {
    int depth = 0;
    int at = start;
    while (at < text.length()) {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else {
        at++;
      }
    }
    return at;
  }
}

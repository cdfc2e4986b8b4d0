package streamtables.immediate;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Which tables matter, as the registry of stream tables had it at one version. */
final class Watched {
  /** The registry is looked for again after so many milliseconds where there is none. */
  private static final long UNREGISTERED_MS = 5000;

  static final Watched NOTHING = new Watched(Collections.EMPTY_SET, Collections.EMPTY_SET, null);

  /** Folders of tables whose rows IMMEDIATE stream tables follow. */
  final Set sources;
  /** Stream tables, as schema and name in lower case, that are brought up to date before they are read. */
  final Set readers;
  private final Path next;
  private volatile long checkedAt = System.currentTimeMillis();

  private Watched(Set sources, Set readers, Path next) {
    this.sources = sources;
    this.readers = readers;
    this.next = next;
  }

  /** Takes what Python tells: sources, readers, and folder and version of the registry. */
  static Watched told(Map told) {
    String registry = (String) told.get("registry");
    Path next = null;
    if (registry != null) {
      long version = ((Number) told.get("version")).longValue() + 1;
      next = new Path(registry + String.format("/_delta_log/%020d.json", new Object[] {Long.valueOf(version)}));
    }
    return new Watched(
        new HashSet((Collection) told.get("sources")), new HashSet((Collection) told.get("readers")), next);
  }

  /** Whether the registry has changed since, as a look at its log tells, taken at most every so many milliseconds. */
  boolean isOutdated(Configuration hadoop, long everyMs) throws java.io.IOException {
    long now = System.currentTimeMillis();
    if (now - checkedAt < (next == null ? UNREGISTERED_MS : everyMs)) {
      return false;
    }
    if (next == null || next.getFileSystem(hadoop).exists(next)) {
      return true;
    }
    checkedAt = now;
    return false;
  }
}

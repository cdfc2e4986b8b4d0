package streamtables.host;

import java.lang.reflect.Field;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;

/**
 * Where each of Hadoop's settings comes from, a file or a program: a list that only people who search for an error read.
 *
 * <p>Spark sends the settings with each job that reads or writes files, two or three times, and Hadoop then compresses
 * this list setting by setting, which takes longer than a small job.
 */
public final class SettingSources {
  /** Empties the list. */
  public void forget(Configuration settings) throws ReflectiveOperationException {
    Field sources = Configuration.class.getDeclaredField("updatingResource");
    sources.setAccessible(true);
    // The settings are read when they are first asked for, and the list with them.
    settings.size();
    Map known = (Map) sources.get(settings);
    if (known != null) {
      known.clear();
    }
  }
}

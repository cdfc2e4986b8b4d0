package streamtables.picking;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport$;
import org.apache.spark.sql.execution.datasources.parquet.ParquetWriteSupport$;
import org.apache.spark.sql.types.StructType;

/**
 * Hadoop's settings for reading files, sent as they were written down and read once a process.
 *
 * <p>A {@code Configuration} compresses, for each of its thousand settings, where it comes from, whenever it is sent;
 * and Spark sends it with each task.
 */
final class ReaderSettings implements Serializable {
  private static final int MOST = 64;
  private static final Map read = new LinkedHashMap(16, 0.75f, true);

  private final byte[] written;

  ReaderSettings(Configuration settings) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Iterator i = settings.iterator(); i.hasNext(); ) {
        Map.Entry setting = (Map.Entry) i.next();
        write((String) setting.getKey(), out);
        write((String) setting.getValue(), out);
      }
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    written = bytes.toByteArray();
  }

  /** The settings. */
  JobConf plain() {
    return known(null);
  }

  /** The settings, and the columns that Spark's reader is to read. */
  JobConf reading(StructType columns) {
    return known(columns);
  }

  private JobConf known(StructType columns) {
    List key = Arrays.asList(new Object[] {ByteBuffer.wrap(written), columns});
    synchronized (read) {
      JobConf conf = (JobConf) read.get(key);
      if (conf == null) {
        conf = columns == null ? parsed() : new JobConf(known(null));
        if (columns != null) {
          conf.set(ParquetReadSupport$.MODULE$.SPARK_ROW_REQUESTED_SCHEMA(), columns.json());
          conf.set(ParquetWriteSupport$.MODULE$.SPARK_ROW_SCHEMA(), columns.json());
        }
        read.put(key, conf);
        if (read.size() > MOST) {
          Iterator eldest = read.keySet().iterator();
          eldest.next();
          eldest.remove();
        }
      }
      return conf;
    }
  }

  private JobConf parsed() {
    // Without Hadoop's defaults, which are among the settings: they are read from XML each time.
    JobConf conf = new JobConf(false);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
    try {
      while (in.available() > 0) {
        String name = text(in);
        conf.set(name, text(in));
      }
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return conf;
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

package streamtables.host;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.local.LocalConfigKeys;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files as Delta's log writes them, without a process started for each question.
 *
 * <p>Without its native library Hadoop runs readlink whenever a file is renamed and chmod whenever one is made: four to
 * six processes a commit. And it renames in two steps, looking whether there is such a file before; here the first of
 * two writers that use this class wins, in whatever process they are.
 */
public final class LocalFiles extends ChecksumFs {
  public LocalFiles(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(new Unchecked(uri, conf));
  }

  private static final class Unchecked extends DelegateToFileSystem {
    private final InProcess files;

    Unchecked(URI uri, Configuration conf) throws IOException, URISyntaxException {
      this(uri, conf, new InProcess());
    }

    private Unchecked(URI uri, Configuration conf, InProcess files) throws IOException, URISyntaxException {
      super(uri, files, conf, "file", false);
      this.files = files;
    }

    @Override
    public int getUriDefaultPort() {
      return -1;
    }

    @Override
    public FsServerDefaults getServerDefaults() throws IOException {
      return LocalConfigKeys.getServerDefaults();
    }

    @Override
    public FsServerDefaults getServerDefaults(Path path) throws IOException {
      return LocalConfigKeys.getServerDefaults();
    }

    @Override
    public boolean isValidName(String name) {
      return true;
    }

    /** Give a file another name that none has. */
    @Override
    public void renameInternal(Path from, Path to) throws IOException {
      File source = files.pathToFile(from);
      if (source.isFile() && linked(source.toPath(), files.pathToFile(to).toPath())) {
        Files.delete(source.toPath());
      } else {
        super.renameInternal(from, to);
      }
    }

    /** Whether a file has the second name, too, from now on; not every disk knows files of two names. */
    private static boolean linked(java.nio.file.Path source, java.nio.file.Path name) throws IOException {
      try {
        Files.createLink(name, source);
        return true;
      } catch (FileAlreadyExistsException taken) {
        throw new org.apache.hadoop.fs.FileAlreadyExistsException(name + " exists");
      } catch (IOException refused) {
        return false;
      } catch (UnsupportedOperationException unknown) {
        return false;
      }
    }
  }

  private static final class InProcess extends RawLocalFileSystem {
    @Override
    public FileStatus getFileLinkStatus(Path path) throws IOException {
      boolean link = Files.isSymbolicLink(pathToFile(path).toPath());
      return link ? super.getFileLinkStatus(path) : getFileStatus(path);
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      Object view = Files.getFileAttributeView(file, PosixFileAttributeView.class, new LinkOption[0]);
      if (view == null || permission.getStickyBit()) {
        super.setPermission(path, permission);
        return;
      }
      String bits = permission.getUserAction().SYMBOL
          + permission.getGroupAction().SYMBOL
          + permission.getOtherAction().SYMBOL;
      ((PosixFileAttributeView) view).setPermissions(PosixFilePermissions.fromString(bits));
    }
  }
}

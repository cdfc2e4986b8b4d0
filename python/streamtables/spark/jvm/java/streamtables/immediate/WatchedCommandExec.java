package streamtables.immediate;

import java.util.Arrays;

import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.unsafe.Platform;

/** A command, and behind it the maintenance of the IMMEDIATE stream tables that follow what it has written. */
public final class WatchedCommandExec extends SparkPlan {
  private final SparkPlan command;
  private final transient Maintenance maintenance;
  private final transient SparkSession user;
  private transient InternalRow[] rows;

  public WatchedCommandExec(SparkPlan command, Maintenance maintenance, SparkSession user) {
    this.command = command;
    this.maintenance = maintenance;
    this.user = user;
  }

  /** The command's own answer. */
  synchronized InternalRow[] run() {
    if (rows == null) {
      CommitWatch watch = CommitWatch.begin(maintenance, user);
      InternalRow[] answer = null;
      Throwable failure = null;
      try {
        answer = command.executeCollect();
      } catch (Throwable e) {
        failure = e;
      }
      watch.end();
      try {
        watch.maintain();
      } catch (Throwable e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
      if (failure != null) {
        Platform.throwException(failure);
      }
      rows = answer;
    }
    return rows;
  }

  public InternalRow[] executeCollect() {
    return run();
  }

  public scala.collection.Iterator executeToIterator() {
    return scala.jdk.javaapi.CollectionConverters.asScala(Arrays.asList(run()).iterator());
  }

  public InternalRow[] executeTake(int limit) {
    InternalRow[] all = run();
    return (InternalRow[]) Arrays.copyOfRange(all, 0, Math.min(limit, all.length));
  }

  public InternalRow[] executeTail(int limit) {
    InternalRow[] all = run();
    return (InternalRow[]) Arrays.copyOfRange(all, Math.max(0, all.length - limit), all.length);
  }

  public RDD doExecute() {
    scala.collection.immutable.Seq all = scala.jdk.javaapi.CollectionConverters.asScala(Arrays.asList(run())).toSeq();
    return user.sparkContext().parallelize(all, 1, scala.reflect.ClassTag$.MODULE$.apply(InternalRow.class));
  }

  public scala.collection.immutable.Seq output() {
    return command.output();
  }

  public scala.collection.immutable.Seq children() {
    return (scala.collection.immutable.Seq)
        ((scala.collection.immutable.Seq) scala.collection.immutable.Nil$.MODULE$).appended(command);
  }

  public TreeNode withNewChildrenInternal(scala.collection.immutable.IndexedSeq children) {
    return new WatchedCommandExec((SparkPlan) children.apply(0), maintenance, user);
  }

  public scala.collection.immutable.Seq otherCopyArgs() {
    scala.collection.immutable.Seq none = (scala.collection.immutable.Seq) scala.collection.immutable.Nil$.MODULE$;
    return (scala.collection.immutable.Seq) ((scala.collection.immutable.Seq) none.appended(maintenance)).appended(user);
  }

  public String nodeName() {
    return "MaintainStreamTables";
  }

  public int productArity() {
    return 1;
  }

  public Object productElement(int index) {
    return command;
  }

  public boolean canEqual(Object other) {
    return other instanceof WatchedCommandExec;
  }
}

package streamtables.statements;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.UUID;

import org.apache.spark.SparkContext;

/**
 * Cancels the Spark jobs of statements whose caller was interrupted, which is how Spark's servers cancel a statement.
 *
 * <p>The caller's thread waits for Python, and an interrupt does not end that. Jobs that a statement begins later are
 * cancelled, too: it may have been between two of them.
 */
final class InterruptedCallers implements Runnable {
  private static final long LOOKS_EVERY_MS = 50;
  private static final String GROUP = "spark.jobGroup.id";
  private static final String INTERRUPT = "spark.job.interruptOnCancel";
  private static final String REASON = "the statement was cancelled";

  private final List waiting = new ArrayList();
  private boolean begun = false;

  /** Looks after this thread until {@code end}; a statement without a job group gets one of its own. */
  synchronized Object begin(SparkContext context, Properties properties) {
    boolean own = properties.getProperty(GROUP) == null;
    if (own) {
      properties.setProperty(GROUP, "streamtables-" + UUID.randomUUID());
      // A task that goes on keeps its core from everybody else.
      properties.setProperty(INTERRUPT, "true");
    }
    Caller caller = new Caller(Thread.currentThread(), context, properties.getProperty(GROUP), own);
    waiting.add(caller);
    if (!begun) {
      begun = true;
      Thread thread = new Thread(this, "streamtables-interrupted-callers");
      thread.setDaemon(true);
      thread.start();
    }
    notifyAll();
    return caller;
  }

  synchronized void end(Object caller) {
    waiting.remove(caller);
  }

  public void run() {
    try {
      while (true) {
        for (Iterator i = present().iterator(); i.hasNext(); ) {
          ((Caller) i.next()).look();
        }
        Thread.sleep(LOOKS_EVERY_MS);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it but who ends the JVM.
      return;
    }
  }

  synchronized List present() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    return new ArrayList(waiting);
  }

  /** A thread that waits for Python. */
  private static final class Caller {
    private final Thread thread;
    private final SparkContext context;
    private final String group;
    private final boolean own;
    private boolean cancelled = false;

    Caller(Thread thread, SparkContext context, String group, boolean own) {
      this.thread = thread;
      this.context = context;
      this.group = group;
      this.own = own;
    }

    void look() {
      if (!thread.isInterrupted()) {
        return;
      }
      try {
        if (!own) {
          // Others may go on with a group that is theirs: what runs now is cancelled, as often as there is something.
          context.cancelJobGroup(group, REASON);
        } else if (!cancelled) {
          context.cancelJobGroupAndFutureJobs(group, REASON);
          cancelled = true;
        }
      } catch (RuntimeException e) {
        // A context that has been stopped has no jobs.
        cancelled = context.isStopped();
      }
    }
  }
}

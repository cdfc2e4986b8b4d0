package streamtables.immediate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.delta.CommittedTransaction;
import org.apache.spark.sql.delta.OptimisticTransaction;

import streamtables.tables.ThreadObserver;

/** Sees the transactions of one command, on the thread that runs it. */
final class CommitWatch extends ThreadObserver {
  private final Maintenance maintenance;
  private final SparkSession session;
  private final String write = UUID.randomUUID().toString();
  private final List transactions = new ArrayList();
  private final Set begun = new HashSet();

  private CommitWatch(Maintenance maintenance, SparkSession session) {
    this.maintenance = maintenance;
    this.session = session;
  }

  static CommitWatch begin(Maintenance maintenance, SparkSession session) {
    CommitWatch watch = new CommitWatch(maintenance, session);
    watch.observe();
    return watch;
  }

  void end() {
    leave();
  }

  /** Has the stream tables maintained that follow what was committed. */
  void maintain() {
    List commits = new ArrayList();
    for (int i = 0; i < transactions.size(); i++) {
      scala.Option committed = ((OptimisticTransaction) transactions.get(i)).getCommitted();
      if (committed.isDefined()) {
        CommittedTransaction done = (CommittedTransaction) committed.get();
        String folder = done.deltaLog().dataPath().toString();
        // Asked again: a stream table may have been made while the rows were written.
        if (begun.contains(folder) || maintenance.isWatched(session, folder)) {
          Map commit = new HashMap();
          commit.put("folder", folder);
          commit.put("version", Long.valueOf(done.committedVersion()));
          commits.add(commit);
        }
      }
    }
    if (!begun.isEmpty() || !commits.isEmpty()) {
      maintenance.finish(session, write, commits);
    }
  }

  public OptimisticTransaction startingTransaction(scala.Function0 begin) {
    OptimisticTransaction transaction = super.startingTransaction(begin);
    transactions.add(transaction);
    return transaction;
  }

  public Object preparingCommit(scala.Function0 prepare) {
    OptimisticTransaction transaction = (OptimisticTransaction) transactions.get(transactions.size() - 1);
    String folder = transaction.deltaLog().dataPath().toString();
    if (!begun.contains(folder) && maintenance.isWatched(session, folder)) {
      maintenance.begin(session, write, folder);
      begun.add(folder);
    }
    return super.preparingCommit(prepare);
  }
}

"""A Delta table's log, snapshots and files, through Delta's own classes in the JVM."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from py4j.protocol import Py4JJavaError
from pyspark.sql import DataFrame

from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.failures.failure_kind import FailureKind, failure_kind
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm import scala
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.long_text import full_text
from streamtables.spark.rows.materialized_frames import CollectedRows, memory_share
from streamtables.spark.tables.commit_log import Commit, DataFile, parse_commit
from streamtables.spark.tables.snapshot import Snapshot
from streamtables_grammar.quoting import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_DELTA = "org.apache.spark.sql.delta"
_MOST_ASKED_FILES = 4
"""Files that are opened to find out what rows take in memory: the largest."""
_MOST_WRITTEN_BYTES = 32 * 2**20
"""Above this a job writes rows in less time than the driver alone."""
_MOST_ROWS_OF_A_FILE = 2**31 - 1
_SEPARATOR = "\0"


class DeltaTableLog:
    """The log of one Delta table, seen from one session.

    Args:
        session: The session under whose settings files are read and commits are made.
        java_log: Delta's ``DeltaLog``.
        commits: Commits that have been read already, by version.
    """

    def __init__(self, session: SparkSession, java_log: Any, commits: dict[int, Commit] | None = None) -> None:
        self._session = session
        self._jvm: Any = session._jvm
        self._log = java_log
        self._commits = {} if commits is None else commits
        self._facts = JvmBridge.of(session).table_facts

    @classmethod
    def for_table(cls, session: SparkSession, schema: str, table: str) -> DeltaTableLog:
        """Open a table of the session catalog.

        Args:
            session: The session to read with.
            schema: The table's schema.
            table: The table's name.

        Returns:
            The table's log.
        """
        jvm: Any = session._jvm
        make = scala.java_class(jvm, "org.apache.spark.sql.catalyst.TableIdentifier")
        identifier = make(table, scala.some(jvm, schema))
        return cls(session, scala.java_class(jvm, f"{_DELTA}.DeltaLog").forTable(session._jsparkSession, identifier))

    @classmethod
    def for_path(cls, session: SparkSession, path: str) -> DeltaTableLog:
        """Open a table by its path.

        Args:
            session: The session to read with.
            path: Path or URI of the table's folder.

        Returns:
            The table's log.
        """
        jvm: Any = session._jvm
        return cls(session, scala.java_class(jvm, f"{_DELTA}.DeltaLog").forTable(session._jsparkSession, path))

    @property
    def session(self) -> SparkSession:
        """The session that reads."""
        return self._session

    @property
    def java(self) -> Any:
        """Delta's ``DeltaLog``."""
        return self._log

    def in_session(self, session: SparkSession) -> DeltaTableLog:
        """Return the same log, read from another session."""
        return DeltaTableLog(session, self._log, self._commits)

    @property
    def path(self) -> str:
        """URI of the table's folder."""
        return str(self._log.dataPath().toString())

    def latest(self) -> Snapshot:
        """Return the newest snapshot, after a look at the log."""
        none = scala.none(self._jvm)
        return Snapshot(self._log.update(False, none, none), self._facts)

    def schema_at(self, version: int) -> dict[str, Any] | None:
        """Return the schema's JSON at a version, column mapping included; None if the log does not tell it any more.

        Raises:
            Py4JJavaError: It is there and cannot be read.
        """
        snapshot = self.snapshot_at(version)
        if snapshot is None:
            return None
        schema: dict[str, Any] = json.loads(snapshot.java.metadata().schemaString())
        return schema

    def snapshot_at(self, version: int) -> Snapshot | None:
        """Return the snapshot of a version; None if the log does not tell it any more.

        Raises:
            Py4JJavaError: It is there and cannot be read.
        """
        none = scala.none(self._jvm)
        try:
            return Snapshot(self._log.getSnapshotAt(version, none, none, False), self._facts)
        except Py4JJavaError as error:
            if failure_kind(error) is not FailureKind.RESOURCE:
                raise
            return None

    def exists(self) -> bool:
        """Return whether there is a table at all."""
        return bool(self._log.tableExists())

    def commit(self, version: int) -> Commit | None:
        """Read a version's commit; it is read once.

        Args:
            version: The version.

        Returns:
            The commit, or None if the log does not have it, or no longer.

        Raises:
            Py4JJavaError: The entry is there and cannot be read.
        """
        if version not in self._commits:
            text = full_text(self._facts.logEntry(self._log, f"{version:020d}.json"))
            if text is None:
                return None
            self._commits[version] = parse_commit(version, text.split("\n"))
        return self._commits[version]

    def side_file(self, name: str) -> str | None:
        """Read a file of ours that lies beside the entries of the log.

        Args:
            name: Its name.

        Returns:
            Its text; None if there is none, or it cannot be read.
        """
        try:
            return full_text(self._facts.logEntry(self._log, name))
        except Py4JJavaError as error:
            _LOGGER.info("%s cannot be read", name, exc_info=redacted_trace(error))
            return None

    def write_side_file(self, name: str, line: str) -> None:
        """Write such a file, over one that is there; where that is not possible there is none, or the old one.

        Args:
            name: Its name, which is none of Delta's.
            line: What it says.
        """
        try:
            self._facts.writeSideFile(self._log, name, line)
        except Py4JJavaError as error:
            _LOGGER.info("%s cannot be written", name, exc_info=redacted_trace(error))

    def missing_files(self, paths: Iterable[str]) -> list[str]:
        """Return which of some data files are no longer there.

        Args:
            paths: Paths as the log has them: percent-encoded, relative to the table or absolute.

        Returns:
            The paths that name no file.
        """
        return list(self._facts.missing(self._log, list(paths)))

    def deletion_vector_difference(
        self, before: DataFile, after: DataFile
    ) -> tuple[DataFile | None, DataFile | None] | None:
        """Narrow two states of one file to the rows in which they differ.

        Args:
            before: The file with the deletion vector that it had.
            after: The file with the one that it has.

        Returns:
            The file with a vector that shows only the rows that ``before`` alone shows, and one for those that
            ``after`` alone shows, None where there are none; None if the log does not tell how many rows the file has.
        """
        rows = after.stored_rows
        if rows is None or rows > _MOST_ROWS_OF_A_FILE:
            return None
        vectors = self._facts.difference(self._log, before.as_add_action(), after.as_add_action(), rows)
        lost, regained = (None if v is None else {"storageType": "i", **_inline(list(v))} for v in vectors)
        return (
            None if lost is None else replace(before, deletion_vector=lost),
            None if regained is None else replace(after, deletion_vector=regained),
        )

    def read_files(self, snapshot: Snapshot, files: Iterable[DataFile]) -> DataFrame:
        """Read the live rows of given files.

        Args:
            snapshot: Whose schema and partitioning to read with.
            files: The files.

        Returns:
            The rows, all columns.
        """
        return DataFrame(self._facts.read(self._log, snapshot.java, _actions(files)), self._session)

    def select(
        self, snapshot: Snapshot, columns: str, multiplicity: str | None, condition: str | None, kept_memory: str
    ) -> Any:
        """Begin to select rows out of files: see ``RowSelection``, which is for other modules to call."""
        given: Any = self._session
        picker = JvmBridge.of(given).part("picking.Picker")
        return picker.select(
            given._jsparkSession, self._log, snapshot.java, columns, multiplicity, condition, kept_memory
        )

    def read_change(
        self,
        snapshot: Snapshot,
        came: tuple[Iterable[DataFile], Sequence[str]],
        went: tuple[Iterable[DataFile], Sequence[str]],
        feed: tuple[Iterable[str], Sequence[str]],
    ) -> DataFrame:
        """Read what changed, from three kinds of files with a select list each.

        Args:
            snapshot: Whose schema and partitioning to read with.
            came: Files whose rows came.
            went: Files whose rows went.
            feed: Change data files, as the log names them, with the column ``_change_type``.

        Returns:
            The rows, one kind after the other.
        """
        given: Any = self._session
        frame = self._facts.readChange(
            given._jsparkSession,
            self._log,
            snapshot.java,
            _actions(came[0]),
            _actions(went[0]),
            _SEPARATOR.join(map(unquote, feed[0])),
            *(_SEPARATOR.join(kind[1]) for kind in (came, went, feed)),
        )
        return DataFrame(frame, self._session)

    def consolidated(self, change: DataFrame, columns: Iterable[str], weight: str) -> DataFrame:
        """Make equal rows one.

        Args:
            change: Rows with a weight.
            columns: The other columns.
            weight: The weight's name.

        Returns:
            The rows with the sums of their weights that are not zero.
        """
        given: Any = change
        keys = _SEPARATOR.join(map(quote_identifier, columns))
        return DataFrame(self._facts.consolidated(given._jdf, keys, weight), self._session)

    def transaction_version(self, transaction_id: str) -> int | None:
        """Return the newest ``txnVersion`` that Delta remembers of a writer, or None."""
        found = scala.to_dict(self.latest().java.transactions()).get(transaction_id)
        return None if found is None else int(found)

    def begin(self) -> Transaction:
        """Begin a transaction on the newest version."""
        none = scala.none(self._jvm)
        java = self._log.startTransaction(none, none)
        return Transaction(java, Snapshot(java.snapshot(), self._facts))

    def read_version(self, snapshot: Snapshot) -> DataFrame:
        """Read the rows of a version.

        Args:
            snapshot: The version.

        Returns:
            The rows, all columns.
        """
        return self._session.read.format("delta").option("versionAsOf", snapshot.version).load(self.path)

    def size_in_memory(self, files: Sequence[DataFile]) -> int:
        """Estimate what rows of files take in memory, by what a few of the files say of themselves.

        Args:
            files: The files.

        Returns:
            The bytes of their columns before these were compressed.
        """
        asked = sorted(files, key=lambda file: file.size_bytes, reverse=True)[:_MOST_ASKED_FILES]
        size = sum(file.size_bytes for file in asked)
        if not size:
            return 0
        paths = _SEPARATOR.join(unquote(file.path) for file in asked)
        uncompressed = int(self._facts.uncompressed(self._log, paths))
        return uncompressed * sum(file.size_bytes for file in files) // size

    def append(
        self, rows: CollectedRows, columns: Sequence[str], transaction_id: str, transaction_version: int
    ) -> bool:
        """Add rows in one commit without a Spark job; none if its number has been seen.

        Args:
            rows: The rows.
            columns: For each of their columns, the name of the table's column that it is for.
            transaction_id: ``txnAppId`` of the commit.
            transaction_version: ``txnVersion`` of the commit.

        Returns:
            Whether that was possible; otherwise nothing was done, and a statement has to add them: many rows, rows of
            partitions, of a table with constraints, or whose columns' types differ, or without the accelerator
            ``driver_files``.
        """
        given: Any = self._session
        if not uses(given, "driver_files"):
            return False
        return bool(
            JvmBridge.of(given)
            .part("writing.DriverWriter")
            .append(
                given._jsparkSession,
                self._log,
                rows.java,
                _SEPARATOR.join(columns),
                self._most_written_bytes,
                self._transaction_numbers,
                transaction_id,
                transaction_version,
            )
        )

    def merge_on_read(
        self,
        transaction: Transaction,
        found: CollectedRows,
        came: CollectedRows,
        files: Iterable[DataFile] | None,
        transaction_id: str,
        transaction_version: int,
    ) -> None:
        """Hide rows by deletion vectors and add others, in one commit; none if its number has been seen.

        Args:
            transaction: From ``begin``; ``found`` was read after that.
            found: The rows to hide: file and position in the second and third column.
            came: The rows to add, with the table's columns.
            files: All live files, if they are known.
            transaction_id: ``txnAppId`` of the commit.
            transaction_version: ``txnVersion`` of the commit.
        """
        given: Any = self._session
        known = None if files is None else "\n".join(file.action for file in files)
        JvmBridge.of(given).part("writing.DriverWriter").mergeOnRead(
            given._jsparkSession,
            self._log,
            transaction.java,
            known,
            found.java,
            came.java,
            self._most_written_bytes,
            self._transaction_numbers,
            transaction_id,
            transaction_version,
        )

    @property
    def _transaction_numbers(self) -> Any:
        """What tells transaction numbers without a query over the log; None where Delta is to find them."""
        used = uses(self._session, "known_transactions")
        return JvmBridge.of(self._session).part("host.KnownTransactions") if used else None

    @property
    def _most_written_bytes(self) -> int:
        """Bytes of rows that the driver writes itself: in the file's pages, they are in memory a second time."""
        if not uses(self._session, "driver_files"):
            return 0
        return min(_MOST_WRITTEN_BYTES, memory_share(self._session).free // 2)

    def checkpoint(self) -> None:
        """Write down the table's newest state, so that readers need not put it together from all commits."""
        self._log.checkpoint(self.latest().java, scala.none(self._jvm))

    def commit_without_changes(self, transaction_id: str, transaction_version: int) -> int:
        """Make a commit that changes no row, to record what its ``userMetadata`` setting says.

        Args:
            transaction_id: ``txnAppId`` of the commit.
            transaction_version: ``txnVersion`` of the commit.

        Returns:
            The new version.
        """
        none = scala.none(self._jvm)
        transaction = self._log.startTransaction(none, none)
        return self._commit_number(transaction, transaction_id, transaction_version)

    def advance(self, transaction_id: str, expected: int | None, version: int) -> bool:
        """Give a writer another transaction number, in a commit without rows, unless somebody else has done so.

        Args:
            transaction_id: The writer.
            expected: The number that it has; None for none.
            version: The one that it is to have.

        Returns:
            Whether it has got it; False where its number was another one.

        Raises:
            Py4JJavaError: Delta could not commit, or somebody else has given it a number at the same time.
        """
        none = scala.none(self._jvm)
        transaction = self._log.startTransaction(none, none)
        found = int(transaction.txnVersion(transaction_id))
        if found != (-1 if expected is None else expected):
            return False
        self._commit_number(transaction, transaction_id, version)
        return True

    def _commit_number(self, transaction: Any, transaction_id: str, version: int) -> int:
        action = json.dumps({"txn": {"appId": transaction_id, "version": version, "lastUpdated": 0}})
        actions = scala.sequence(self._jvm, [scala.java_class(self._jvm, f"{_DELTA}.actions.Action").fromJson(action)])
        operation = scala.companion(self._jvm, f"{_DELTA}.DeltaOperations$EmptyCommit")
        return int(transaction.commit(actions, operation))


def _actions(files: Iterable[DataFile]) -> str:
    return "\n".join(file.as_add_action() for file in files)


def _inline(parts: list[str]) -> dict[str, Any]:
    return {"pathOrInlineDv": parts[0], "sizeInBytes": int(parts[1]), "cardinality": int(parts[2])}


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction that was begun.

    Attributes:
        java: Delta's ``OptimisticTransaction``.
        snapshot: The version that it reads.
    """

    java: Any
    snapshot: Snapshot

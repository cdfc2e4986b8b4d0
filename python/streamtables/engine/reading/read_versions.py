"""Versions of tables that the statements of one refresh read, each from its files where these are few."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.bind_versions import rows_of
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables_rewriter.sql.columns import relation
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables.spark.tables.file_lists import FileLists


class ReadVersions:
    """Reads each version once.

    Args:
        session: A session of our own; temporary views are made in it.
        program: The compiled definition.
        changes: What each source did, which knows both versions.
        files: Knows the files of tables that have few.
        state: The stream table's stored state.
    """

    def __init__(
        self, session: SparkSession, program: Program, changes: SourceChanges, files: FileLists, state: StoredState
    ) -> None:
        self._session = session
        self._program = program
        self._changes = changes
        self._files = files
        self._state = state
        self._read: dict[Placeholder, tuple[exp.Expr | None, int | None]] = {}
        self._views: list[str] = []

    def of(
        self, placeholders: Collection[Placeholder]
    ) -> tuple[dict[Placeholder, exp.Expr], dict[Placeholder, int | None]]:
        """Read the versions of tables that a statement needs from their files, where these are few.

        Args:
            placeholders: The statement's placeholders of which nothing else has read the rows.

        Returns:
            What those placeholders stand for that are read so, and the size in bytes of each table that is read;
            None where it is not known.
        """
        for placeholder in sorted(placeholders, key=str):
            if placeholder not in self._read and (
                placeholder.kind is PlaceholderKind.BACKING or placeholder.read_source is not None
            ):
                self._read[placeholder] = self._one(placeholder)
        read = {p: self._read[p] for p in placeholders if p in self._read}
        bound = {p: table for p, (table, _) in read.items() if table is not None}
        return bound, {p: size for p, (_, size) in read.items()}

    def _one(self, placeholder: Placeholder) -> tuple[exp.Expr | None, int | None]:
        source = placeholder.source
        if source is None:
            log, snapshot, version = self._state.log, self._state.snapshot, self._state.snapshot.version
        else:
            change = self._changes[source]
            if change.change is None or change.change.schema_changed:
                return None, None
            log, snapshot, version = change.source.log, change.source.snapshot, change.version_read(placeholder)
        files = self._files.at(log, snapshot, version)
        if files is None:
            return None, None
        view = f"__st_{placeholder.kind.value}_{'' if source is None else source}"
        log.in_session(self._session).read_files(snapshot, files).createOrReplaceTempView(view)
        self._views.append(view)
        stored = relation(view)
        table = stored if source is None else rows_of(self._program.tables[source], stored)
        return table, sum(file.size_bytes for file in files)

    def release(self) -> None:
        """Drop the temporary views."""
        for view in self._views:
            self._session.catalog.dropTempView(view)

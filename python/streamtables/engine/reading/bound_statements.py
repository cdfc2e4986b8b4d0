"""The statements of one refresh, written over what has been read for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sqlglot import exp

from streamtables.engine.programs.bindings import Bindings
from streamtables.engine.reading.read_ranges import ReadRanges
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.engine.reading.read_versions import ReadVersions
from streamtables.engine.reading.semi_join_reduction import SemiJoinReduction
from streamtables.spark.rows.materialized_frames import CollectedRows
from streamtables.spark.tables.delta_writes import FEW_ROWS, INTERPRETED, ONE_PLACE, mark_settings, small_change
from streamtables_rewriter.sql.broadcast_side import has_equi_joins_only, prefer_hash_joins
from streamtables_rewriter.sql.nested_queries import nest_queries
from streamtables_rewriter.sql.with_clauses import common_queries, count_reads
from streamtables_rewriter.templates.placeholders import Placeholder
from streamtables_rewriter.templates.staging import Statement
from streamtables_rewriter.templates.template import Template, statement_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.file_lists import Files

_ONE_TASK_BYTES = 16 * 2**20
"""Bytes of rows up to which they go into one task: a cluster refuses tasks above 128 MB."""
_BROADCAST_LIMIT = "spark.sql.maxBroadcastTableSize"
_BROADCAST_BYTES = 2**20
"""Size of a table's files up to which all of it is sent to the workers in less time than a job takes."""


class Query(NamedTuple):
    """A query for Spark.

    Attributes:
        text: SQL.
        settings: The settings to run it under.
    """

    text: str
    settings: dict[str, str]

    @classmethod
    def of(cls, tree: exp.Expr, settings: Mapping[str, str]) -> Query:
        """Write a query, which is changed in place."""
        text = statement_text(nest_queries(tree))
        return cls(text, {**settings, **mark_settings(text)})


class BoundStatements:
    """Fills the placeholders of statements with what has been read.

    Args:
        session: A session of our own.
        bindings: What placeholders stand for where nothing is read for them.
        rows: The changes and steps that are known.
        needed: Reads the rows of a few keys once for all places.
        versions: Reads versions of tables.
        files: Gives the files of a source at its new version; None if they are many.
        most_sent_bytes: How many bytes may be broadcast at the most.
    """

    def __init__(
        self,
        session: SparkSession,
        bindings: Bindings,
        rows: ReadRows,
        needed: SemiJoinReduction,
        versions: ReadVersions,
        files: Callable[[int], Files | None],
        most_sent_bytes: int,
    ) -> None:
        self._session = session
        self._bindings = bindings
        self._rows = rows
        self._needed = needed
        self._versions = versions
        self._files = files
        self._most_sent_bytes = most_sent_bytes

    def ranges(self) -> ReadRanges:
        """Return the ranges of the keys that are known by now, as far as they help."""
        return ReadRanges(self._rows.bounds, self._files)

    def whole(self, template: Template) -> exp.Expr:
        """Fill the placeholders of a query for which nothing is read but versions of tables.

        Args:
            template: The query.

        Returns:
            A new tree.
        """
        versions, _ = self._versions.of(template.placeholders)
        return template.bind({**self._bindings.of(template.placeholders), **versions}, self.ranges())

    def write(self, statement: Statement, needed: Mapping[Placeholder, exp.Expr]) -> Query:
        """Write one of the statements for a small change.

        Args:
            statement: The statement.
            needed: What placeholders stand for whose rows were read for all statements.

        Returns:
            The query.
        """
        query, ranges = statement.query, self.ranges()
        read = {p: table for p, table in needed.items() if p in query.placeholders}
        if self._rows.has_steps:
            read |= self._needed.read(query, statement.semi_join_keys, ranges, read)
        versions, sizes = self._versions.of(set(query.placeholders).difference(read))
        known = {**self._bindings.of(query.placeholders), **versions, **read}
        small = [p for p, size in sizes.items() if size is not None and size <= _BROADCAST_BYTES]
        bound = query.bind({p: known[p] for p in query.placeholders}, ranges, small)
        read_bytes = None if None in sizes.values() else sum(size or 0 for size in sizes.values())
        settings = small_change(self._session, read_bytes)
        collected = self._all_collected(bound)
        # What is broadcast is built in the driver's memory.
        settings.setdefault(_BROADCAST_LIMIT, str(self._most_sent_bytes))
        if collected is None or not _are_few(collected.values()):
            return Query.of(bound, settings)
        for name, rows in collected.items():
            rows.in_one_place(self._session).createOrReplaceTempView(name)
        settings |= ONE_PLACE | (INTERPRETED if has_equi_joins_only(bound) else {})
        return Query.of(prefer_hash_joins(bound), settings)

    def _all_collected(self, query: exp.Expr) -> dict[str, CollectedRows] | None:
        """Return what a statement reads, by name, if all of it is in the driver's memory."""
        collected = self._needed.collected | self._rows.collected
        read = {name for name in count_reads(query) if name not in common_queries(query)}
        rows = {name: found for name in read if (found := collected.get(name)) is not None}
        return rows if len(rows) == len(read) else None


def _are_few(collected: Collection[CollectedRows]) -> bool:
    """Return whether rows are few enough to go into one task."""
    return (
        sum(rows.rows for rows in collected) <= FEW_ROWS
        and sum(rows.size_bytes for rows in collected) <= _ONE_TASK_BYTES
    )

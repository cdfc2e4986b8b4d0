"""The oracle: a stream table's query over the sources' versions that its frontier names, down to the base tables.

Stream tables below are not read: their own queries take their place, over the frontiers that they had at that version.
So the rows of a whole chain are compared with what the base tables say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from tests.reliability.delta_commits import LoggedCommit, Position, RecordedFrontier, read_commits
from tests.reliability.graph import NODES, SOURCES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BACKING = "__stream"
_PINNED = re.compile(r"delta\.`[^`]+` VERSION AS OF \d+")


class GoneError(Exception):
    """A version that a frontier names cannot be read any more, so nobody can tell what the rows should be."""


class BrokenRecordError(Exception):
    """What is recorded cannot be: a frontier that is missing, or a query that nobody wrote."""


class Tables:
    """The folders of the tables of a schema.

    Args:
        folder: The schema's folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Return the folder of a source or of a backing table."""
        return self.folder / name

    def commits(self, name: str) -> list[LoggedCommit]:
        """Return the commits of a source, or of a stream table's backing table."""
        return read_commits(self.path(f"{name}{BACKING}" if name in NODES else name))


def frontier_at(commits: Sequence[LoggedCommit], version: int | None = None) -> RecordedFrontier:
    """Return the frontier that holds at a version of a backing table.

    Args:
        commits: All its commits.
        version: The version; None for the newest.

    Returns:
        The frontier.

    Raises:
        BrokenRecordError: There is none, or other commits changed rows since.
    """
    for commit in reversed(commits):
        if version is not None and commit.version > version:
            continue
        if commit.frontier is not None:
            return commit.frontier
        if commit.changes_rows:
            raise BrokenRecordError(f"version {commit.version} ({commit.operation}) changed rows without a frontier")
    raise BrokenRecordError("no frontier is recorded")


def expected_sql(
    tables: Tables, name: str, version: int | None = None, instead: Mapping[str, int] | None = None
) -> str:
    """Write the query whose rows a stream table has to have.

    Args:
        tables: Where tables are.
        name: The stream table.
        version: A version of its backing table; None for the newest.
        instead: Versions of sources that are taken in place of the frontier's.

    Returns:
        The query, over pinned versions of base tables only.

    Raises:
        GoneError: A version that it needs is not there any more.
        BrokenRecordError: What is recorded cannot be.
    """
    commits = tables.commits(name)
    if not commits:
        raise BrokenRecordError(f"{name} has no log")
    frontier = frontier_at(commits, version)
    at = commits[-1] if version is None else commits[version - commits[0].version]
    variant = None if at.definition is None else NODES[name].variant_of(at.definition["query"])
    if variant is None:
        raise BrokenRecordError(f"{name} at version {at.version} has a query that nobody wrote")
    positions = {full.rsplit(".", 1)[-1]: position for full, position in frontier.positions.items()}
    relations = {}
    for read in NODES[name].reads:
        position = positions.get(f"{read}{BACKING}" if read in NODES else read)
        if position is None:
            raise BrokenRecordError(f"the frontier of {name} lacks {read}")
        require_version(tables, read, position)
        if read in NODES:
            relations[read] = f"({expected_sql(tables, read, position.version, instead)})"
        else:
            pinned = (instead or {}).get(read, position.version)
            relations[read] = f"(SELECT * FROM delta.`{tables.path(read)}` VERSION AS OF {pinned})"
    return NODES[name].query(variant, relations)


class Oracle:
    """Computes queries over pinned base tables: Spark reads each version once, an engine of its own does the rest.

    Args:
        spark: Reads the tables.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._engine = duckdb.connect()
        self._names: dict[str, str] = {}

    def rows(self, query: str) -> Counter[tuple[Any, ...]]:
        """Compute a query of ``expected_sql``.

        Args:
            query: The query.

        Returns:
            Its rows, with how many times each is there.
        """
        return Counter(self._engine.execute(_PINNED.sub(self._loaded, query)).fetchall())

    def _loaded(self, pinned: re.Match[str]) -> str:
        name = self._names.get(pinned[0])
        if name is None:
            name = f"pinned_{len(self._names)}"
            self._engine.register(name, self._spark.sql(f"SELECT * FROM {pinned[0]}").toArrow())
            self._names[pinned[0]] = name
        return name


def require_version(tables: Tables, name: str, position: Position) -> None:
    """Tell whether a version of a table is still the one that a frontier speaks of.

    Args:
        tables: Where tables are.
        name: A source or stream table.
        position: Its place in a frontier.

    Raises:
        GoneError: The table was dropped and created again since.
        BrokenRecordError: There never was such a version.
    """
    commits = tables.commits(name)
    known = {commit.version: commit.table_id for commit in commits}
    if known.get(position.version) == position.table_id:
        return
    if position.table_id in known.values():
        raise BrokenRecordError(f"version {position.version} of {name} is not one of table {position.table_id}")
    raise GoneError(f"{name} was dropped and created again")


def base_positions(tables: Tables, name: str, version: int | None = None) -> dict[str, set[Position]]:
    """Collect the positions of every base table that a stream table's rows go back to.

    Args:
        tables: Where tables are.
        name: The stream table.
        version: A version of its backing table; None for the newest.

    Returns:
        By source; more than one where the sides of a diamond differ.

    Raises:
        BrokenRecordError: No frontier is recorded.
    """
    found: dict[str, set[Position]] = {}
    frontier = frontier_at(tables.commits(name), version)
    for full, position in frontier.positions.items():
        read = full.rsplit(".", 1)[-1]
        if read in SOURCES:
            found.setdefault(read, set()).add(position)
            continue
        for source, below in base_positions(tables, read.removesuffix(BACKING), position.version).items():
            found.setdefault(source, set()).update(below)
    return found

"""Looks at everything that a soak has left: rows, logs, the registry, leftovers, and what is the user's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tests.reliability.expected_rows import (
    BACKING,
    BrokenRecordError,
    GoneError,
    Oracle,
    Tables,
    base_positions,
    expected_sql,
)
from tests.reliability.graph import KEPT, NODES, SOURCES
from tests.reliability.log_rules import log_problems

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession


def condition_of(error: BaseException) -> str:
    """Return an error's condition, or its class where it has none.

    Args:
        error: The error.

    Returns:
        The name, without what stands behind a dot; of an error that only Java knows the condition in its message.
    """
    ask = getattr(error, "getCondition", None)
    condition = ask() if ask is not None else None
    if condition is None and hasattr(error, "java_exception"):
        told = _IN_BRACKETS.search(str(error.java_exception))
        condition = told[1] if told is not None else str(error.java_exception).split(":", 1)[0].rsplit(".", 1)[-1]
    return str(condition or type(error).__name__)


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, shortened."""
    return (str(error).strip() or type(error).__name__).split("\n", 1)[0][:300]


_IN_BRACKETS = re.compile(r"\[([A-Z][A-Z0-9_]+)[\].]")


class Inspection:
    """Checks a schema while nothing else happens to it.

    Args:
        spark: A session with stream tables whose current schema it is.
        folder: The schema's folder.
        vacuumed: Whether anybody vacuums the sources.

    Attributes:
        tables: Where tables are.
        compared: How many times a table was compared with its query.
        verified: How many times VERIFY was asked.
    """

    def __init__(self, spark: SparkSession, folder: Path, *, vacuumed: bool = False) -> None:
        self._spark = spark
        self.schema = folder.name.removesuffix(".db")
        self.tables = Tables(folder)
        self._vacuumed = vacuumed
        self.compared = 0
        self.verified = 0

    def all_problems(self, present: Collection[str], *, fresh: bool = False) -> list[str]:
        """Check all but VERIFY.

        Args:
            present: The stream tables that must be there, and no others.
            fresh: Whether all were refreshed since the last write.

        Returns:
            What is wrong, a sentence each.
        """
        return [
            *(self.stale_problems(present) if fresh else self.row_problems(present)),
            *self.log_problems(present),
            *self.catalog_problems(present),
            *self.kept_problems(),
        ]

    def row_problems(self, names: Iterable[str]) -> list[str]:
        """Compare stream tables with their queries over the versions that their frontiers name."""
        expected, problems = {}, []
        for name in names:
            try:
                expected[name] = expected_sql(self.tables, name)
            except GoneError:
                continue
            except BrokenRecordError as error:
                problems.append(f"{name}: {error}")
        return problems + self._differences(expected, "at its frontier")

    def stale_problems(self, names: Iterable[str]) -> list[str]:
        """Compare stream tables with their queries over the sources as they are."""
        logs = {source: self.tables.commits(source) for source in SOURCES}
        if not all(logs.values()):
            return [f"{source} has no log" for source, commits in logs.items() if not commits]
        newest = {source: commits[-1].version for source, commits in logs.items()}
        expected, problems = {}, []
        for name in names:
            try:
                expected[name] = expected_sql(self.tables, name, instead=newest)
            except (GoneError, BrokenRecordError) as error:
                problems.append(f"{name}, just refreshed: {error}")
        return problems + self._differences(expected, "as its sources are")

    def _differences(self, expected: Mapping[str, str], what: str) -> list[str]:
        oracle, problems = Oracle(self._spark), []
        for name, query in expected.items():
            try:
                wanted = oracle.rows(query)
                found = Counter(map(tuple, self._spark.sql(f"SELECT * FROM {name}").collect()))
            except Exception as error:  # noqa: BLE001 - whatever stands in the way is what is looked for
                if not (self._vacuumed and "FILE_NOT_EXIST" in str(error)):
                    problems.append(f"{name} {what}: cannot be read: {first_line(error)}")
                continue
            self.compared += 1
            sides = {"missing": wanted - found, "extra": found - wanted}
            problems += [f"{name} {what}: {rows.total()} rows {side}" for side, rows in sides.items() if rows]
        return problems

    def old_version_problems(self, name: str, most: int) -> list[str]:
        """Compare versions that a stream table had in between, under its present definition, with its query.

        Where the sides of a diamond stand for different versions of a source, either must give these rows.
        """
        commits = self.tables.commits(name)
        problems: list[str] = []
        described = self._ask(f"DESCRIBE TABLE EXTENDED {name}", problems)
        query = next((row["data_type"] for row in described if row["col_name"] == "View Text"), "")
        full = f"`spark_catalog`.`{self.schema}`.`{name}{BACKING}`"
        if full not in query:
            return [*problems, f"{name}: its view does not read {full}: {query[:200]}"]
        newest = commits[-1].definition
        chosen = [c for c in commits if c.frontier is not None and c.definition == newest][-most:]
        for commit in chosen:
            try:
                wanted = expected_sql(self.tables, name, commit.version)
                bases = base_positions(self.tables, name, commit.version)
            except GoneError:
                continue
            except BrokenRecordError as error:
                problems.append(f"{name} version {commit.version}: {error}")
                continue
            found = query.replace(full, f"{full} VERSION AS OF {commit.version}")
            what = f"{name} version {commit.version}"
            problems += self._difference(what, found, wanted)
            if (
                commit.frontier is not None
                and commit.frontier.mode != "INITIAL"
                and any(len(p) > 1 for p in bases.values())
            ):
                latest = {source: max(p.version for p in positions) for source, positions in bases.items()}
                as_one = expected_sql(self.tables, name, commit.version, latest)
                problems += self._difference(
                    f"{what} ({commit.frontier.mode}), as one version of each source", found, as_one
                )
        return problems

    def _difference(self, what: str, found: str, wanted: str) -> list[str]:
        sides = {"missing": f"({wanted}) EXCEPT ALL ({found})", "extra": f"({found}) EXCEPT ALL ({wanted})"}
        try:
            counts = {side: self._spark.sql(query).count() for side, query in sides.items()}
        except Exception as error:  # noqa: BLE001 - whatever stands in the way is what is looked for
            if self._vacuumed and "FILE_NOT_EXIST" in str(error):
                return []
            return [f"{what}: cannot be read: {first_line(error)}"]
        self.compared += 1
        return [f"{what}: {n} rows {side}" for side, n in counts.items() if n]

    def verify_problems(self, names: Iterable[str]) -> list[str]:
        """Let VERIFY have a look, too."""
        problems = []
        for name in names:
            try:
                row = self._spark.sql(f"VERIFY STREAM TABLE {name}").collect()[0]
            except Exception as error:  # noqa: BLE001 - whatever stands in the way is what is looked for
                problems.append(f"VERIFY {name}: {condition_of(error)}: {first_line(error)}")
                continue
            self.verified += 1
            if not row["equal"]:
                problems.append(f"VERIFY {name}: {row['missing_rows']} missing, {row['extra_rows']} extra")
        return problems

    def log_problems(self, names: Iterable[str]) -> list[str]:
        """Check what the commits of the backing tables say."""
        return [
            problem
            for name in names
            for problem in log_problems(name, self.tables.commits(name), vacuumed=self._vacuumed)
        ]

    def _ask(self, text: str, problems: list[str]) -> list[Row]:
        try:
            return self._spark.sql(text).collect()
        except Exception as error:  # noqa: BLE001 - whatever stands in the way is what is looked for
            problems.append(f"{text}: {condition_of(error)}: {first_line(error)}")
            return []

    def catalog_problems(self, present: Collection[str]) -> list[str]:
        """Compare views, backing tables, registry and SHOW STREAM TABLES with what must be there."""
        problems: list[str] = []
        found = {row["tableName"] for row in self._ask(f"SHOW TABLES IN {self.schema}", problems)}
        wanted = {*present, *(f"{name}{BACKING}" for name in present), *SOURCES, *KEPT}
        ours = {*NODES, *(f"{name}{BACKING}" for name in NODES), *SOURCES, *KEPT}
        problems += [f"{name} is gone" for name in sorted(wanted - found)]
        problems += [f"{name} is left over" for name in sorted((found & ours) - wanted)]
        of_schema = f"WHERE stream_table LIKE 'spark_catalog.{self.schema}.%'"
        rows = self._ask(f"SELECT id, stream_table FROM streamtables.stream_tables {of_schema}", problems)
        registered: dict[str, list[str]] = {}
        for row in rows:
            registered.setdefault(row["stream_table"].rsplit(".", 1)[-1], []).append(row["id"])
        for name in sorted({*registered, *present}):
            ids = registered.get(name, [])
            if name not in present:
                problems.append(f"the registry has {name}, which is not there")
            elif len(ids) != 1:
                problems.append(f"the registry has {len(ids)} entries of {name}")
            elif name in present:
                commits = self.tables.commits(name)
                definition = commits[-1].definition if commits else None
                if definition is None or definition["id"] != ids[0]:
                    problems.append(f"the registry has another {name} than its table")
        shown = {row["stream_table"] for row in self._ask(f"SHOW STREAM TABLES IN {self.schema}", problems)}
        problems += [f"SHOW STREAM TABLES lacks {name}" for name in sorted(set(present) - shown)]
        problems += [f"SHOW STREAM TABLES has {name}, which is not there" for name in sorted(shown - set(present))]
        return problems

    def kept_problems(self) -> list[str]:
        """Look after the user's own table and view."""
        try:
            kept = self._spark.sql("SELECT count(*) AS n FROM keep__stream").collect()[0]["n"]
            self._spark.sql("SELECT * FROM seen").collect()
        except Exception as error:  # noqa: BLE001 - whatever stands in the way is what is looked for
            return [f"the user's own table or view is gone: {first_line(error)}"]
        return [] if kept == 3 else [f"the user's own table has {kept} rows instead of 3"]

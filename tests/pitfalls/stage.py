"""What plays a script on DuckDB: tables that the script's statements change, and a stream table for each query.

Each stream table has sources of its own. Of every statement they are told the rows that it took away and the rows that
it brought, so a section of several statements is one delta in which a row may come, go and come back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import duckdb
import sqlglot

from tests.equivalence.script import Script, source, stream
from tests.rewriter.duckdb_engine import Change, Database, Row, StreamTable
from tests.rewriter.duckdb_sql import render

_SPELT_OTHERWISE = re.compile(r"\b(explode|posexplode|listagg|collect_list)\(", re.IGNORECASE)
"""Queries that DuckDB spells otherwise, so that they are judged as the rewriter reads them."""

Schema = dict[str, list[tuple[str, str]]]


@dataclass
class Performer:
    """A stream table of a script, with its sources."""

    name: str
    table: StreamTable

    @property
    def database(self) -> Database:
        """Its sources."""
        return self.table.database

    def net(self) -> None:
        """Sum up the changes that are to come."""
        for name, changes in self.database.pending.items():
            self.database.pending[name] = _consolidated(changes)

    def mode(self) -> str:
        """Tell the mode of the refresh to come: whether something changed in the columns that the query reads."""
        for read in self.table.bound.sources:
            (name,) = read.table.name
            places = [i for i, (column, _) in enumerate(self.database.schema[name]) if column in read.used]
            changes = [(tuple(row[i] for i in places), weight) for row, weight in self.database.pending[name]]
            if _consolidated(changes):
                return "DIFFERENTIAL"
        return "NO_CHANGE"

    def columns(self) -> tuple[list[str], list[str]]:
        """Return the names of the columns that are shown, and of the query's own."""
        return tuple(
            [column[0] for column in self.table.connection.execute(text).description]
            for text in (self.table.shown(), self.table.own_text() or self.table.sql(self.table.plan.query))
        )


@dataclass
class Stage:
    """The tables of a script, and its stream tables.

    Args:
        script: The script; its first section is played at once.
    """

    script: Script
    schema: Schema = field(default_factory=dict)
    performers: list[Performer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world = duckdb.connect()
        self.world.execute("SET threads = 1")
        for statement in self.script.sections[0].statements:
            self._prepare(statement)

    def close(self) -> None:
        """Close all connections."""
        self.world.close()
        for performer in self.performers:
            performer.database.connection.close()

    def play(self, statement: str) -> None:
        """Run a statement and tell every stream table's sources what it did."""
        before = {name: self._rows(name) for name in self.schema}
        self.world.execute(_for_duckdb(statement))
        for name in self.schema:
            changes = _difference(before[name], self._rows(name))
            for performer in self.performers:
                for row, weight in changes:
                    performer.database.change(name, row, weight)

    def _prepare(self, statement: str) -> None:
        table, stream_table = source(statement), stream(statement)
        if table is not None:
            self._make_source(*table)
        elif stream_table is not None:
            _, name, query = stream_table
            self.performers.append(Performer(name, self._keep(query)))
        else:
            self.play(statement)

    def _make_source(self, name: str, columns: str) -> None:
        statement = sqlglot.parse_one(f"CREATE TABLE {name} ({columns})", dialect="spark")
        self.schema[name] = [(c.name, _spark_type(c.kind)) for c in statement.this.expressions]
        self.world.execute(render(statement))

    def _keep(self, query: str) -> StreamTable:
        database = Database(self.schema)
        for name in self.schema:
            database.insert(name, *self._rows(name))
        table = StreamTable(database, database.bind(query))
        table.text = None if _SPELT_OTHERWISE.search(query) else _for_duckdb(query)
        wrong = table.wrong()
        assert wrong is None, f"{query}\n{wrong}"
        return table

    def _rows(self, name: str) -> list[Row]:
        return self.world.execute(f'SELECT * FROM "{name}"').fetchall()


def _for_duckdb(statement: str) -> str:
    return render(sqlglot.parse_one(statement, dialect="spark"))


def _spark_type(kind: sqlglot.exp.DataType) -> str:
    return kind.sql(dialect="spark").lower().replace(", ", ",")


def _difference(before: list[Row], after: list[Row]) -> list[Change]:
    return _consolidated([*((row, -1) for row in before), *((row, 1) for row in after)])


def _consolidated(changes: list[Change]) -> list[Change]:
    """Sum the weights of equal rows; the rows that go stand before those that come."""
    weights: Counter[str] = Counter()
    rows: dict[str, Row] = {}
    for row, weight in changes:
        rows[repr(row)] = row
        weights[repr(row)] += weight
    return sorted(_weighted(rows, weights), key=lambda change: change[1])


def _weighted(rows: dict[str, Row], weights: Counter[str]) -> Iterator[Change]:
    for key, weight in weights.items():
        if weight:
            yield rows[key], weight

"""A small engine that keeps a stream table in DuckDB, so that the rewriter's SQL runs without Spark.

Each source is three tables: the rows at the last refresh, the rows now, and the changes between, with weights and not
netted. A refresh materialises a template's changes and runs its MERGE, as the product does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import duckdb
from sqlglot import exp
from tests.rewriter.close_rows import close_rows
from tests.rewriter.duckdb_sql import render
from tests.rewriter.duckdb_types import duckdb_type, literal, sorted_entries, spark_type
from tests.rewriter.rows_merged_on_read import merge_on_read

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.compile import Apply, StreamPlan, compile_query
from streamtables_rewriter.merge.keyed import KeyedMerge
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.plan.relations import ColumnType, Table, View
from streamtables_rewriter.sql.columns import WEIGHT
from streamtables_rewriter.sql.nested_queries import nest_queries
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.runtime_filters import KeyColumn, KeyRange, RuntimeFilter, StepColumn
from streamtables_rewriter.templates.staging import Statement
from streamtables_rewriter.templates.template import Template

Row = tuple[object, ...]
Change = tuple[Row, int]


@dataclass(frozen=True)
class DuckDbRelations:
    """Tables and views by their one-part names."""

    tables: Mapping[str, Table]
    views: Mapping[str, View] = field(default_factory=dict)

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        name = parts[-1].lower()
        return self.tables.get(name) or self.views.get(name)


class DuckDbOracle:
    """Tells types as DuckDB has them, except that whole sums are BIGINT, as in Spark."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def types(self, query: exp.Query) -> tuple[str, ...]:
        rows = self.connection.execute(f"DESCRIBE {render(query)}").fetchall()
        return tuple(spark_type(row[1]) for row in rows)


class Database:
    """Sources with their states and changes.

    Args:
        schema: For each table, its columns as pairs of name and Spark type.
    """

    def __init__(self, schema: Mapping[str, Sequence[tuple[str, str]]], views: Mapping[str, str] | None = None) -> None:
        self.connection = duckdb.connect()
        self.connection.execute("SET threads = 1")
        # DuckDB computes the values of a MERGE's actions for all rows: the error shows in a column that is NOT NULL.
        self.connection.execute("CREATE MACRO raise_error(message) AS NULL")
        self.schema = {name: list(columns) for name, columns in schema.items()}
        self.rows: dict[str, list[Row]] = {name: [] for name in schema}
        self.pending: dict[str, list[Change]] = {name: [] for name in schema}
        self.versions = dict.fromkeys(schema, 0)
        for name, columns in schema.items():
            listed = ", ".join(f'"{c}" {duckdb_type(t)}' for c, t in columns)
            self.connection.execute(f'CREATE TABLE "{name}" ({listed})')
            self.connection.execute(f'CREATE TABLE "{name}__old" ({listed})')
            self.connection.execute(f'CREATE TABLE "{name}__delta" ({listed}, "{WEIGHT}" BIGINT)')
        tables = {
            name.lower(): Table((name,), tuple(ColumnType(c, t) for c, t in columns))
            for name, columns in self.schema.items()
        }
        inlined = {name: View((name,), text, tuple(self._names(text)), ()) for name, text in (views or {}).items()}
        self.relations = DuckDbRelations(tables, inlined)
        for name, text in (views or {}).items():
            self.connection.execute(f'CREATE VIEW "{name}" AS {text}')
        self.oracle = DuckDbOracle(self.connection)

    def _names(self, text: str) -> list[str]:
        return [row[0] for row in self.connection.execute(f"DESCRIBE {text}").fetchall()]

    def insert(self, table: str, *rows: Row) -> None:
        """Insert rows."""
        for row in rows:
            self.change(table, row, 1)

    def delete(self, table: str, *rows: Row) -> None:
        """Delete one copy of each row; it must be there."""
        for row in rows:
            self.change(table, row, -1)

    def update(self, table: str, old: Row, new: Row) -> None:
        """Replace one copy of a row."""
        self.delete(table, old)
        self.insert(table, new)

    def truncate(self, table: str) -> None:
        """Delete all rows."""
        self.delete(table, *self.rows[table])

    def change(self, table: str, row: Row, weight: int) -> None:
        """Add or take away copies of a row; the delta tells it as one row of this weight."""
        rows = self.rows[table]
        for _ in range(weight):
            rows.append(row)
        for _ in range(-weight):
            rows.remove(row)
        self.pending[table].append((row, weight))

    def clear(self) -> None:
        """Empty all tables without telling anyone."""
        for name, rows in self.rows.items():
            rows.clear()
            self.pending[name].clear()
            self._fill(name, [])
            self._fill(f"{name}__old", [])

    def publish(self) -> None:
        """Bring the tables that hold rows and changes up to date."""
        for name, changes in self.pending.items():
            if changes:
                self._fill(name, self.rows[name])
                self._fill(f"{name}__delta", [(*row, weight) for row, weight in changes])

    def settle(self) -> None:
        """Make the rows now the rows at the last refresh."""
        self.publish()
        for name, changes in self.pending.items():
            if changes:
                self.connection.execute(f'DELETE FROM "{name}__old"; INSERT INTO "{name}__old" FROM "{name}"')
                changes.clear()
                self.versions[name] += 1

    def _fill(self, table: str, rows: Sequence[Row]) -> None:
        values = ", ".join(f"({', '.join(map(literal, row))})" for row in rows)
        insert = f'; INSERT INTO "{table}" VALUES {values}' if rows else ""
        self.connection.execute(f'DELETE FROM "{table}"{insert}')

    def bind(self, text: str) -> BoundQuery:
        """Bind a query over the tables."""
        return bind_query(text, self.relations)


def versions_after(versions: Sequence[int], changed: Sequence[int]) -> list[int]:
    """Return the versions of sources after some of them, by position, have changed once more."""
    return [version + (index in changed) for index, version in enumerate(versions)]


_SUFFIXES = {PlaceholderKind.NEW: "", PlaceholderKind.OLD: "__old", PlaceholderKind.DELTA: "__delta"}


START = "2024-01-02 12:00:00"
"""When a stream table is created, if it matters."""


class StreamTable:
    """A stream table over a database.

    Args:
        database: The sources.
        query: The query's text, or the query bound already.
        algebraic_floats: Whether sums of doubles may be added to and taken from.
        apply: How changes are applied; where they may be appended, rows that come are.
        clock: Whether ``current_date`` in the text is the day of the refresh.
        ranges: Whether the ranges of changed keys are said, and sources read for the rows that are needed only.
    """

    def __init__(
        self,
        database: Database,
        query: str | BoundQuery,
        *,
        algebraic_floats: bool = False,
        apply: Apply = Apply.MERGE,
        clock: bool = False,
        ranges: bool = False,
    ) -> None:
        self.database = database
        self._ranges = ranges
        self.reduced = 0
        self.filtered = 0
        self._changed = frozenset[int]()
        self.untold = False
        self.steps = 0
        self.followed = 0
        self._remembered: dict[str, tuple[list[int], str]] = {}
        self.reducing = 0
        self._narrowing = False
        self._unconsolidated = apply is not Apply.MERGE
        self.exchanging = False
        self.bound = bind_query(query, database.relations, clock=clock) if isinstance(query, str) else query
        self.text = query if isinstance(query, str) else None
        self._view: str | None = None
        self.instants = {PlaceholderKind.NOW_NEW: START, PlaceholderKind.NOW_OLD: START}
        self._rendered: dict[int, tuple[Template, str]] = {}
        self._templates: dict[tuple[frozenset[int], bool], DeltaTemplate] = {}
        self.plan: StreamPlan = compile_query(
            self.bound, database.oracle, algebraic_floats=algebraic_floats, apply=apply
        )
        columns = [
            f'"{c.name}" {duckdb_type(c.type)}{" NOT NULL" if self._counts(c.name) else ""}'
            for c in self.plan.stored
            if c.name not in self.plan.computed
        ]
        self.connection = database.connection
        self.connection.execute("DROP TABLE IF EXISTS __backing")
        self.connection.execute(f"CREATE TABLE __backing ({', '.join(columns)})")
        database.settle()
        self.connection.execute(f"INSERT INTO __backing {self.initial_sql()}")

    def _counts(self, name: str) -> bool:
        """Tell whether a stored column counts rows, which is what guards stand in."""
        if name.startswith("__st_"):
            return name == "__st_rows" or name.startswith("__st_count")
        merging = self.plan._merging
        return isinstance(merging, KeyedMerge) and name == merging.layout.rows

    def _relations(self, template: Template) -> dict[Placeholder, exp.Expr]:
        tables: dict[Placeholder, exp.Expr] = {}
        for placeholder in template.placeholders:
            if placeholder.kind is PlaceholderKind.BACKING:
                name = "__backing"
            elif placeholder.kind is PlaceholderKind.CHANGES:
                name = "__changes"
            elif placeholder.kind in self.instants:
                tables[placeholder] = exp.cast(exp.Literal.string(self.instants[placeholder.kind]), "timestamp")
                continue
            else:
                name = self.bound.sources[placeholder.source or 0].table.name[-1] + _SUFFIXES[placeholder.kind]
            tables[placeholder] = exp.Table(this=exp.to_identifier(name, quoted=True))
        return tables

    def sql(self, template: Template) -> str:
        """Render a template for DuckDB."""
        if id(template) not in self._rendered:
            self._rendered[id(template)] = (template, render(nest_queries(template.bind(self._relations(template)))))
        return self._rendered[id(template)][1]

    def changes_sql(self, template: DeltaTemplate) -> str:
        """Render the query for the changes, its steps computed; other ones in turn where there is a choice."""
        if not self._ranges or template.staging is None:
            return self.sql(template.changes)
        self._narrowing = not self._narrowing
        more = {name for names in template.staging.reducing.values() for name in names if self._narrowing}
        *steps, last = template.staging.statements(more)
        self.steps, self.reduced = len(steps), 0
        self.reducing += bool(more)
        for step in steps:
            self._compute(step)
        return self._narrowed_sql(last)

    def _compute(self, step: Statement) -> None:
        """Compute a step, from what is remembered of the refresh before where that is possible."""
        versions, pending = self._versions_of(step)
        changed = step.sources & self._changed
        before, kept = self._remembered.get(step.text, (None, ""))
        written: Statement | None = step
        if before == versions and step.text:
            if changed and step.incremental is None:
                raise AssertionError(f"{step.name} was to be the same")
            self.connection.execute(f"CREATE OR REPLACE TEMP TABLE {step.cached or step.name} AS FROM {kept}")
            self.followed += 1
            written = step.incremental
        if written is not None:
            self.connection.execute(f"CREATE OR REPLACE TEMP TABLE {step.name} AS {self._narrowed_sql(written)}")
        if step.text:
            kept = f"__kept_{list(self._remembered).index(step.text) if kept else len(self._remembered)}"
            self.connection.execute(f"CREATE OR REPLACE TEMP TABLE {kept} AS FROM {step.name}")
            self._remembered[step.text] = versions_after(versions, pending), kept

    def _versions_of(self, step: Statement) -> tuple[list[int], list[int]]:
        """Return the versions of a step's sources at the refresh before, and which of them have newer ones."""
        names = [self.bound.sources[source].table.name[-1] for source in sorted(step.sources)]
        pending = [index for index, name in enumerate(names) if self.database.pending[name]]
        return [self.database.versions[name] for name in names], pending

    def _narrowed_sql(self, statement: Statement) -> str:
        relations = self._relations(statement.query)
        return render(
            nest_queries(statement.query.bind(relations | self._needed(statement, relations), self._changed_range))
        )

    def _needed(self, statement: Statement, relations: dict[Placeholder, exp.Expr]) -> dict[Placeholder, exp.Expr]:
        """Leave out the rows that a statement cannot use, by one of the ways in which the rewriter says so."""
        narrower: dict[Placeholder, exp.Expr] = {}
        for source, ways in statement.semi_join_keys.items():
            keys = ways[len(self.text or "") % len(ways)]
            passing = self.plan.filters.get(source, exp.true())
            column = exp.column(keys.column, quoted=True)
            kept: list[exp.Expr] = [exp.Is(this=column.copy(), expression=exp.Null())] if keys.or_null else []
            for change in sorted(keys.changes, key=str):
                held = exp.to_identifier(self._holding(change), quoted=True)
                values = exp.select(exp.column(change.column, quoted=True)).from_(held)
                kept.append(exp.In(this=column.copy(), query=exp.Subquery(this=values)))
            for kind in (PlaceholderKind.NEW, PlaceholderKind.OLD):
                whole = relations.get(Placeholder(kind, source))
                if whole is not None:
                    narrower[Placeholder(kind, source)] = (
                        exp.select("*").from_(whole.copy()).where(exp.or_(*kept), passing.copy())
                    )
                    self.reduced += 1
        return narrower

    def _holding(self, key: KeyColumn) -> str:
        """Name the table that holds the values of keys."""
        if isinstance(key, StepColumn):
            return key.source
        return self.bound.sources[key.source].table.name[-1] + _SUFFIXES[PlaceholderKind.DELTA]

    def _changed_range(self, runtime_filter: RuntimeFilter) -> KeyRange | None:
        found: list[int | str] = []
        for change in runtime_filter.changes:
            asked = f'SELECT min("{change.column}"), max("{change.column}") FROM "{self._holding(change)}"'
            found += self.connection.execute(asked).fetchall()[0]
        return None if None in found else KeyRange(min(found), max(found))  # type: ignore[type-var]

    def initial_sql(self) -> str:
        """Render the query for the stored columns."""
        return self.sql(self.plan.initial)

    def refresh(self) -> DeltaTemplate | None:
        """Bring the stored table up to date by what changed."""
        database = self.database
        names = [source.table.name[-1] for source in self.bound.sources]
        changed = frozenset(i for i, name in enumerate(names) if database.pending[name])
        template = None
        if changed or self.plan.uses_now:
            database.publish()
            insert_only = all(w > 0 for i in changed for _, w in database.pending[names[i]])
            if self._ranges:
                changed, insert_only = self._filter_changes(changed)
            self._changed = changed
        if changed or self.plan.uses_now:
            template = self._templates.get((changed, insert_only)) or self.plan.delta(
                changed, insert_only, self._unconsolidated
            )
            self._templates[changed, insert_only] = template
            self.apply(template)
        database.settle()
        if self.plan.uses_now:
            self.instants[PlaceholderKind.NOW_OLD] = self.instants[PlaceholderKind.NOW_NEW]
            self._rendered.clear()
        return template

    def _filter_changes(self, changed: frozenset[int]) -> tuple[frozenset[int], bool]:
        """Leave out the changed rows that do not matter; tell which sources still changed, and only gained rows."""
        lowest: dict[int, int | None] = {}
        for source in changed:
            table = f'"{self.bound.sources[source].table.name[-1]}{_SUFFIXES[PlaceholderKind.DELTA]}"'
            if source in self.plan.filters:
                failing = f"NOT coalesce(({render(self.plan.filters[source])}), false)"
                gone = self.connection.execute(f"DELETE FROM {table} WHERE {failing}").fetchall()
                self.filtered += int(gone[0][0])
            asked = f'SELECT min("{WEIGHT}") FROM {table}'
            lowest[source] = self.connection.execute(asked).fetchall()[0][0]
        kept = {source: weight for source, weight in lowest.items() if weight is not None}
        return frozenset(kept), all(weight > 0 for weight in kept.values())

    def pass_time(self, instant: str) -> None:
        """Let the next refresh happen at an instant."""
        self.instants[PlaceholderKind.NOW_NEW] = instant
        self._rendered.clear()

    def refresh_and_compare(self) -> list[Row]:
        """Refresh; the rows must be the query's, and the stored ones those of a rebuild."""
        self.refresh()
        wrong = self.wrong()
        assert wrong is None, wrong
        return self.rows()

    def wrong(self) -> str | None:
        """Tell how what is shown differs from the query, or what is stored from a rebuild; None if neither does."""
        shown, expected = self.rows(), self.expected()
        if not close_rows(shown, expected):
            return f"shown {shown}\nexpected {expected}"
        stored, rebuilt = self.stored(), self.recomputed()
        return None if close_rows(stored, rebuilt) else f"stored {stored}\nrebuilt {rebuilt}"

    def apply(self, template: DeltaTemplate) -> None:
        """Run a template's statements, or append."""
        if template.merge is None:
            columns = ", ".join(f'"{name}"' for name in template.appended)
            self.connection.execute(f"INSERT INTO __backing ({columns}) {self.changes_sql(template)}")
            return
        self.untold = False
        self.connection.execute("DROP TABLE IF EXISTS __changes")
        self.connection.execute(f"CREATE TABLE __changes AS {self.changes_sql(template)}")
        if template.alternative is not None:
            asked = "SELECT count(*) FROM __changes WHERE __st_rows IS NULL"
            self.untold = bool(self.connection.execute(asked).fetchall()[0][0])
            if self.untold:
                self.connection.execute(f"CREATE OR REPLACE TABLE __changes AS {self.sql(template.alternative)}")
        keys = self.plan.keys or tuple(c.name for c in self.plan.stored if not c.hidden)
        if self.plan.keys or self.plan.layout == "rows":
            listed = ", ".join(f'"{key}"' for key in keys)
            doubled = self.connection.execute(
                f"SELECT {listed} FROM __changes GROUP BY ALL HAVING count(*) > 1"
            ).fetchall()
            assert not doubled, f"two changes for one stored row: {doubled}"
        self.exchanging = not self.exchanging
        if self.exchanging:
            merge_on_read(self.connection, template, render)
            return
        if template.counted is not None:
            self.connection.execute(f"CREATE OR REPLACE TABLE __changes AS {self.sql(template.counted)}")
        self.connection.execute(self.sql(template.merge))

    def shown(self) -> str:
        """Return the SQL of the view."""
        if self._view is None:
            self._view = render(self.plan.view(exp.Table(this=exp.to_identifier("__backing", quoted=True))))
        return self._view

    def rows(self) -> list[Row]:
        """Return the rows that a user sees, sorted."""
        return sorted(self.connection.execute(self.shown()).fetchall(), key=_order)

    def expected(self) -> list[Row]:
        """Return the rows of the query itself, sorted."""
        return sorted(self.connection.execute(self.own_text() or self.sql(self.plan.query)).fetchall(), key=_order)

    def own_text(self) -> str | None:
        """Return the query's text as of now, if it is known."""
        today = f"DATE '{self.instants[PlaceholderKind.NOW_NEW][:10]}'"
        return self.text and self.text.replace("current_date", today)

    def stored(self) -> list[Row]:
        """Return all stored columns, parts of groups and scattered copies summed, sorted."""
        stored = "SELECT * FROM __backing" if self.plan.compaction is None else self.sql(self.plan.compaction)
        rows = self.connection.execute(stored).fetchall()
        if self._unconsolidated and self.plan.layout == "rows":
            rows = _summed(rows)
        return sorted(rows, key=_order)

    def fold(self) -> None:
        """Replace parts of groups by their sums."""
        assert self.plan.compaction is not None
        self.connection.execute(f"CREATE OR REPLACE TABLE __folded AS {self.sql(self.plan.compaction)}")
        self.connection.execute("DELETE FROM __backing; INSERT INTO __backing FROM __folded")

    def recomputed(self) -> list[Row]:
        """Return what all stored columns would be after a FULL refresh, sorted."""
        return sorted(self.connection.execute(self.initial_sql()).fetchall(), key=_order)


def _summed(rows: Sequence[Row]) -> list[Row]:
    """Add up the copies of equal rows, which are their last column."""
    groups: dict[str, Row] = {}
    for *values, copies in rows:
        *_, before = groups.get(key := repr(list(map(sorted_entries, values))), (0,))
        groups[key] = (*values, before + copies)
    return list(groups.values())


def _order(row: Row) -> list[str]:
    values = map(sorted_entries, row)
    return [f"{v:.6e}" if isinstance(v, float | Decimal | int) and not isinstance(v, bool) else repr(v) for v in values]

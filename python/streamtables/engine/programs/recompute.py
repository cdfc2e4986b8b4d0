"""The SQL that recomputes a stream table: its stored rows, or the rows that users see, at given versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.definition import Definition, RecordedRelations, dotted
from streamtables.catalog.frontier import Frontier
from streamtables.engine.programs.bindings import bindings_of
from streamtables.engine.programs.pin_query import UnpinnableQueryError, pin_query
from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.sql.columns import relation
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.templates.placeholders import Placeholder
from streamtables_rewriter.templates.template import Template, statement_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program

_OWN_ROWS = "__st_own_rows"
_OTHER_READING = "UNSUPPORTED_QUERY.SETTING"
"""Condition of queries that settings give another meaning than the one in which they are read here."""
VersionOf = Callable[[Table], "int | None"]


def versions_of(frontier: Frontier) -> VersionOf:
    """Return a function that tells the version of each source at a frontier."""
    return at_versions({name: position.version for name, position in frontier.positions.items()})


def at_versions(versions: Mapping[str, int]) -> VersionOf:
    """Return a function that tells the version of each source.

    Args:
        versions: The versions, by dotted name.

    Returns:
        The function; it gives None for a source that is not among them.
    """
    return lambda table: versions.get(dotted(table.name))


def use_namespace(session: SparkSession, program: Program) -> None:
    """Make the definition's catalog and schema current, for a text whose names could not be completed."""
    if program.plan is None:
        session.sql(f"USE {quote_name(program.definition.namespace)}")


def stored_rows_sql(program: Program, version: VersionOf, instant_us: int | None = None) -> str:
    """Return the query for what the backing table stores, from the user's own text where that tells all of it.

    Args:
        program: The compiled definition.
        version: Tells the version of each source.
        instant_us: What the query's clock shows, in microseconds since 1970 in UTC; None for that of the statement.

    Returns:
        SQL text.
    """
    if program.plan is None:
        return _select_outputs(program.definition, visible_query_sql(program.definition, version), stored=True)
    own = _own_rows_sql(program, version)
    return own if own is not None else _bind_new(program.plan.initial, program, version, instant_us)


def filling_sql(program: Program, frontier: Frontier, *, with_data: bool) -> str:
    """Return the query for what the backing table is filled with.

    Args:
        program: The compiled definition.
        frontier: What the rows are computed from.
        with_data: Whether there are to be rows; without them the columns are the same.

    Returns:
        SQL text.
    """
    query = stored_rows_sql(program, versions_of(frontier), frontier.instant_us)
    return query if with_data else f"SELECT * FROM ({query}) WHERE false"


def visible_rows_sql(program: Program, version: VersionOf, instant_us: int | None = None) -> str:
    """Return the query for what users see, from the user's own text unless that reads the clock or is a pipe."""
    plan, pinned = program.plan, _pinned_query_sql(program.definition, version)
    if plan is not None and (plan.uses_now or pinned is None):
        return _bind_new(plan.query, program, version, instant_us)
    return _select_outputs(program.definition, pinned or program.definition.query, stored=False)


def determinized_rows_sql(program: Program, version: VersionOf, instant_us: int | None = None) -> str | None:
    """Return the query for what users see with its open choices settled; None where its own text leaves none open."""
    if program.plan is None or not program.plan.is_nondeterministic:
        return None
    return _bind_new(program.plan.query, program, version, instant_us)


def visible_query_sql(definition: Definition, version: VersionOf) -> str:
    """Return the user's query with its sources read at given versions, as far as its text can be read here."""
    return _pinned_query_sql(definition, version) or definition.query


def _pinned_query_sql(definition: Definition, version: VersionOf) -> str | None:
    pinned = _pinned_query(definition, version)
    return None if pinned is None else _text(pinned)


def _pinned_query(definition: Definition, version: VersionOf, *, listed: bool = False) -> exp.Query | None:
    if definition.full_only is not None and definition.full_only.condition == _OTHER_READING:
        # Only Spark reads the text as its settings say.
        return None
    relations = RecordedRelations(definition.relations, definition.namespace)
    try:
        functions = [called.function.name for called in definition.functions]
        return pin_query(definition.query, relations, definition.namespace, version, functions, listed=listed)
    except UnpinnableQueryError:
        return None


def _text(query: exp.Query) -> str:
    return query.sql(dialect=FaithfulSpark, normalize_functions=False)


def _own_rows_sql(program: Program, version: VersionOf) -> str | None:
    """Count the rows of the user's own text; None where they do not tell what is stored, or cannot be pinned."""
    counted = program.plan and program.plan.stored_rows(relation(_OWN_ROWS))
    pinned = _pinned_query(program.definition, version, listed=True) if counted else None
    if not counted or pinned is None or _may_differ(pinned):
        return None
    rows = _select_all(_text(pinned), [column.stored for column in program.definition.columns])
    return f"WITH {_OWN_ROWS} AS ({rows}) {statement_text(counted)}"


def _may_differ(query: exp.Query) -> bool:
    """Return whether a text may mean something else once its sources are read at versions, or have gained columns."""
    stars = (star.parent for star in query.find_all(exp.Star))
    if any(not (isinstance(call, exp.Anonymous) and call.name.lower() == "count") for call in stars):
        return True
    # A name with a schema in front does not find the source under its alias.
    qualified = any(column.args.get("db") for column in query.find_all(exp.Column))
    return qualified or any(join.method == "NATURAL" for join in query.find_all(exp.Join))


def _bind_new(template: Template, program: Program, version: VersionOf, instant_us: int | None) -> str:
    def version_read(placeholder: Placeholder) -> int | None:
        return None if placeholder.source is None else version(program.tables[placeholder.source])

    return bindings_of(program, version_read, (None, instant_us)).sql(template)


def _select_outputs(definition: Definition, query: str, *, stored: bool) -> str:
    """Pick the columns that the query had at CREATE: by name, so that ``*`` cannot grow, where the names are unique."""
    names = [column.stored if stored else column.name for column in definition.columns]
    old_names = definition.query_names
    if len({name.lower() for name in old_names}) < len(old_names):
        return _select_all(query, names)
    chosen = (f"{quote_identifier(old)} AS {quote_identifier(new)}" for old, new in zip(old_names, names, strict=True))
    return f"SELECT {', '.join(chosen)} FROM ({query})"


def _select_all(query: str, names: Sequence[str]) -> str:
    return f"SELECT * FROM ({query}) AS q({', '.join(map(quote_identifier, names))})"

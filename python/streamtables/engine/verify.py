"""Verifying: the query recomputed at the frontier against the rows that are there."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import OutputColumn
from streamtables.catalog.stored_state import load_state
from streamtables.engine.context import Engine
from streamtables.engine.defining.reconcile import require
from streamtables.engine.defining.storage import view_query
from streamtables.engine.defining.user_defined_functions import functions_now
from streamtables.engine.programs.recompute import determinized_rows_sql, use_namespace, versions_of, visible_rows_sql
from streamtables.engine.sources.frontier_sources import readable_frontier
from streamtables.errors import RefreshError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.failures.failure_kind import FailureKind, failure_kind
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_writes import mark_settings
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.normalize.determinize_aggregates import NondeterministicValues
from streamtables_rewriter.semantics.column_types import is_variant
from streamtables_rewriter.semantics.identity import identity, needs_identity
from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.sql.dialect import FaithfulSpark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program

_LOGGER = logging.getLogger(__name__)
_ATTEMPTS = 3
_RELATIVE_TOLERANCE = 1e-9
_INEXACT = ("float", "double")
_NOT_HASHED = ("float", "double", "map", "variant", "collate")
_PARTS = 1_000_000
"""A sample is told in parts of so many."""
_DIFFERENCE_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome.

    Attributes:
        stream_table: Schema and name.
        equal: Whether the rows are the query's, as a multiset; floating-point values up to a relative 1e-9.
        missing_rows: Rows of the query that the table lacks.
        extra_rows: Rows of the table that the query does not give.
    """

    stream_table: str
    equal: bool
    missing_rows: int
    extra_rows: int


def verify_stream_table(
    engine: Engine, session: SparkSession, name: QualifiedName, percent: float | None = None
) -> Verification:
    """Recompute a stream table's query at its frontier and compare.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.
        percent: The share of its groups, or of its rows where it has none, that are compared: the same ones each time.
            None for all. Where no column can be hashed all are compared.

    Returns:
        The outcome.

    Raises:
        RefreshError: The table was never filled, so there is no frontier to recompute at, or what it shows of a source
            cannot be read any more.
        SourceError: A source or a function that the query calls is gone.
        StreamTableError: There is no such stream table, or no more.
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return _verify(engine, session, name, percent)
        except StreamTableError:
            raise
        except Exception as error:
            if failure_kind(error) in (FailureKind.CANCELLED, FailureKind.EVALUATION):
                raise
            # What was read may have been dropped or replaced meanwhile: then the next attempt has a name for that.
            _LOGGER.info("%s: verifying once more", name, exc_info=redacted_trace(error))
    return _verify(engine, session, name, percent)


def _verify(engine: Engine, session: SparkSession, name: QualifiedName, percent: float | None) -> Verification:
    full = QualifiedName(require(engine, session, name))
    state = load_state(CatalogLookup(session), full)
    definition, frontier = state.definition, state.frontier
    if frontier is None or not state.populated:
        raise RefreshError("NOT_POPULATED", {"name": definition.display_name}, span=name.span)
    with engine.open_session(definition.settings) as own:
        functions_now(own, definition).require()
        program = engine.programs.get(definition)
        use_namespace(own, program)
        readable = readable_frontier(CatalogLookup(own), definition, frontier)
        at = versions_of(readable), readable.instant_us
        FAULT_POINTS.reach("verify.read")
        # Somebody may refresh the table meanwhile: what is compared is the version whose frontier was read.
        found = view_query(program, state.snapshot.version)
        chosen = "true" if percent is None else _chosen(program, percent)
        lacking, surplus = _compare(own, program, visible_rows_sql(program, *at), found, chosen)
        settled = determinized_rows_sql(program, *at) if lacking or surplus else None
        if settled is not None:
            # The query's own text may choose other rows among tied ones each time.
            lacking, surplus = _compare(own, program, settled, found, chosen)
    return Verification(definition.display_name, lacking == surplus == 0, lacking, surplus)


def _chosen(program: Program, percent: float) -> str:
    """Return the condition of a sample: of whole groups, so that Spark computes no others."""
    definition = program.definition
    keys = () if program.plan is None else program.plan.keys
    unordered = () if program.plan is None else program.plan.nondeterministic_values.unordered
    approximate = () if program.plan is None else program.plan.nondeterministic_values.approximate
    hashed = [
        quote_identifier(column.name)
        for index, column in enumerate(definition.columns)
        if index not in unordered
        and index not in approximate
        and not any(kind in column.type.lower() for kind in _NOT_HASHED)
        and (not keys or column.stored in keys)
    ]
    if not hashed:
        return "true"
    return f"pmod(xxhash64({', '.join(hashed)}), {_PARTS}) < {max(1, round(percent * _PARTS / 100))}"


def _compare(session: SparkSession, program: Program, expected: str, shown: str, chosen: str) -> tuple[int, int]:
    """Count the rows of a query that another lacks, and those of the other that the query does not give."""
    definition = program.definition
    nondeterministic_values = (
        program.plan.nondeterministic_values if program.plan is not None else NondeterministicValues()
    )
    compared = [c for i, c in enumerate(definition.columns) if i not in nondeterministic_values.approximate]
    unordered = {definition.columns[index].name for index in nondeterministic_values.unordered}
    # Where all are approximations, what is left is how many rows there are.
    values = [_comparable(c.name, c.type, unordered=c.name in unordered) for c in compared] or ["true AS any"]
    wanted, found = (f"SELECT {', '.join(values)} FROM ({rows}) WHERE {chosen}" for rows in (expected, shown))
    with settings_for(session, mark_settings(expected)):
        if any(kind in c.type for c in compared for kind in _INEXACT):
            missing, extra = f"{wanted} EXCEPT ALL {found}", f"{found} EXCEPT ALL {wanted}"
            return _compare_inexactly(session, compared, missing, extra)
        return _count_differences(session, len(values), wanted, found)


def _count_differences(session: SparkSession, width: int, wanted: str, found: str) -> tuple[int, int]:
    """Count ``wanted EXCEPT ALL found`` and the reverse, evaluating each side once: a row weighs 1 here, -1 there."""
    values = ", ".join(f"c{index}" for index in range(width))
    sides = f"SELECT *, 1L FROM ({wanted}) UNION ALL SELECT *, -1L FROM ({found})"
    rows = f"({sides}) AS rows({values}, weight)"
    differences = f"SELECT sum(weight) AS weight FROM {rows} GROUP BY {values} HAVING sum(weight) <> 0"
    counts = "coalesce(sum(greatest(weight, 0L)), 0L), coalesce(sum(greatest(-weight, 0L)), 0L)"
    (row,) = session.sql(f"SELECT {counts} FROM ({differences})").collect()
    return int(row[0]), int(row[1])


def _comparable(name: str, type_: str, *, unordered: bool) -> str:
    """Write what EXCEPT ALL can compare: variants that have no identity by their text."""
    quoted = quote_identifier(name)
    value = quoted
    if needs_identity(type_):
        value = identity(column(name), type_).sql(dialect=FaithfulSpark)
    elif is_variant(type_):
        value = f"transform({quoted}, e -> to_json(struct(e)))" if unordered else f"to_json(struct({quoted}))"
    if unordered:
        value = f"array_sort({value})"
    return value if value == quoted else f"{value} AS {quoted}"


def _compare_inexactly(
    session: SparkSession, columns: Sequence[OutputColumn], missing: str, extra: str
) -> tuple[int, int]:
    """Pair rows that differ in the last digits of a floating-point value only; count those that stay alone."""
    inexact = [any(kind in column.type for kind in _INEXACT) for column in columns]
    left = session.sql(missing).limit(_DIFFERENCE_LIMIT).collect()
    right = session.sql(extra).limit(_DIFFERENCE_LIMIT).collect()
    by_exact: dict[str, list[Sequence[object]]] = {}
    for row in right:
        by_exact.setdefault(_exact_part(row, inexact), []).append(row)
    lonely = 0
    for row in left:
        partners = by_exact.get(_exact_part(row, inexact), [])
        match = next((p for p in partners if _nearly_equal(row, p, inexact)), None)
        if match is None:
            lonely += 1
        else:
            partners.remove(match)
    return lonely, sum(len(rows) for rows in by_exact.values())


def _exact_part(row: Sequence[object], inexact: Sequence[bool]) -> str:
    return repr([value for value, loose in zip(row, inexact, strict=True) if not loose])


def _nearly_equal(left: Sequence[object], right: Sequence[object], inexact: Sequence[bool]) -> bool:
    return all(_close(a, b) for a, b, loose in zip(left, right, inexact, strict=True) if loose)


def _close(left: object, right: object) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        both_nan = math.isnan(left) and math.isnan(right)
        return both_nan or math.isclose(left, right, rel_tol=_RELATIVE_TOLERANCE, abs_tol=1e-300)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_close, left, right))
    return left == right

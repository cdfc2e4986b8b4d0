"""The net change of a stream table between two versions: each row that its view shows more or less often.

Stored rows that changed tell it, wherever a stored row stands for rows of the view by itself: only they are read. Where
rows of the view are put together from several stored ones, the view is read at both versions: of the groups to which a
part was added, where it shows no more than a group's own, else as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import OutputColumn
from streamtables.engine.changes.stored_versions import StoredVersion, VersionRange
from streamtables.engine.defining.storage import view_query
from streamtables.engine.programs.bind_versions import table_at
from streamtables.engine.programs.program import Program
from streamtables.spark.late_materialization.change_frames import change_frame
from streamtables.spark.lookup.catalog_lookup import MULTIPLICITY
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.semantics.column_types import is_comparable
from streamtables_rewriter.semantics.identity import identity, needs_identity
from streamtables_rewriter.sql.columns import VISIBLE, WEIGHT, column, relation
from streamtables_rewriter.sql.dialect import FaithfulSpark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PAIRED = "__st_paired"
"""Whether a row that came and one that went have the same key."""
_CHANGED = "__st_changed_rows"
_GROUPS = "__st_changed_groups"
_PARTS = "__st_parts"


@dataclass(frozen=True, slots=True)
class NetChange:
    """What changed.

    Attributes:
        rows: The view's columns, ``PAIRED``, and ``WEIGHT``: 1 for a row that came, -1 for one that went, one for each
            copy. No row is there both ways.
        columns: The view's columns.
        keyed: Whether rows have a key that the view shows.
    """

    rows: DataFrame
    columns: tuple[OutputColumn, ...]
    keyed: bool


def net_change(session: SparkSession, changed: VersionRange) -> NetChange:
    """Write the query for what changed; it runs when its rows are asked for.

    Args:
        session: A session of our own under the definition's settings; temporary views are made in it.
        changed: The range.

    Returns:
        The change.
    """
    columns = changed.after.definition.columns
    if changed.stores_alike and _shows_stored_rows(changed.after.program):
        _stored_rows(session, changed).createOrReplaceTempView(_CHANGED)
    else:
        session.sql(_both_views(session, changed)).createOrReplaceTempView(_CHANGED)
    key = visible_key(changed.after.program)
    return NetChange(session.sql(_consolidated(columns, key)), columns, key is not None)


def visible_key(program: Program) -> tuple[OutputColumn, ...] | None:
    """Return the columns of a view that tell its rows apart.

    Args:
        program: The compiled definition.

    Returns:
        The columns: none of them where there is one row at the most. None where rows have no key, or it is not among
        the columns.
    """
    plan = program.plan
    if plan is None or plan.layout == "rows":
        return None
    outputs = {stored.name: stored.output for stored in plan.stored}
    shown = [outputs.get(key) for key in plan.keys]
    found = tuple(program.definition.columns[output] for output in shown if output is not None)
    return found if len(found) == len(shown) else None


def _shows_stored_rows(program: Program) -> bool:
    """Return whether what a stored row shows does not depend on other ones."""
    return program.plan is None or not (program.plan.layout == "parts" or program.plan.shows_top_k)


def _stored_rows(session: SparkSession, changed: VersionRange) -> DataFrame:
    """Read the stored rows that came and went, with the names that the view gives their columns."""
    columns, plan = changed.after.definition.columns, changed.after.program.plan
    hides_some = plan is not None and plan.hides_some
    rows = _changed_rows(
        session,
        changed,
        [column.stored for column in columns] + ([VISIBLE] if hides_some else []),
        quote_identifier(VISIBLE) if hides_some else None,
    )
    names = [f"{quote_identifier(c.stored)} AS {quote_identifier(c.name)}" for c in columns]
    return rows.selectExpr(*names, WEIGHT)


def _changed_rows(
    session: SparkSession, changed: VersionRange, columns: Sequence[str], condition: str | None
) -> DataFrame:
    snapshot, files = changed.after.snapshot, changed.files
    return change_frame(
        changed.log.in_session(session),
        snapshot,
        added=files.added,
        removed=files.removed,
        change_paths=[file.path for file in files.change_files],
        columns=columns,
        multiplicity=snapshot.properties.get(MULTIPLICITY),
        condition=condition,
        consolidated=False,
    )


def _both_views(session: SparkSession, changed: VersionRange) -> str:
    """Write the rows of the view afterwards, and those before to be taken away."""
    keys = _part_keys(changed)
    if keys:
        _changed_rows(session, changed, keys, None).select(*map(quote_identifier, keys)).createOrReplaceTempView(
            _GROUPS
        )
    names = ", ".join(f"shown.{quote_identifier(c.name)}" for c in changed.after.definition.columns)
    return " UNION ALL ".join(
        f"SELECT {names}, CAST({weight} AS BIGINT) AS {WEIGHT} FROM ({_view_of_groups(session, one, keys)}) AS shown"
        for one, weight in ((changed.after, 1), (changed.before, -1))
    )


def _view_of_groups(session: SparkSession, one: StoredVersion, keys: Sequence[str]) -> str:
    """Write the query of the view at one version, of the groups alone that have changed.

    Their parts are picked before they are summed up. Spark itself would pick groups, when it has summed up all of them.

    Args:
        session: The session, in which a temporary view is made.
        one: The version.
        keys: The stored columns that tell groups apart; none for all groups.

    Returns:
        SQL text.
    """
    plan, version = one.program.plan, one.snapshot.version
    if not keys or plan is None:
        return view_query(one.program, version)
    same = (f"stored.{quote_identifier(key)} <=> {_GROUPS}.{quote_identifier(key)}" for key in keys)
    parts = f"{_PARTS}_{version}"
    backing = table_at(one.definition.backing, version).sql(dialect=FaithfulSpark)
    picked = f"SELECT stored.* FROM {backing} AS stored LEFT SEMI JOIN {_GROUPS} ON {' AND '.join(same)}"
    session.sql(picked).createOrReplaceTempView(parts)
    return str(plan.view(relation(parts)).sql(dialect=FaithfulSpark))


def _part_keys(changed: VersionRange) -> tuple[str, ...]:
    """Return the stored columns that tell the groups apart of which parts were added; none where all are compared."""
    plan = changed.after.program.plan
    if plan is None or plan.layout != "parts" or plan.shows_top_k or not changed.stores_alike:
        return ()
    return tuple(plan.keys)


def _consolidated(columns: Sequence[OutputColumn], key: Sequence[OutputColumn] | None) -> str:
    """Write one row for each copy that came or went in the end, paired by key."""
    shown = ", ".join(quote_identifier(c.name) for c in columns)
    kept = ", ".join(_kept(c) for c in columns)
    told_apart = ", ".join(_identity(c) for c in columns)
    net = f"SELECT {kept}, sum({WEIGHT}) AS {WEIGHT} FROM {_CHANGED} GROUP BY {told_apart}"
    paired = "false"
    if key is not None and len(key) < len(columns):
        same = ", ".join(_identity(c) for c in key) or "true"
        paired = f"count(*) OVER (PARTITION BY {same}) = 2"
    return (
        f"SELECT {shown}, {paired} AS {PAIRED}, CAST(sign({WEIGHT}) AS INT) AS {WEIGHT} FROM ({net}) "
        f"LATERAL VIEW explode(array_repeat(1, CAST(abs({WEIGHT}) AS INT))) __st_copies AS __st_copy "
        f"WHERE {WEIGHT} <> 0"
    )


def _kept(kept: OutputColumn) -> str:
    name = quote_identifier(kept.name)
    return f"any_value({name}) AS {name}" if _identity(kept) != name else name


def _identity(of: OutputColumn) -> str:
    """Write what tells values apart, also those of types without equality."""
    name = quote_identifier(of.name)
    if needs_identity(of.type):
        return identity(column(of.name), of.type).sql(dialect=FaithfulSpark)
    return name if is_comparable(of.type) else f"to_json(struct({name}))"

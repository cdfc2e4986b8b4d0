"""Which rows of a source the query for a change can use: where every use is joined by equality with changed keys.

A deep query reads a source several times, before and after the change, each time for the rows that have some changed
keys. Where all uses ask for the same column's values, the rows can be read once, and every use finds them there. What
a use needs is read off the runtime filters (``runtime_filters``), which stand beside these equalities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.sql.columns import conjuncts
from streamtables_rewriter.templates.placeholders import placeholder_of
from streamtables_rewriter.templates.runtime_filters import NULL_SAFE, WITHIN, KeyColumn, runtime_filter_of
from streamtables_rewriter.templates.template import Template


@dataclass(frozen=True, slots=True)
class SemiJoinKeys:
    """Rows of a source that have some keys.

    Attributes:
        column: The source's column.
        changes: The columns of changes, and of steps, that have the keys.
        or_null: Whether rows without a key are needed, too.
    """

    column: str
    changes: frozenset[KeyColumn]
    or_null: bool

    def with_more(self, other: SemiJoinKeys) -> SemiJoinKeys:
        """Return the rows that these keys or others of the same column need."""
        return SemiJoinKeys(self.column, self.changes | other.changes, self.or_null or other.or_null)


def semi_join_keys(template: Template) -> dict[int, tuple[SemiJoinKeys, ...]]:
    """Find out which rows of its sources a query can use.

    Args:
        template: The query, with the runtime filters.

    Returns:
        For each source of which not all rows are needed: the columns by which that can be said, each of them alone.
    """
    found: dict[int, dict[str, SemiJoinKeys]] = {}
    for table in template.tree.find_all(exp.Table):
        placeholder = placeholder_of(table)
        source = None if placeholder is None else placeholder.read_source
        if source is None:
            continue
        uses = {keys.column: keys for keys in _keys_of_use(table)}
        known = found.get(source, uses)
        both = {column: keys.with_more(known[column]) for column, keys in uses.items() if column in known}
        found[source] = both
    return {source: tuple(keys.values()) for source, keys in found.items() if keys}


def _keys_of_use(table: exp.Table) -> Iterator[SemiJoinKeys]:
    """Find the keys that the rows of one use must have: a row without them must change nothing there."""
    place, alias = table.parent, table.alias_or_name
    select = place.parent if isinstance(place, exp.From | exp.Join) else None
    if not isinstance(select, exp.Select):
        return
    joins: list[exp.Join] = select.args.get("joins") or []
    if any(join.side not in ("", "LEFT") for join in joins):
        return
    conditions: list[exp.Expr | None]
    if isinstance(place, exp.Join) and place.side:
        # The rows are only asked for as partners, here and nowhere else.
        conditions = [place.args.get("on")]
    else:
        where = select.args.get("where")
        keeping = [join.args.get("on") for join in joins if not join.side or join.kind == "SEMI"]
        conditions = [None if where is None else where.this, *keeping]
    for condition in conditions:
        for part in conjuncts(condition):
            if isinstance(part, exp.Anonymous) and part.name in (WITHIN, NULL_SAFE):
                key = part.expressions[0]
                if key.table == alias:
                    yield SemiJoinKeys(key.name, runtime_filter_of(part).changes, part.name == NULL_SAFE)

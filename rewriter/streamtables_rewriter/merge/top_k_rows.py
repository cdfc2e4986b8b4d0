"""ORDER BY with LIMIT at the top: the stored first rows, exchanged for others that come before them.

``compared`` evaluates all new rows and subtracts the stored ones; it always tells, and reads everything.

``delta_from_stored`` reads the stored rows and the change of the rows that compete. Rows in front of the last stored
one are all stored, or came with the change. As long as those are as many as are wanted, nothing that is stored nowhere
can matter. Where too many went, the number of copies of every row is NULL: the query cannot tell, and ``compared`` has
to. Does not apply behind an OFFSET, nor where a column of the order is not stored, nor above groups and the like, whose
change reads what they were and what they are: to compute the new rows is less. Source: Yi et al., *Efficient
Maintenance of Materialized Top-k Views*, 2003.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.merge.merge_parts import STORED
from streamtables_rewriter.plan.nodes import (
    BoundQuery,
    Filter,
    Generate,
    InnerJoin,
    LeftJoin,
    Node,
    Project,
    Repeat,
    Scan,
    TopK,
    UnionAll,
    Values,
)
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.sql.columns import (
    RESERVED_PREFIX,
    ROWS,
    WEIGHT,
    aliased,
    column,
    copied,
    substitute,
)
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

_CHANGED_LITTLE = (Filter, Generate, InnerJoin, LeftJoin, Project, Repeat, Scan, UnionAll, Values)
"""Operators whose change is computed from the changed rows and those that meet them."""
_KEPT = f"{RESERVED_PREFIX}kept"
"""How many copies of a row are stored."""
_THERE = f"{RESERVED_PREFIX}there"
"""How many copies of a row are known to be there now."""
_UP_TO = f"{RESERVED_PREFIX}up_to"
"""How many rows there are up to this one, in order."""
_ALL_KEPT = f"{RESERVED_PREFIX}all_kept"
_KNOWN = f"{RESERVED_PREFIX}known"
"""How many rows there are up to the last one that is stored."""


@dataclass(frozen=True, slots=True)
class TopKRows:
    """First rows of which every column that decides is stored.

    Attributes:
        node: The operator at the top.
        names: The stored column of each of its columns that are shown, perhaps several for one.
        limit: How many rows are kept.
    """

    node: TopK
    names: Mapping[str, str]
    limit: int


def is_top_k(root: Node) -> bool:
    """Return whether every row decides over every other one.

    Args:
        root: The root of a query.

    Returns:
        True for ORDER BY with LIMIT at the top.
    """
    while isinstance(root, Project):
        root = root.input
    return isinstance(root, TopK)


def find_top_k_rows(bound: BoundQuery, names: tuple[str, ...]) -> TopKRows | None:
    """Find out whether the stored rows tell which rows come before them.

    Args:
        bound: The query.
        names: The stored column of each output.

    Returns:
        What is known of them; None where a row that is not stored could matter at any time.
    """
    meaning: dict[str, exp.Expr] = {name: column(o.column) for name, o in zip(names, bound.outputs, strict=True)}
    root = bound.root
    while isinstance(root, Project):
        below = {p.name: p.expression for p in root.projections}
        meaning = {name: substitute(e, below) for name, e in meaning.items()}
        root = root.input
    if not isinstance(root, TopK) or not root.limit or root.offset:
        return None
    if not all(isinstance(node, _CHANGED_LITTLE) for node in walk(root.input)):
        return None
    if not all(isinstance(e, exp.Column) for e in meaning.values()):
        return None
    shown = {name: e.name for name, e in meaning.items()}
    deciding = {found.name for part in root.order for found in part.find_all(exp.Column)}
    return TopKRows(root, shown, root.limit) if deciding <= set(shown.values()) else None


def delta_from_stored(query: Differentiation, first: TopKRows) -> exp.Query:
    """Write the change of the first rows from the stored ones and from the change of those that compete.

    Args:
        query: The query under construction.
        first: What is known of the first rows.

    Returns:
        The stored columns and how many copies come or go, NULL where that cannot be told.
    """
    context, names = query.context(PlaceholderKind.DELTA, plain=True), tuple(first.names)
    rows = context.add_query(_competing(query, first), (*names, _KEPT, WEIGHT), "competing")

    kept, came = (exp.Sum(this=rows.columns[name].copy()) for name in (_KEPT, WEIGHT))
    there = exp.Anonymous(this="greatest", expressions=[exp.Add(this=kept.copy(), expression=came.copy()), _number(0)])
    candidates = rows.select([*_plain(rows, names), aliased(kept.copy(), _KEPT), aliased(there, _THERE)])
    candidates.set("group", exp.Group(expressions=_plain(rows, names)))
    matters = exp.Or(this=_above_zero(kept), expression=_above_zero(came))
    # What went from behind the last stored row was not among the first ones.
    candidates.set("having", exp.Having(this=matters))
    rows = context.add_query(candidates, (*names, _KEPT, _THERE), "candidates")

    of_node = {of: rows.columns[name] for name, of in first.names.items()}
    order = exp.Order(expressions=[substitute(part, of_node) for part in first.node.order])
    frame = exp.WindowSpec(kind="ROWS", start="UNBOUNDED", start_side="PRECEDING", end="CURRENT ROW", end_side=None)
    up_to = exp.Window(this=exp.Sum(this=rows.columns[_THERE].copy()), order=order, spec=frame, over="OVER")
    columns = (*names, _KEPT, _THERE)
    rows = context.add_query(
        rows.select([*_plain(rows, columns), aliased(up_to, _UP_TO)]), (*columns, _UP_TO), "in_order"
    )

    stored_last = exp.If(this=_above_zero(rows.columns[_KEPT]), true=rows.columns[_UP_TO].copy())
    measures = {
        _ALL_KEPT: exp.Sum(this=rows.columns[_KEPT].copy()),
        _KNOWN: exp.Max(this=exp.Case(ifs=[stored_last])),
    }
    columns = (*columns, _UP_TO)
    over_all = [aliased(exp.Window(this=measure, over="OVER"), name) for name, measure in measures.items()]
    rows = context.add_query(rows.select([*_plain(rows, columns), *over_all]), (*columns, *measures), "measured")

    query_of_changes = context.add_query(
        rows.select([*_plain(rows, names), aliased(_copies(rows, first.limit), ROWS)]), (*names, ROWS), "exchanged"
    )
    copies = query_of_changes.columns[ROWS]
    unknown = exp.Is(this=copies.copy(), expression=exp.Null())
    differs = exp.Or(this=unknown, expression=exp.NEQ(this=copies.copy(), expression=_number(0)))
    return replace(query_of_changes, conditions=(differs,)).query()


def compared(query: Differentiation, new: SelectBlock, names: Sequence[str]) -> SelectBlock:
    """Subtract the stored rows from the new ones: they are the old ones, and need not be computed.

    Args:
        query: The query under construction.
        new: The new first rows, under their stored names.
        names: The stored columns.

    Returns:
        Rows with weights.
    """
    came = new.select([*_plain(new, names), aliased(_number(1), WEIGHT)])
    went = _stored_rows(names, [aliased(exp.Neg(this=column(ROWS, STORED)), WEIGHT)])
    both = exp.Union(this=came, expression=went, distinct=False)
    return query.context(PlaceholderKind.DELTA).add_query(both, names, "compared", weighted=True)


def _competing(query: Differentiation, first: TopKRows) -> exp.Query:
    """Put the stored rows and the change of those that compete together."""
    change = query.delta(first.node.input).block
    came = change.project({name: column(of) for name, of in first.names.items()})
    if came.repeats_work(column(of) for of in first.names.values()):
        came = query.context(PlaceholderKind.DELTA).seal(came, "changed_rows")
    weight = _number(1) if came.weight is None else came.weight.copy()
    arriving = came.select([*_plain(came, first.names), aliased(_number(0), _KEPT), aliased(weight, WEIGHT)])
    kept = [aliased(column(ROWS, STORED), _KEPT), aliased(_number(0), WEIGHT)]
    return exp.Union(this=arriving, expression=_stored_rows(first.names, kept), distinct=False)


def _copies(rows: SelectBlock, limit: int) -> exp.Expr:
    """Write how many copies of a row come or go: NULL where a row that is stored nowhere could come."""
    kept, there, up_to = (rows.columns[name] for name in (_KEPT, _THERE, _UP_TO))
    in_front = exp.Paren(this=exp.Sub(this=up_to.copy(), expression=there.copy()))
    room = exp.Sub(this=_number(limit), expression=in_front)
    taken = exp.Anonymous(this="least", expressions=[there.copy(), room])
    now = exp.Anonymous(this="greatest", expressions=[taken, _number(0)])
    whole = exp.LT(this=rows.columns[_ALL_KEPT].copy(), expression=_number(limit))
    enough = exp.GTE(this=rows.columns[_KNOWN].copy(), expression=_number(limit))
    told = exp.If(this=exp.Or(this=whole, expression=enough), true=exp.Sub(this=now, expression=kept.copy()))
    return exp.Case(ifs=[told])


def _stored_rows(names: Iterable[str], more: Iterable[exp.Expr]) -> exp.Select:
    columns = [aliased(column(name, STORED), name) for name in names]
    stored = Placeholder(PlaceholderKind.BACKING).table(STORED)
    return exp.Select(expressions=[*columns, *more], from_=exp.From(this=stored))


def _plain(rows: SelectBlock, names: Iterable[str]) -> list[exp.Expr]:
    return [aliased(copied(rows.columns[name]), name) for name in names]


def _above_zero(value: exp.Expr) -> exp.Expr:
    return exp.GT(this=value.copy(), expression=_number(0))


def _number(value: int) -> exp.Expr:
    return exp.Literal.number(value)

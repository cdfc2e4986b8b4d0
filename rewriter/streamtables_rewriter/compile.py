"""From a bound query to everything that keeps a stream table: its stored columns, its view and its templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlglot import exp

from streamtables_rewriter.column_types import Family, kind_of
from streamtables_rewriter.columns import ROWS, VISIBLE, aliased, column, identifier, storable_names
from streamtables_rewriter.differentiate import Differentiation, walk
from streamtables_rewriter.errors import InternalRewriterError, UnsupportedQueryError
from streamtables_rewriter.merge.groups import find_groups, lay_out_groups
from streamtables_rewriter.merge.keyed import KeyedMerge
from streamtables_rewriter.merge.multiset import MultisetMerge
from streamtables_rewriter.merge.row_identity import check_comparable
from streamtables_rewriter.merge.statements import STORED
from streamtables_rewriter.merge.stored_columns import StoredColumn
from streamtables_rewriter.plan.nodes import Aggregate, BoundQuery, PairJoin
from streamtables_rewriter.plan.relations import TypeOracle
from streamtables_rewriter.row_copies import lateral_copies
from streamtables_rewriter.template import DeltaTemplate, Template
from streamtables_rewriter.typing_questions import ColumnTypes, ask_types, keyed_columns
from streamtables_rewriter.widen_unions import widen_unions

__all__ = ["StoredColumn", "StreamPlan", "compile_query"]


@dataclass(frozen=True, slots=True)
class StreamPlan:
    """How a query is stored, computed, shown and kept up to date.

    Attributes:
        bound: The query.
        layout: ``groups``: a stored row is a group; ``rows``: a stored row is a distinct row with its number of copies.
        stored: The columns of the backing table, in order.
        keys: The stored columns that identify a group; none for ``rows``, and none if all rows are one group.
        initial: The query for all stored columns, over NEW.
        query: The user's query, over NEW.
    """

    bound: BoundQuery
    layout: Literal["groups", "rows"]
    stored: tuple[StoredColumn, ...]
    keys: tuple[str, ...]
    initial: Template
    query: Template
    _merging: KeyedMerge | MultisetMerge

    def delta(self, changed: frozenset[int], insert_only: bool) -> DeltaTemplate:
        """Write how a change of some sources is brought into the backing table.

        Args:
            changed: Indexes of the sources that changed, at least one.
            insert_only: Whether these only gained rows.

        Returns:
            The template; it depends on nothing else, so it can be kept.

        Raises:
            InternalRewriterError: There is no such source, or none changed.
        """
        if not changed or not changed <= set(range(len(self.bound.sources))):
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": f"sources {sorted(changed)}"})
        return self._merging.delta(changed, insert_only=insert_only)

    def view(self, backing: exp.Table) -> exp.Query:
        """Write the query that shows the user's columns.

        Args:
            backing: The backing table.

        Returns:
            A query with exactly the user's columns, names and rows.
        """
        table = backing.copy()
        table.set("alias", exp.TableAlias(this=identifier(STORED)))
        shown = {c.output: c.name for c in self.stored if c.output is not None}
        select = [aliased(column(shown[index], STORED), output.name) for index, output in enumerate(self.bound.outputs)]
        query = exp.Select(expressions=select, from_=exp.From(this=table))
        if self.layout == "rows":
            query.set("laterals", [lateral_copies(column(ROWS, STORED))])
        if any(c.name == VISIBLE for c in self.stored):
            query.set("where", exp.Where(this=column(VISIBLE, STORED)))
        return query


def compile_query(
    bound: BoundQuery, oracle: TypeOracle, *, algebraic_floats: bool = False, ansi: bool = True
) -> StreamPlan:
    """Find out how a query is stored and kept up to date.

    Args:
        bound: The query.
        oracle: Tells the types of queries over the stored tables.
        algebraic_floats: Whether sums over FLOAT and DOUBLE may be maintained by adding and taking out.
        ansi: Whether the query runs in ANSI mode, in which an overflow is an error.

    Returns:
        The plan.

    Raises:
        UnsupportedQueryError: A query that cannot be maintained: ``UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE``,
            ``UNSUPPORTED_QUERY.ROW_IDENTITY``, ``UNSUPPORTED_QUERY.UNION_TYPE`` or ``UNSUPPORTED_QUERY.TOO_DEEP``.
    """
    try:
        types = ask_types(bound, oracle)
        widened = replace(bound, root=widen_unions(bound.root, types.columns))
        return _plan(widened, types, algebraic_floats=algebraic_floats, ansi=ansi)
    except RecursionError:
        construct = "an expression too deep to walk"
        raise UnsupportedQueryError("UNSUPPORTED_QUERY.TOO_DEEP", {"construct": construct}) from None


def _plan(bound: BoundQuery, types: ColumnTypes, *, algebraic_floats: bool, ansi: bool) -> StreamPlan:
    merging: KeyedMerge | MultisetMerge
    stored: Sequence[StoredColumn]
    grouped = find_groups(bound)
    _check_nested_sums(bound, types, None if grouped is None else grouped.node)
    for node in walk(bound.root):
        if isinstance(node, PairJoin):
            check_comparable((name, types.columns[name]) for _, names in keyed_columns(node) for name in names)
    keys: tuple[str, ...] = ()
    if grouped is not None:
        layout = lay_out_groups(grouped, bound, types, algebraic_floats=algebraic_floats, ansi=ansi)
        stored = layout.stored
        keys = tuple(layout.keys.values())
        check_comparable((c.name, c.type) for c in stored if c.name in keys)
        merging = KeyedMerge(bound, layout)
    else:
        names = storable_names([output.name for output in bound.outputs])
        shown = [types.columns[output.column] for output in bound.outputs]
        check_comparable((o.name, type_) for o, type_ in zip(bound.outputs, shown, strict=True))
        columns = [StoredColumn(name, shown[index], output=index) for index, name in enumerate(names)]
        stored = [*columns, StoredColumn(ROWS, "bigint", hidden=True)]
        merging = MultisetMerge(bound, names)
    return StreamPlan(
        bound,
        "rows" if grouped is None else "groups",
        tuple(stored),
        keys,
        Template.of(merging.initial()),
        Template.of(_users_query(bound)),
        merging,
    )


def _check_nested_sums(bound: BoundQuery, types: ColumnTypes, top: Aggregate | None) -> None:
    for node in walk(bound.root):
        if node is top or not isinstance(node, Aggregate):
            continue
        for call in node.calls:
            if call.function not in ("sum", "avg"):
                continue
            (argument,) = types.arguments[call.name]
            family = kind_of(argument).family
            if family is Family.FLOATING or (family is Family.OTHER and not argument.startswith("interval")):
                raise UnsupportedQueryError(
                    "UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE",
                    {"construct": call.function, "type": argument},
                    span=call.span,
                    hint="Cast the argument to a DECIMAL type, or use REFRESH MODE FULL.",
                )


def _users_query(bound: BoundQuery) -> exp.Query:
    query = Differentiation(bound)
    block = query.state(bound.root)
    select = [aliased(block.columns[output.column].copy(), output.name) for output in bound.outputs]
    return query.finish(block.select(select))

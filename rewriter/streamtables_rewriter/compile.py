"""From a bound query to everything that keeps a stream table: its stored columns, its view and its templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from sqlglot import exp

from streamtables_rewriter.ask_types import ask_types
from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.errors import InternalRewriterError, InvalidQueryError, UnsupportedQueryError
from streamtables_rewriter.merge.groups import GroupsLayout, find_groups, lay_out_groups
from streamtables_rewriter.merge.keyed import KeyedMerge
from streamtables_rewriter.merge.merge_parts import STORED
from streamtables_rewriter.merge.multiset import MultisetMerge
from streamtables_rewriter.merge.partial_groups import PartialGroups, can_append, reads_by_session
from streamtables_rewriter.merge.row_identity import check_comparable, check_identity
from streamtables_rewriter.merge.stored_columns import StoredColumn
from streamtables_rewriter.merge.top_k_rows import is_top_k
from streamtables_rewriter.normalize.determinize_aggregates import (
    NondeterministicValues,
    check_nondeterministic_values,
    determinize_aggregates,
    looked_into,
)
from streamtables_rewriter.normalize.determinize_windows import determinize_windows
from streamtables_rewriter.normalize.make_keys_comparable import make_keys_comparable
from streamtables_rewriter.normalize.merge_filters import merge_filters
from streamtables_rewriter.normalize.nondeterminism import is_nondeterministic
from streamtables_rewriter.normalize.order_values import order_values
from streamtables_rewriter.normalize.push_semi_joins import push_semi_joins
from streamtables_rewriter.normalize.reduce_outer_joins import reduce_outer_joins
from streamtables_rewriter.normalize.reuse_aggregates import reuse_aggregates
from streamtables_rewriter.normalize.widen_unions import widen_unions
from streamtables_rewriter.plan.nodes import BoundQuery, PairJoin
from streamtables_rewriter.plan.pushed_filters import pushed_filters
from streamtables_rewriter.plan.relations import TypeOracle
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.plan.typed_columns import ColumnTypes, keyed_columns
from streamtables_rewriter.semantics.clock import CLOCK
from streamtables_rewriter.sql.columns import (
    ROWS,
    VISIBLE,
    aliased,
    column,
    identifier,
    relation,
    storable_names,
)
from streamtables_rewriter.sql.multiplicity import expand_multiplicity
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.materialized_ctes import find_common_subexpressions, take_incremental
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind, placeholder_of
from streamtables_rewriter.templates.runtime_filters import RuntimeFilters
from streamtables_rewriter.templates.semi_join_keys import semi_join_keys
from streamtables_rewriter.templates.staging import Staging
from streamtables_rewriter.templates.template import Template

__all__ = ["Apply", "StoredColumn", "StreamPlan", "compile_query"]


@dataclass(frozen=True, slots=True)
class StreamPlan:
    """How a query is stored, computed, shown and kept up to date.

    Attributes:
        bound: The query.
        layout: ``groups``: a stored row is a group; ``parts``: a stored row is a part of a group, the sum of its
            parts; ``rows``: a stored row is a distinct row with its number of copies.
        stored: The columns of the backing table, in order.
        keys: The stored columns that identify a group; none for ``rows``, and none if all rows are one group.
        computed: The columns among ``stored`` that are not stored, because the view computes them.
        initial: The query for all stored columns, over NEW.
        query: The user's query, over NEW.
        compaction: The query that replaces the parts in BACKING by their sums; None unless groups are stored in parts.
        nondeterministic_values: Outputs for which another computation of the query may rightly give something else.
        filters: For some sources, by index, a condition over the stored columns: rows that fail it do not matter.
        is_nondeterministic: Whether the user's own text may rightly give other rows than ``query``, which settles ties.
    """

    bound: BoundQuery
    layout: Literal["groups", "parts", "rows"]
    stored: tuple[StoredColumn, ...]
    keys: tuple[str, ...]
    computed: frozenset[str]
    initial: Template
    query: Template
    compaction: Template | None
    nondeterministic_values: NondeterministicValues
    filters: Mapping[int, exp.Expr]
    _merging: KeyedMerge | PartialGroups | MultisetMerge
    is_nondeterministic: bool = False

    def delta(self, changed: frozenset[int], insert_only: bool, unconsolidated: bool = False) -> DeltaTemplate:
        """Write how a change of some sources is brought into the backing table.

        Args:
            changed: Indexes of the sources that changed; none only if the plan uses ``now``.
            insert_only: Whether these only gained rows.
            unconsolidated: For the layout ``rows``: whether the copies of a row may be stored apart, so that rows which
                come are appended.

        Returns:
            The template; it depends on nothing else, so it can be kept.

        Raises:
            InternalRewriterError: There is no such source, or none changed.

        Examples:
            >>> from streamtables_rewriter.bind import bind_query
            >>> bound = bind_query("SELECT region, count(*) AS n FROM customers GROUP BY region", relations)
            >>> plan = compile_query(bound, oracle)
            >>> print(plan.delta(frozenset({0}), insert_only=True).changes.tree.sql(pretty=True))
            SELECT
              customers.region,
              SUM(customers.__st_weight) AS __st_rows
            FROM __st_delta_0 AS customers
            GROUP BY
              customers.region
        """
        if not (changed or self.uses_now) or not changed <= set(range(len(self.bound.sources))):
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": f"sources {sorted(changed)}"})
        terms = changed | {CLOCK} if self.uses_now else changed
        if unconsolidated and isinstance(self._merging, MultisetMerge):
            template = self._merging.unconsolidated_delta(terms, insert_only=insert_only)
        else:
            template = self._merging.delta(terms, insert_only=insert_only)
        types = [{c.name: c.type for c in source.table.columns} for source in self.bound.sources]
        plain = template.changes.tree
        incremental = take_incremental(plain)
        if template.alternative is not None:
            take_incremental(template.alternative.tree)
        staging = Staging.of(plain, types, _stands_for, find_common_subexpressions(plain, _is_change), incremental)
        found = Template.of(RuntimeFilters(types, _stands_for).put(plain.copy()))
        return replace(template, changed=changed, changes=found, semi_join_keys=semi_join_keys(found), staging=staging)

    def stored_rows(self, rows: exp.Table) -> exp.Query | None:
        """Write the query for all stored columns over the rows of the user's own text.

        Args:
            rows: A relation under an alias that lists them, its columns named as they are stored.

        Returns:
            A query; None where what is stored does not follow from what is shown, or where the text may rightly give
            other rows each time, of which those that go later could not be found.
        """
        if not isinstance(self._merging, MultisetMerge) or self.is_nondeterministic or self.uses_now:
            return None
        return self._merging.counted_rows(rows)

    @property
    def uses_now(self) -> bool:
        """Whether rows come and go as time passes: every refresh must then run, with NOW_OLD and NOW_NEW filled in."""
        return Placeholder(PlaceholderKind.NOW_NEW) in self.query.placeholders

    @property
    def groups(self) -> GroupsLayout | None:
        """How groups are stored; None where rows are."""
        return None if isinstance(self._merging, MultisetMerge) else self._merging.layout

    @property
    def shows_top_k(self) -> bool:
        """Whether all groups are stored, of which reading shows the first ones in an order."""
        return not isinstance(self._merging, MultisetMerge) and self._merging.layout.query.first is not None

    def rows_shown(self, groups: int) -> int | None:
        """Return how many rows readers see of a number of groups.

        Args:
            groups: How many are there.

        Returns:
            The number; None where it depends on the groups.
        """
        if self.hides_some:
            return None
        first = None if isinstance(self._merging, MultisetMerge) else self._merging.layout.query.first
        if first is None:
            return groups
        behind = max(0, groups - (first.node.offset or 0))
        return behind if first.node.limit is None else min(behind, first.node.limit)

    @property
    def hides_some(self) -> bool:
        """Whether groups are stored that readers do not see, because a condition says so."""
        return any(c.name == VISIBLE for c in self.stored)

    def view(self, backing: exp.Table) -> exp.Query:
        """Write the query that shows the user's columns.

        Args:
            backing: The backing table.

        Returns:
            A query with exactly the user's columns, names and rows.
        """
        table = backing.copy()
        table.set("alias", exp.TableAlias(this=identifier(STORED)))
        if isinstance(self._merging, PartialGroups):
            return self._merging.view(table)
        shown = {c.output: c.name for c in self.stored if c.output is not None}
        select = [aliased(column(shown[index], STORED), output.name) for index, output in enumerate(self.bound.outputs)]
        query = exp.Select(expressions=select, from_=exp.From(this=table))
        if self.layout == "rows":
            query.set("laterals", [expand_multiplicity(column(ROWS, STORED))])
        if any(c.name == VISIBLE for c in self.stored):
            query.set("where", exp.Where(this=column(VISIBLE, STORED)))
        layout = self._merging.layout if isinstance(self._merging, KeyedMerge) else None
        if layout is not None and layout.query.first is not None:
            layout.query.first.keep(query, {name: column(stored, STORED) for name, stored in layout.order.items()})
        return query


class Apply(Enum):
    """How changes are brought into a stream table."""

    AUTO = "auto"
    """Appended where that is exact and pays, else merged."""
    MERGE = "merge"
    APPEND = "append"


def compile_query(
    bound: BoundQuery,
    oracle: TypeOracle,
    *,
    algebraic_floats: bool = False,
    ansi: bool = True,
    apply: Apply = Apply.MERGE,
    taken_back: bool = True,
) -> StreamPlan:
    """Find out how a query is stored and kept up to date.

    Args:
        bound: The query.
        oracle: Tells the types of queries over the stored tables.
        algebraic_floats: Whether sums over FLOAT and DOUBLE may be maintained by adding and taking out.
        ansi: Whether the query runs in ANSI mode, in which an overflow is an error.
        apply: How changes are brought into the table.
        taken_back: Whether the rows that a source had are those that it has less its change, so that groups below other
            operators need not be computed from both; not so where parts of its groups were compacted meanwhile.

    Returns:
        The plan. What is stored does not depend on ``taken_back``.

    Raises:
        InvalidQueryError: ``APPEND_IMPOSSIBLE``: appending was asked for, and the parts of a group do not add up to it.
        UnsupportedQueryError: A query that cannot be maintained: ``UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE``,
            ``UNSUPPORTED_QUERY.ORDER_DEPENDENT``, ``UNSUPPORTED_QUERY.ROW_IDENTITY``,
            ``UNSUPPORTED_QUERY.UNION_TYPE`` or ``UNSUPPORTED_QUERY.TOO_DEEP``.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> bound = bind_query("SELECT region, count(*) AS n FROM customers GROUP BY region", relations)
        >>> plan = compile_query(bound, oracle)
        >>> plan.layout, [column.name for column in plan.stored], plan.keys
        ('groups', ['region', 'n'], ('region',))
    """
    try:
        types = ask_types(bound, oracle)
        comparable = make_keys_comparable(bound.root, types)
        if comparable is not bound.root:
            bound = replace(bound, root=comparable)
            types = ask_types(bound, oracle)
        widened = widen_unions(bound.root, types.columns)
        root = determinize_windows(determinize_aggregates(widened, types, ansi=ansi, taken_back=taken_back), types)
        normalized = replace(bound, root=reuse_aggregates(push_semi_joins(merge_filters(reduce_outer_joins(root)))))
        plan = _plan(normalized, types, algebraic_floats=algebraic_floats, ansi=ansi, apply=apply)
        return replace(plan, is_nondeterministic=any(map(is_nondeterministic, (bound.root, plan.bound.root))))
    except RecursionError:
        construct = "an expression too deep to walk"
        raise UnsupportedQueryError("UNSUPPORTED_QUERY.TOO_DEEP", {"construct": construct}) from None


def _plan(bound: BoundQuery, types: ColumnTypes, *, algebraic_floats: bool, ansi: bool, apply: Apply) -> StreamPlan:
    merging: KeyedMerge | PartialGroups | MultisetMerge
    stored: Sequence[StoredColumn]
    grouped = find_groups(bound, top_k_when_read=apply is not Apply.MERGE)
    top = None if grouped is None or grouped.first is not None else grouped.node
    seen = frozenset[str]()
    if grouped is not None and top is not None:
        seen = looked_into(top, grouped.outputs, grouped.visible)
    bound = replace(bound, root=order_values(bound.root, types, top, seen))
    grouped = find_groups(bound, top_k_when_read=apply is not Apply.MERGE)
    if grouped is None or grouped.first is not None:
        # Which groups are the first must not depend on an approximation.
        nondeterministic_values = check_nondeterministic_values(bound.root, types, None, (), None)
    else:
        nondeterministic_values = check_nondeterministic_values(
            bound.root, types, grouped.node, grouped.outputs, grouped.visible
        )
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
        if _appends(bound, layout, apply):
            merging = PartialGroups(bound, layout)
    elif apply is Apply.APPEND and is_top_k(bound.root):
        raise _cannot_append("the first rows of an order take each other's places")
    else:
        names = storable_names([output.name for output in bound.outputs])
        shown = [types.columns[output.column] for output in bound.outputs]
        check_identity((o.name, type_) for o, type_ in zip(bound.outputs, shown, strict=True))
        columns = [StoredColumn(name, shown[index], output=index) for index, name in enumerate(names)]
        stored = [*columns, StoredColumn(ROWS, "bigint", hidden=True)]
        merging = MultisetMerge(bound, names, tuple(shown))
    parts = merging if isinstance(merging, PartialGroups) else None
    return StreamPlan(
        bound,
        "rows" if grouped is None else "groups" if parts is None else "parts",
        tuple(stored),
        keys,
        frozenset() if parts is None else frozenset(c.name for c in stored) - set(parts.stored_names),
        Template.of(merging.initial()),
        Template.of(_users_query(bound)),
        None if parts is None else Template.of(parts.compaction()),
        nondeterministic_values,
        pushed_filters(bound),
        merging,
    )


def _is_change(table: str) -> bool:
    placeholder = placeholder_of(relation(table))
    return placeholder is not None and placeholder.kind is PlaceholderKind.DELTA


def _stands_for(table: exp.Table) -> tuple[bool, int] | None:
    placeholder = placeholder_of(table)
    if placeholder is None or placeholder.source is None:
        return None
    return placeholder.kind is PlaceholderKind.DELTA, placeholder.source


def _appends(bound: BoundQuery, layout: GroupsLayout, apply: Apply) -> bool:
    if apply is Apply.APPEND and not can_append(layout):
        raise _cannot_append("an aggregate cannot be added up from parts")
    if reads_by_session(bound, layout):
        if apply is Apply.APPEND:
            raise _cannot_append("reading would call a function that only this session knows")
        return False
    # Without an aggregate a group is a row, and reading would sum nothing but rows.
    return apply is Apply.APPEND or (apply is Apply.AUTO and bool(layout.calls) and can_append(layout))


def _cannot_append(reason: str) -> InvalidQueryError:
    hint = "Set streamtables.apply to 'auto' or 'merge'."
    return InvalidQueryError("APPEND_IMPOSSIBLE", {"reason": reason}, hint=hint)


def _users_query(bound: BoundQuery) -> exp.Query:
    query = Differentiation(bound)
    block = query.state(bound.root)
    select = [aliased(block.columns[output.column].copy(), output.name) for output in bound.outputs]
    return query.finish(block.select(select))

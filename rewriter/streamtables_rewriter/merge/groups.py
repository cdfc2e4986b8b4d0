"""Which queries are stored by group, and which columns that takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.groups.states import ROWS_STATE, Algebra, CallStates, State, states_of
from streamtables_rewriter.merge.stored_columns import StoredColumn
from streamtables_rewriter.operators.top_k import keep_first
from streamtables_rewriter.plan.nodes import Aggregate, BoundQuery, Filter, Project, TopK
from streamtables_rewriter.plan.typed_columns import ColumnTypes
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import (
    RESERVED_PREFIX,
    ROWS,
    VISIBLE,
    column,
    conjunction,
    conjuncts,
    storable_names,
    substitute,
)

LARGEST_EXPRESSION = 5000
"""Parts of an output expression; more come from projections that repeat each other's columns."""


@dataclass(frozen=True, slots=True)
class GroupedQuery:
    """A query that computes each row from one group.

    Attributes:
        node: The aggregate.
        outputs: The user's output columns over the aggregate's output columns.
        visible: What a group must fulfil to be shown, over the same; None for nothing.
        first: Which of those groups are shown; None for all.
    """

    node: Aggregate
    outputs: tuple[exp.Expr, ...]
    visible: exp.Expr | None
    first: TopKGroups | None = None


@dataclass(frozen=True, slots=True)
class TopKGroups:
    """The first groups in an order, found whenever the groups are read.

    Attributes:
        node: The operator that keeps the first rows.
        values: What it sorts by, over the aggregate's output columns, under the names of its own columns.
    """

    node: TopK
    values: Mapping[str, exp.Expr]

    def keep(self, query: exp.Select, values: Mapping[str, exp.Expr]) -> None:
        """Let a query show the first rows only.

        Args:
            query: A query for groups; changed in place.
            values: What is sorted by, over the query's tables.
        """
        # A constant orders nothing; a bare number would be the position of a column.
        order = [part for part in self.node.order if values[part.this.name].find(exp.Column) is not None]
        keep_first(query, self.node, [substitute(part, values) for part in order])


def find_groups(bound: BoundQuery, *, top_k_when_read: bool) -> GroupedQuery | None:
    """Recognise a query whose root is an aggregate under projections and filters.

    Args:
        bound: The query.
        top_k_when_read: Whether the first of its groups may be found when they are read.

    Returns:
        The aggregate with everything above it composed into expressions, or None for another query.
    """
    node, outputs = bound.root, tuple[exp.Expr, ...](column(output.column) for output in bound.outputs)
    conditions: tuple[exp.Expr, ...] = ()
    first: TopKGroups | None = None
    while not isinstance(node, Aggregate):
        if isinstance(node, Filter) and reads_clock(node.condition):
            # A group would have to appear and vanish without any change of its rows.
            return None
        if isinstance(node, Filter):
            conditions = conjuncts(node.condition) + conditions
        elif isinstance(node, Project):
            meaning = {p.name: p.expression for p in node.projections}
            outputs = tuple(substitute(e, meaning) for e in outputs)
            conditions = tuple(substitute(e, meaning) for e in conditions)
            if first is not None:
                first = replace(first, values={name: substitute(e, meaning) for name, e in first.values.items()})
        elif isinstance(node, TopK) and top_k_when_read and first is None and not conditions:
            first = TopKGroups(node, {part.this.name: column(part.this.name) for part in node.order})
        else:
            return None
        sorted_by = () if first is None else tuple(first.values.values())
        if sum(len(list(e.walk())) for e in outputs + conditions + sorted_by) > LARGEST_EXPRESSION:
            return None
        node = node.input
    return GroupedQuery(node, outputs, conjunction(conditions), first)


@dataclass(frozen=True, slots=True)
class GroupsLayout:
    """The columns in which groups are stored.

    Attributes:
        query: What is stored.
        calls: How each aggregate call is maintained.
        stored: The columns, in order.
        keys: The stored column of each group key, by the key's name.
        states: The stored column of each state.
        derived: The stored columns that are computed from keys and aggregates, with the expression over those.
        order: The stored column of each column by which the groups are sorted when they are read.
    """

    query: GroupedQuery
    calls: tuple[CallStates, ...]
    stored: tuple[StoredColumn, ...]
    keys: Mapping[str, str]
    states: Mapping[State, str]
    derived: Mapping[str, exp.Expr]
    order: Mapping[str, str]

    @property
    def rows(self) -> str:
        """The stored column that counts a group's rows."""
        return self.states[ROWS_STATE]

    def must_recompute(self, *, insert_only: bool) -> bool:
        """Return whether some aggregate cannot be merged with a change.

        Args:
            insert_only: Whether rows only came.

        Returns:
            True if the affected groups are to be computed anew.
        """
        enough = {Algebra.ALWAYS, Algebra.INSERT_ONLY} if insert_only else {Algebra.ALWAYS}
        return any(call.algebra not in enough for call in self.calls)


def lay_out_groups(
    query: GroupedQuery, bound: BoundQuery, types: ColumnTypes, *, algebraic_floats: bool, ansi: bool
) -> GroupsLayout:
    """Choose the stored columns of a query that is stored by group.

    Args:
        query: The query.
        bound: The same with its outputs' names.
        types: The types of everything in it.
        algebraic_floats: Whether sums over FLOAT and DOUBLE may be maintained by adding and taking out.
        ansi: Whether an overflow is an error.

    Returns:
        The layout.
    """
    calls = tuple(
        states_of(
            call, types.columns[call.name], types.arguments[call.name], algebraic_floats=algebraic_floats, ansi=ansi
        )
        for call in query.node.calls
    )
    needed: dict[State, None] = {ROWS_STATE: None}
    if not any(call.algebra is Algebra.NEVER for call in calls):
        needed |= dict.fromkeys(state for call in calls for state in call.states)
    own = {call.call.name: call.own_state for call in calls}
    stored: list[StoredColumn] = []
    keys: dict[str, str] = {}
    states: dict[State, str] = {}
    derived: dict[str, exp.Expr] = {}
    key_names = {key.name for key in query.node.keys}
    names = storable_names([output.name for output in bound.outputs])
    for index, (name, expression) in enumerate(zip(names, query.outputs, strict=True)):
        plain = expression.name if isinstance(expression, exp.Column) else ""
        state = own.get(plain)
        if plain in key_names and plain not in keys:
            keys[plain] = name
        elif state is not None and state in needed and state not in states:
            states[state] = name
        else:
            derived[name] = expression
        stored.append(StoredColumn(name, types.columns[bound.outputs[index].column], output=index))
    for number, key in enumerate(query.node.keys, 1):
        if key.name not in keys:
            keys[key.name] = f"{RESERVED_PREFIX}key_{number}"
            stored.append(StoredColumn(keys[key.name], types.columns[key.name], hidden=True))
    for state in needed:
        if state not in states:
            number = sum(c.hidden for c in stored) + 1
            states[state] = ROWS if state is ROWS_STATE else f"{RESERVED_PREFIX}{state.kind.value}_{number}"
            stored.append(StoredColumn(states[state], state.type, hidden=True))
    if query.visible is not None:
        stored.append(StoredColumn(VISIBLE, "boolean", hidden=True))
    order: dict[str, str] = {}
    for name, expression in query.first.values.items() if query.first is not None else ():
        shown = next((stored[i].name for i, e in enumerate(query.outputs) if e == expression), None)
        if shown is None:
            shown = f"{RESERVED_PREFIX}order_{len(order) + 1}"
            derived[shown] = expression
            stored.append(StoredColumn(shown, types.columns[name], hidden=True))
        order[name] = shown
    return GroupsLayout(query, calls, tuple(stored), keys, states, derived, order)

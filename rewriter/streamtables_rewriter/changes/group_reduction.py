"""Semi-join reduction of the changed groups of an aggregate that is joined with filtered rows that did not change.

A change of an inner join's input counts only where it meets rows of the other inputs. Those of them that did not change
are the same before and after, so that a changed group without a row of theirs is of no use, whatever else changed. To
leave it out before its rows are read pays where few of them are left: where a filter stands over them. The rule for an
aggregate asks for it (``RuleContext.reduce_groups``); the keys that are met are a relation of their own, so that they
can be computed first and say which rows of the sources to read. (Sideways information passing: Beeri and Ramakrishnan,
"On the Power of Magic", 1987; semi-join reduction: Bernstein and Chiu, 1981.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.changes.key_pushdown import KeyMatch, pushed_down
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    InnerJoin,
    Node,
    Project,
    Scan,
    SemiJoin,
    Values,
)
from streamtables_rewriter.plan.tree import inputs_of, walk
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjuncts, equalities, references


@dataclass(frozen=True, slots=True)
class Partner:
    """Rows that did not change and that a change is joined with by equality.

    Attributes:
        node: The operator that produces them.
        conditions: What must be true of its rows besides.
        columns: For some columns of the change, the partner's column that must be equal; ``same`` tells that NULL is
            equal to NULL.
    """

    node: Node
    conditions: tuple[exp.Expr, ...]
    columns: Mapping[str, KeyMatch]

    def below(self, node: Node) -> tuple[Partner | None, ...]:
        """Say which partners the changes of an operator's inputs have, if the operator's own change has this one."""
        if not isinstance(node, Filter | Project | InnerJoin):
            return tuple(None for _ in inputs_of(node))
        if isinstance(node, InnerJoin):
            handed = tuple({n: w for n, w in self.columns.items() if n in child.output} for child in node.inputs)
        else:
            handed = tuple(map(dict, pushed_down(node, self.columns)))
        return tuple(replace(self, columns=columns) if columns else None for columns in handed)


def partners_of_inputs(node: InnerJoin, is_changed: Callable[[Node], bool]) -> list[list[Partner]]:
    """Find the partners of the changes of a join's inputs.

    Args:
        node: The join.
        is_changed: Tells of an operator whether a source below it changed.

    Returns:
        A list for each input.
    """
    own = conjuncts(node.condition)
    return [
        [
            partner
            for other in node.inputs
            if other is not child
            for partner in _partners(other, own, child.output, is_changed)
        ]
        for child in node.inputs
    ]


def has_reducible_groups(node: Node) -> bool:
    """Return whether there are groups below an operator that can be left out by what its change meets."""
    if isinstance(node, Aggregate):
        return bool(node.keys)
    return isinstance(node, Filter | Project | InnerJoin) and any(map(has_reducible_groups, inputs_of(node)))


def _partners(
    node: Node, conditions: Sequence[exp.Expr], of: Sequence[str], is_changed: Callable[[Node], bool]
) -> Iterator[Partner]:
    """Find the partners below one of the other inputs, down to where nothing changed."""
    if not is_changed(node):
        # What depends on the clock is not the same before and after.
        told = [c for c in conditions if references(c) and not reads_clock(c)]
        own = tuple(c for c in told if references(c) <= set(node.output))
        columns = _equal_columns(conditions, of, node.output)
        if columns and _is_cheap(node) and (_is_filtered(node) or any(map(_filters, own))):
            yield Partner(node, own, columns)
    elif isinstance(node, InnerJoin | Filter):
        more = [*conditions, *conjuncts(node.condition)]
        for child in inputs_of(node):
            yield from _partners(child, more, of, is_changed)


def _equal_columns(conditions: Sequence[exp.Expr], of: Sequence[str], others: Sequence[str]) -> dict[str, KeyMatch]:
    """Find the columns that conditions want to be equal to those of others."""
    found: dict[str, KeyMatch] = {}
    for condition in conditions:
        for one, other, null_safe in equalities(condition):
            if one.name in of and other.name in others:
                found.setdefault(one.name, KeyMatch(other.name, same=null_safe))
    return found


def _is_cheap(node: Node) -> bool:
    """Return whether an operator's rows are those of sources, so that few of them are found without computing all."""
    return all(isinstance(n, Scan | Values | Filter | Project | InnerJoin | SemiJoin | AntiJoin) for n in walk(node))


def _is_filtered(node: Node) -> bool:
    return any(
        isinstance(n, Filter | SemiJoin | AntiJoin)
        or (isinstance(n, InnerJoin) and any(map(_filters, conjuncts(n.condition))))
        for n in walk(node)
    )


def _filters(condition: exp.Expr) -> bool:
    """Return whether a condition is more than an equality of two columns, which every row of a foreign key meets."""
    plain = isinstance(condition, exp.EQ | exp.NullSafeEQ)
    return not (plain and isinstance(condition.this, exp.Column) and isinstance(condition.expression, exp.Column))

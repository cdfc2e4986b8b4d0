"""ROLLUP, CUBE and GROUPING SETS: which combinations of keys rows are grouped by.

All forms come to a list of sets of keys. Each row counts once for each set, with NULL for the keys that the set leaves
out; the sets' numbers, those of ``grouping_id()``, are one more key, which tells that NULL from a NULL in the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import plan_column
from streamtables_rewriter.bind.relations.joins import inner_join
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.plan.nodes import Named, Node, Values
from streamtables_rewriter.sql.canonical import canonical

MOST_SETS = 4096
_NESTING = (exp.GroupingSets, exp.Rollup, exp.Cube)
_HIVE_FORMS = ("rollup", "cube", "grouping_sets")

NodeSets = list[tuple[exp.Expr, ...]]


@dataclass(frozen=True, slots=True)
class WrittenSets:
    """The grouping of a query block as written.

    Attributes:
        keys: All keys, in the order of their first appearance.
        sets: The keys of each set.
    """

    keys: tuple[exp.Expr, ...]
    sets: tuple[tuple[exp.Expr, ...], ...]


def written_sets(group: exp.Group, refuse: Callable[[], Exception]) -> WrittenSets | None:
    """Read a GROUP BY clause that has several sets of keys.

    Args:
        group: The clause.
        refuse: Builds the error for a form that is not read.

    Returns:
        The sets, or None for a plain GROUP BY.

    Raises:
        UnsupportedQueryError: More sets than can be kept.
    """
    hive = next((group.args[name][0] for name in _HIVE_FORMS if group.args.get(name)), None)
    if hive is None and not any(isinstance(node, _NESTING) for node in group.expressions):
        return None
    keys = [key for node in group.expressions for key in _keys(node)]
    if hive is not None:
        keys += [key for node in hive.expressions for key in _keys(node)]
        whole = hive if hive.expressions else type(hive)(expressions=list(group.expressions))
        sets = _sets_of(whole, refuse)
    else:
        parts = [_sets_of(node, refuse) for node in group.expressions]
        sets = [tuple(key for part in chosen for key in part) for chosen in _bounded(product(*parts), parts, refuse)]
    return WrittenSets(tuple(keys), tuple(sets))


def _bounded(
    chosen: product[tuple[tuple[exp.Expr, ...], ...]], parts: Sequence[NodeSets], refuse: Callable[[], Exception]
) -> product[tuple[tuple[exp.Expr, ...], ...]]:
    number = 1
    for part in parts:
        number *= len(part)
    if number > MOST_SETS:
        raise refuse()
    return chosen


def _members(node: exp.Expr) -> tuple[exp.Expr, ...]:
    return tuple(node.expressions) if isinstance(node, exp.Tuple) else (node,)


def _keys(node: exp.Expr) -> list[exp.Expr]:
    if isinstance(node, (*_NESTING, exp.Tuple)):
        return [key for member in node.expressions for key in _keys(member)]
    return [node]


def _sets_of(node: exp.Expr, refuse: Callable[[], Exception]) -> NodeSets:
    units = [_members(member) for member in node.expressions]
    if isinstance(node, exp.GroupingSets):
        return [chosen for member in node.expressions for chosen in _sets_of(member, refuse)]
    if isinstance(node, exp.Rollup):
        return [sum(units[:length], ()) for length in range(len(units), -1, -1)]
    if isinstance(node, exp.Cube):
        if len(units) > 12:
            raise refuse()
        return [sum(chosen, ()) for size in range(len(units), -1, -1) for chosen in combinations(units, size)]
    return [_members(node)]


@dataclass(frozen=True, slots=True)
class GroupingSets:
    """The sets of a query block, ready to be grouped by.

    Attributes:
        source: The rows to group, each once for every set.
        keys: The keys, NULL where a set leaves them out, and those that tell the sets apart.
        id_column: The key that holds the set's number.
        positions: Where each key, by its meaning, stands among the keys.
        size: How many keys there are.
    """

    source: Node
    keys: tuple[Named, ...]
    id_column: str
    positions: Mapping[object, int]
    size: int

    def grouping(self, call: exp.Anonymous) -> exp.Expr | None:
        """Compute ``grouping`` or ``grouping_id``.

        Args:
            call: The call with its arguments bound.

        Returns:
            The expression over the keys, or None if the arguments are no keys.
        """
        asked = [self.positions.get(canonical(argument)) for argument in call.expressions]
        number = plan_column(self.id_column)
        if call.name.lower() == "grouping_id":
            return number if not asked or asked == list(range(self.size)) else None
        if len(asked) != 1 or asked[0] is None:
            return None
        shift = exp.Literal.number(self.size - 1 - asked[0])
        shifted = exp.Paren(this=exp.BitwiseRightShift(this=number, expression=shift))
        bit = exp.BitwiseAnd(this=shifted, expression=exp.Literal.number(1))
        return exp.Cast(this=bit, to=exp.DataType.build("tinyint"))


def expand(
    context: BindingContext,
    source: Node,
    keys: Sequence[Named],
    sets: Sequence[frozenset[int]],
) -> GroupingSets:
    """Count each row once for every set of keys.

    Args:
        context: The binding.
        source: The rows.
        keys: The keys.
        sets: For each set, the positions of its keys.

    Returns:
        What to group by.
    """
    numbers = [sum(1 << (len(keys) - 1 - i) for i in range(len(keys)) if i not in chosen) for chosen in sets]
    repeated = len(set(numbers)) < len(numbers)
    columns = [context.fresh_name("grouping_id"), *([context.fresh_name("grouping_set")] if repeated else [])]
    rows = tuple((_bigint(number), *([_bigint(i)] if repeated else [])) for i, number in enumerate(numbers))
    names = [context.fresh_name(name) for name in columns]
    padded = []
    for position, key in enumerate(keys):
        expression = key.expression
        if not all(position in chosen for chosen in sets):
            bit = exp.Literal.number(1 << (len(keys) - 1 - position))
            left_out = exp.Paren(this=exp.BitwiseAnd(this=plan_column(columns[0]), expression=bit))
            kept = exp.EQ(this=left_out, expression=exp.Literal.number(0))
            expression = exp.Case(ifs=[exp.If(this=kept, true=expression.copy())])
        padded.append(Named(key.name, expression))
    telling = [Named(name, plan_column(column)) for name, column in zip(names, columns, strict=True)]
    return GroupingSets(
        inner_join(source, Values(tuple(columns), rows), None),
        (*padded, *telling),
        names[0],
        {canonical(key.expression): i for i, key in enumerate(keys)},
        len(keys),
    )


def _bigint(number: int) -> exp.Expr:
    return exp.Cast(this=exp.Literal.number(number), to=exp.DataType.build("bigint"))

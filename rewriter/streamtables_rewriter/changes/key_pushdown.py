"""Key pushdown: which rows of an operator's inputs matter where only rows of certain keys are wanted of its result.

A rule that needs the rows of a few keys says so when it asks for an input. The keys are pushed down: through a
projection under other names, through a join to both sides of an equality, through a grouping to the rows of its groups,
until they meet the sources, which are then read for these keys only. What comes up may hold rows of other keys, too:
the rule still compares keys. (Sideways information passing: Beeri and Ramakrishnan, "On the Power of Magic", 1987.)

Keys do not pass through a FULL JOIN, to the right of a LEFT JOIN by its own columns, into a window without a
partition, or below ORDER BY ... LIMIT: there, other rows decide about those that are wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    Generate,
    InnerJoin,
    LeftJoin,
    MarkJoin,
    Named,
    Node,
    Project,
    Repeat,
    Scan,
    SemiJoin,
    Sessions,
    UnionAll,
    Values,
    Window,
)
from streamtables_rewriter.plan.tree import inputs_of
from streamtables_rewriter.sql.columns import equalities
from streamtables_rewriter.sql.select_block import SelectBlock


@dataclass(frozen=True, slots=True)
class KeyMatch:
    """A column that must have the value of a key.

    Attributes:
        key: The key's name.
        same: Whether the column has the key's type. One that is equal to it may have another, and what is equal to
            that one need not be equal to the key: '01' = 1 and 1 = '1'.
    """

    key: str
    same: bool = True


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys of which rows are wanted; NULL keys are keys like others.

    Attributes:
        relation: A single relation that has them.
        columns: For some columns of an operator, what they must be. A row is wanted where all of them are those of one
            row of ``relation``.
        distinct: Whether no two rows of ``relation`` have the same values in all of its columns.
    """

    relation: SelectBlock
    columns: Mapping[str, KeyMatch]
    distinct: bool = False

    @classmethod
    def equal(cls, relation: SelectBlock, condition: exp.Expr | None, others: Sequence[str]) -> Keys:
        """Read off a join condition which columns must have a value of a small relation.

        Args:
            relation: The small relation.
            condition: The condition.
            others: The columns of what it is joined with.

        Returns:
            The keys, perhaps of no column.
        """
        columns = {
            other.name: KeyMatch(key.name, same=False)
            for key, other, _ in equalities(condition)
            if key.name in relation.columns and other.name in others
        }
        return cls(relation, columns)

    @classmethod
    def of_groups(cls, relation: SelectBlock | None, keys: Sequence[Named]) -> Keys | None:
        """Ask for the rows of some groups.

        Args:
            relation: The distinct keys of the groups, None for all rows.
            keys: The group keys over the columns of the rows.

        Returns:
            The keys as far as they are plain columns; None where that is none.
        """
        if relation is None:
            return None
        columns = {key.expression.name: KeyMatch(key.name) for key in keys if isinstance(key.expression, exp.Column)}
        return cls(relation, columns, distinct=len(columns) == len(relation.columns))


def is_flat(node: Node) -> bool:
    """Return whether an operator's rows are a single SELECT over sources, into which an engine pushes keys itself."""
    return isinstance(node, Scan | Values | Filter | Project | InnerJoin) and all(map(is_flat, inputs_of(node)))


def pushed_down(node: Node, columns: Mapping[str, KeyMatch]) -> tuple[Mapping[str, KeyMatch], ...]:
    """Push keys down to the inputs of an operator.

    Args:
        node: The operator.
        columns: What its columns must be.

    Returns:
        The same for each input, nothing where other rows of it matter, too.
    """
    if isinstance(node, Filter | Repeat | Generate):
        return (_among(columns, node.input.output),)
    if isinstance(node, Project):
        plain = {p.name: p.expression.name for p in node.projections if isinstance(p.expression, exp.Column)}
        return ({plain[name]: wanted for name, wanted in columns.items() if name in plain},)
    if isinstance(node, Aggregate | Window | Sessions):
        plain = {key.name: key.expression.name for key in node.keys if isinstance(key.expression, exp.Column)}
        if not isinstance(node, Aggregate):
            plain = {name: name for name in plain.values()}
        return ({plain[name]: wanted for name, wanted in columns.items() if name in plain},)
    if isinstance(node, InnerJoin):
        every = {**_by_equality(node.condition, columns), **columns}
        return tuple(_among(every, child.output) for child in node.inputs)
    if isinstance(node, LeftJoin | SemiJoin | AntiJoin | MarkJoin):
        left = _among(columns, node.inputs[0].output)
        return left, _among(_by_equality(node.condition, left), node.inputs[1].output)
    if isinstance(node, UnionAll):
        return tuple(
            {child.output[i]: columns[name] for i, name in enumerate(node.columns) if name in columns}
            for child in node.inputs
        )
    return tuple({} for _ in inputs_of(node))


def _among(columns: Mapping[str, KeyMatch], names: Sequence[str]) -> dict[str, KeyMatch]:
    return {name: wanted for name, wanted in columns.items() if name in names}


def _by_equality(condition: exp.Expr | None, columns: Mapping[str, KeyMatch]) -> dict[str, KeyMatch]:
    return {
        other.name: replace(columns[column.name], same=False)
        for column, other, _ in equalities(condition)
        if column.name in columns and columns[column.name].same
    }

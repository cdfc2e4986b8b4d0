"""The types that compiling a tree depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamtables_rewriter.plan.nodes import FullJoin, Node, PairJoin
from streamtables_rewriter.sql.columns import references


@dataclass(frozen=True, slots=True)
class ColumnTypes:
    """Types in Spark's DDL spelling.

    Attributes:
        columns: By plan column: the outputs of the root, of aggregates, and of unions and windows and their inputs;
            and those by which rows of a join find their partners.
        arguments: By aggregate call: its arguments; so by window function.
    """

    columns: Mapping[str, str]
    arguments: Mapping[str, tuple[str, ...]]


def keyed_columns(node: PairJoin) -> list[tuple[Node, tuple[str, ...]]]:
    """List the columns by which a join tells which rows have the same partners.

    Args:
        node: The join.

    Returns:
        Pairs of an input and the names of its columns.
    """
    left, right = node.inputs
    used = frozenset[str]() if node.condition is None else references(node.condition)
    inputs = (left, right) if isinstance(node, FullJoin) else (left,)
    return [(child, tuple(name for name in child.output if name in used)) for child in inputs]

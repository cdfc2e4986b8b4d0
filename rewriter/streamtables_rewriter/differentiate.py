"""The driver: walks the tree, looks up each operator's rule, names CTEs, and computes nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from streamtables_rewriter.columns import identifier, relation
from streamtables_rewriter.delta import Delta, RuleContext
from streamtables_rewriter.errors import InternalRewriterError, UnsupportedQueryError
from streamtables_rewriter.operators import RULES
from streamtables_rewriter.plan.nodes import BoundQuery, InnerJoin, Node, PairJoin, Scan, UnionAll
from streamtables_rewriter.select_block import SelectBlock, whole_relation
from streamtables_rewriter.template import Placeholder, PlaceholderKind

DEEPEST_TREE = 100
"""Operators on one path from the result to a source; the walk is recursive."""


def inputs_of(node: Node) -> tuple[Node, ...]:
    """Return the operators that an operator reads."""
    if isinstance(node, Scan):
        return ()
    if isinstance(node, InnerJoin | PairJoin | UnionAll):
        return node.inputs
    return (node.input,)


def walk(root: Node) -> Iterator[Node]:
    """Visit all operators, an operator before its inputs.

    Args:
        root: Where to begin.

    Yields:
        Each operator once.

    Raises:
        UnsupportedQueryError: The tree is deeper than ``DEEPEST_TREE``.
    """
    pending = [(root, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > DEEPEST_TREE:
            construct = f"more than {DEEPEST_TREE} operators on one path"
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.TOO_DEEP", {"construct": construct})
        yield node
        pending += [(child, depth + 1) for child in reversed(inputs_of(node))]


@dataclass(slots=True)
class Differentiation:
    """One query under construction: the states and changes of a tree's operators, as CTEs where needed.

    Attributes:
        bound: The query whose tree this is.
        changed: Indexes of the sources that changed; none for a query over the new state only.
        insert_only: Whether those sources only gained rows.
    """

    bound: BoundQuery
    changed: frozenset[int] = frozenset()
    insert_only: bool = False
    _common_tables: list[exp.CTE] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)
    _scan_names: dict[int, str] = field(default_factory=dict)
    _sources_below: dict[int, frozenset[int]] = field(default_factory=dict)
    _states: dict[tuple[int, PlaceholderKind], SelectBlock] = field(default_factory=dict)
    _deltas: dict[int, Delta] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Name the scans and find out what lies below each operator."""
        nodes = list(walk(self.bound.root))
        for node in nodes:
            if isinstance(node, Scan):
                self._scan_names[id(node)] = self._fresh_name(self.bound.sources[node.source].table.name[-1])
        for node in reversed(nodes):
            below = [self._sources_below[id(child)] for child in inputs_of(node)]
            own = frozenset({node.source}) if isinstance(node, Scan) else frozenset[int]()
            self._sources_below[id(node)] = own.union(*below)

    def is_changed(self, node: Node) -> bool:
        """Tell whether a source below an operator changed."""
        return not self.changed.isdisjoint(self._sources_below[id(node)])

    def state(self, node: Node, kind: PlaceholderKind = PlaceholderKind.NEW) -> SelectBlock:
        """Evaluate an operator.

        Args:
            node: An operator of the tree.
            kind: NEW or OLD.

        Returns:
            Its rows.
        """
        if not self.is_changed(node):
            kind = PlaceholderKind.NEW
        known = self._states.get((id(node), kind))
        if known is None:
            inputs = tuple(self.state(child, kind) for child in inputs_of(node))
            known = RULES[type(node)].state(node, inputs, self.context(kind, plain=not self.is_changed(node)))
            self._states[id(node), kind] = known
        return known

    def delta(self, node: Node) -> Delta:
        """Differentiate an operator.

        Args:
            node: An operator of the tree, below which a source changed.

        Returns:
            The change of its rows.

        Raises:
            InternalRewriterError: No source below it changed.
        """
        if not self.is_changed(node):
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(node).__name__})
        known = self._deltas.get(id(node))
        if known is None:
            inputs = tuple(NodeInput(self, child) for child in inputs_of(node))
            known = RULES[type(node)].delta(node, inputs, self.context(PlaceholderKind.DELTA))
            self._deltas[id(node)] = known
        return known

    def context(self, kind: PlaceholderKind, *, plain: bool = False) -> BuildingContext:
        """Return the query as rules see it.

        Args:
            kind: What is being built: the new state, the old state or the change.
            plain: Whether there is only one state, so that names need not tell which.

        Returns:
            The context.
        """
        return BuildingContext(self, kind, plain)

    def finish(self, query: exp.Query) -> exp.Query:
        """Put the CTEs in front of the last query; nothing can be built after that.

        Args:
            query: The query that reads them; becomes part of the result.

        Returns:
            The whole query.
        """
        if self._common_tables:
            query.set("with_", exp.With(expressions=list(self._common_tables)))
        return query

    def _add(self, query: exp.Query, columns: Iterable[str], name: str, *, weighted: bool) -> SelectBlock:
        name = self._fresh_name(name)
        self._common_tables.append(exp.CTE(this=query, alias=exp.TableAlias(this=identifier(name))))
        return whole_relation(relation(name), columns, weighted=weighted)

    def _fresh_name(self, base: str) -> str:
        name, number = base, 1
        while name.casefold() in self._names:
            number += 1
            name = f"{base}_{number}"
        self._names.add(name.casefold())
        return name


@dataclass(frozen=True, slots=True)
class NodeInput:
    """An operator as the input of another one."""

    query: Differentiation
    node: Node

    def new(self) -> SelectBlock:
        """Return the rows after the change."""
        return self.query.state(self.node, PlaceholderKind.NEW)

    def old(self) -> SelectBlock:
        """Return the rows before the change."""
        return self.query.state(self.node, PlaceholderKind.OLD)

    @property
    def changed(self) -> bool:
        """Whether a source below the input changed."""
        return self.query.is_changed(self.node)

    def delta(self) -> Delta:
        """Return the change of an input that changed."""
        return self.query.delta(self.node)


_SUFFIXES: Mapping[PlaceholderKind, str] = {
    PlaceholderKind.NEW: "_new",
    PlaceholderKind.OLD: "_old",
    PlaceholderKind.DELTA: "_changes",
}


@dataclass(frozen=True, slots=True)
class BuildingContext:
    """A query under construction as rules see it."""

    query: Differentiation
    kind: PlaceholderKind
    plain: bool = False

    @property
    def insert_only(self) -> bool:
        """Whether the changed sources only gained rows."""
        return self.query.insert_only

    def read_source(self, scan: Scan) -> exp.Table:
        """Write the source of a scan as a table: its state or its change, whichever is being built."""
        return Placeholder(self.kind, scan.source).table(self.query._scan_names[id(scan)])  # noqa: SLF001

    def seal(self, block: SelectBlock, name: str) -> SelectBlock:
        """Make a block a CTE and return it as a relation of the same columns."""
        weighted = block.weight is not None
        return self.add_query(block.query(), block.columns, name, weighted=weighted)

    def add_query(
        self, query: exp.Query, columns: Iterable[str], name: str, *, weighted: bool = False, exact_name: bool = False
    ) -> SelectBlock:
        """Make a query a CTE and return it as a relation of these columns."""
        suffix = "" if self.plain or exact_name else _SUFFIXES[self.kind]
        return self.query._add(query, columns, name + suffix, weighted=weighted)  # noqa: SLF001

    def naming(self, kind: PlaceholderKind) -> RuleContext:
        """Return the same query, in which CTEs are named after the new state, the old state or the change."""
        return BuildingContext(self.query, kind, self.plain)

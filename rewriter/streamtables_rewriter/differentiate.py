"""The driver: walks the tree, looks up each operator's rule, names CTEs, and computes nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from graphlib import TopologicalSorter

from sqlglot import exp

from streamtables_rewriter.changes.group_reduction import Partner, has_reducible_groups, partners_of_inputs
from streamtables_rewriter.changes.join_kinds import join_beside
from streamtables_rewriter.changes.key_pushdown import KeyMatch, Keys, is_flat, pushed_down
from streamtables_rewriter.changes.rule import Delta, RuleContext
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.operators import RULES
from streamtables_rewriter.operators.aggregate.all_groups import compute_groups_once
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    BoundQuery,
    Filter,
    InnerJoin,
    Named,
    Node,
    PairJoin,
    Project,
    Scan,
)
from streamtables_rewriter.plan.tree import inputs_of, walk
from streamtables_rewriter.semantics.clock import CLOCK, reads_clock
from streamtables_rewriter.sql.columns import aliased, column, conjunction, copied, relation
from streamtables_rewriter.sql.select_block import SelectBlock, plain_relation
from streamtables_rewriter.sql.with_clauses import count_reads, with_reachable
from streamtables_rewriter.templates.materialized_ctes import incremental_name
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.step_roles import StepRole

LARGEST_REDUCED = 8
"""Operators up to which a tree is evaluated anew for some keys: all of it for each of its operators would be a template
that grows with the square of the query."""


@dataclass(slots=True)
class Differentiation:
    """One query under construction: the states and changes of a tree's operators, as CTEs where needed.

    Attributes:
        bound: The query whose tree this is.
        changed: Indexes of the sources that changed, ``CLOCK`` if time did; none for a query over the new state only.
        insert_only: Whether those sources only gained rows.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> bound = bind_query("SELECT id FROM orders WHERE amount > 100", relations)
        >>> query = Differentiation(bound, changed=frozenset({0}))
        >>> query.delta(bound.root).block.query().sql()
        'SELECT orders.id AS id_2, orders.__st_weight FROM __st_delta_0 AS orders WHERE orders.amount > 100'
    """

    bound: BoundQuery
    changed: frozenset[int] = frozenset()
    insert_only: bool = False
    _common_tables: dict[str, exp.Query] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _scan_names: dict[int, str] = field(default_factory=dict)
    _sources_below: dict[int, frozenset[int]] = field(default_factory=dict)
    _states: dict[tuple[int, PlaceholderKind], SelectBlock] = field(default_factory=dict)
    _deltas: dict[int, Delta] = field(default_factory=dict)
    _types: dict[str, str] = field(default_factory=dict)
    _key_tables: dict[tuple[str, tuple[str, ...]], SelectBlock] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Name the scans and find out what lies below each operator."""
        nodes = list(walk(self.bound.root))
        for node in nodes:
            if isinstance(node, Scan):
                self._scan_names[id(node)] = self._fresh_name(self.bound.sources[node.source].table.name[-1])
        for node in reversed(nodes):
            self._types |= self._plain_types(node)
            below = [self._sources_below[id(child)] for child in inputs_of(node)]
            own = frozenset({node.source}) if isinstance(node, Scan) else frozenset[int]()
            if isinstance(node, Filter) and reads_clock(node.condition):
                own = frozenset({CLOCK})
            self._sources_below[id(node)] = own.union(*below)

    def is_changed(self, node: Node) -> bool:
        """Return whether a source below an operator changed."""
        return not self.changed.isdisjoint(self._sources_below[id(node)])

    def state(self, node: Node, kind: PlaceholderKind = PlaceholderKind.NEW, keys: Keys | None = None) -> SelectBlock:
        """Evaluate an operator.

        Args:
            node: An operator of the tree.
            kind: NEW or OLD.
            keys: Of which keys rows are wanted; None for all.

        Returns:
            Its rows, at least those that are wanted.
        """
        if not self.is_changed(node):
            kind = PlaceholderKind.NEW
        if keys is not None and not is_flat(node) and sum(1 for _ in walk(node)) <= LARGEST_REDUCED:
            reduced = self._reduced_to_keys(node, kind, keys)
            if reduced is not None:
                return reduced
        known = self._states.get((id(node), kind))
        if known is None:
            inputs = tuple(self.state(child, kind) for child in inputs_of(node))
            known = RULES[type(node)].state(node, inputs, self.context(kind, plain=not self.is_changed(node)))
            self._states[id(node), kind] = known
        return known

    def _reduced_to_keys(self, node: Node, kind: PlaceholderKind, keys: Keys) -> SelectBlock | None:
        """Evaluate an operator over those rows of the sources that have some keys; None where none can be left out."""
        if not keys.columns:
            return None
        if not self.is_changed(node):
            kind = PlaceholderKind.NEW
        typed = {name: replace(w, same=self._comparable(name, w)) for name, w in keys.columns.items()}
        if isinstance(node, Scan):
            columns = {name: wanted for name, wanted in typed.items() if wanted.same}
            return self._of_keys(self.state(node, kind), replace(keys, columns=columns)) if columns else None
        inputs = inputs_of(node)
        below = zip(inputs, pushed_down(node, typed), strict=True)
        blocks: list[SelectBlock | None] = []
        for child, pushed in below:
            blocks.append(self._reduced_to_keys(child, kind, replace(keys, columns=pushed)))
            if isinstance(node, PairJoin) and blocks[0] is None:
                # All left rows would meet some right ones only: those of other keys would seem to have no partner.
                return None
        if all(block is None for block in blocks):
            return None
        context = self.context(kind, plain=not self.is_changed(node))
        if isinstance(node, InnerJoin):
            # A join keeps one hint only: each input broadcasts its own keys.
            blocks = [b if b is None or b.lead is None else context.seal(b, "rows_of_keys") for b in blocks]
        whole = (b or self.state(child, kind) for b, child in zip(blocks, inputs, strict=True))
        return RULES[type(node)].state(node, tuple(whole), context)

    def _comparable(self, name: str, wanted: KeyMatch) -> bool:
        """Return whether a source's column is compared with a key without a cast, which could fail for some row."""
        known = self._types.get(name)
        return wanted.same or (known is not None and known == self._types.get(wanted.key))

    def _plain_types(self, node: Node) -> dict[str, str]:
        """Tell the types of those columns of an operator that are columns of sources."""
        if isinstance(node, Scan):
            stored = {c.name: c.type for c in self.bound.sources[node.source].table.columns}
            return {name: stored[of] for name, of in node.columns if of in stored}
        named: tuple[Named, ...] = ()
        if isinstance(node, Project):
            named = node.projections
        elif isinstance(node, Aggregate):
            named = node.keys
        return {
            p.name: self._types[p.expression.name]
            for p in named
            if isinstance(p.expression, exp.Column) and p.expression.name in self._types
        }

    def _of_keys(self, rows: SelectBlock, keys: Keys) -> SelectBlock:
        """Join rows with the distinct values of those keys that their columns must have."""
        (table,) = keys.relation.tables
        names = tuple(dict.fromkeys(wanted.key for wanted in keys.columns.values()))
        known = (str(table.name), names)
        if keys.distinct and len(names) == len(keys.relation.columns):
            self._key_tables.setdefault(known, keys.relation)
        if known not in self._key_tables:
            query = keys.relation.select([aliased(copied(keys.relation.columns[name]), name) for name in names])
            query.set("distinct", exp.Distinct())
            self._key_tables[known] = self._add(query, names, StepRole.PUSHED_KEYS, weighted=False)
        alias = self._fresh_name("wanted")
        held = {name: column(e.name, alias) for name, e in self._key_tables[known].columns.items()}
        equal = tuple(
            exp.NullSafeEQ(this=copied(rows.columns[name]), expression=held[wanted.key])
            for name, wanted in keys.columns.items()
        )
        few = relation(str(self._key_tables[known].tables[0].name), alias)
        return replace(rows, tables=(*rows.tables, few), conditions=rows.conditions + equal, lead=alias)

    def delta(self, node: Node, partners: Sequence[Partner] = ()) -> Delta:
        """Differentiate an operator.

        Args:
            node: An operator of the tree, below which a source changed.
            partners: What the change will be joined with: what meets nothing of it may be left out.

        Returns:
            The change of its rows.

        Raises:
            InternalRewriterError: No source below it changed.
        """
        if not self.is_changed(node):
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(node).__name__})
        partners = tuple(partners) if has_reducible_groups(node) else ()
        known = None if partners else self._deltas.get(id(node))
        if known is None:
            below = self._partners_of_inputs(node, partners)
            inputs = tuple(NodeInput(self, child, of) for child, of in zip(inputs_of(node), below, strict=True))
            context = BuildingContext(self, PlaceholderKind.DELTA, partners=partners)
            known = RULES[type(node)].delta(node, inputs, context)
            if not partners:
                self._deltas[id(node)] = known
        return known

    def _partners_of_inputs(self, node: Node, partners: Sequence[Partner]) -> list[list[Partner]]:
        """Find what the changes of an operator's inputs will be joined with: by itself, and by what is above it."""
        if isinstance(node, InnerJoin) and any(map(has_reducible_groups, node.inputs)):
            below = partners_of_inputs(node, self.is_changed)
        else:
            below = [[] for _ in inputs_of(node)]
        for partner in partners:
            for found, pushed in zip(below, partner.below(node), strict=True):
                if pushed is not None:
                    found.append(pushed)
        return below

    def reduce_groups(self, groups: SelectBlock, partners: Sequence[Partner]) -> SelectBlock:
        """Leave out changed groups that do not meet all partners.

        Args:
            groups: A relation of the groups' keys.
            partners: What the change of the groups will be joined with.

        Returns:
            The other groups.
        """
        context = self.context(PlaceholderKind.DELTA)
        for partner in partners:
            equal = {name: wanted for name, wanted in partner.columns.items() if name in groups.columns}
            if not equal:
                continue
            names = {wanted.key: None for wanted in equal.values()}
            keys = Keys(groups, {wanted.key: KeyMatch(name, same=False) for name, wanted in equal.items()})
            rows = self.state(partner.node, PlaceholderKind.NEW, keys).where(partner.conditions)
            condition = conjunction(
                (exp.NullSafeEQ if wanted.same else exp.EQ)(this=exp.column(name), expression=exp.column(wanted.key))
                for name, wanted in equal.items()
            )
            select = [aliased(copied(rows.columns[name]), name) for name in names]
            query = join_beside(rows, groups, "SEMI", condition, select, broadcast=True)
            query.set("distinct", exp.Distinct())
            reduced = context.add_query(query, names, StepRole.REDUCED_KEYS, exact_name=True)
            kept = join_beside(groups, reduced, "SEMI", condition, groups.outputs(), broadcast=True)
            groups = context.add_query(kept, groups.columns, "met_groups", exact_name=True)
        return groups

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
        if self.changed and self._compute_groups_once():
            reads = {name: count_reads(table).keys() for name, table in self._common_tables.items()}
            # All groups may follow from what changed in them, so that is computed first.
            before = {name: found | {incremental_name(name)} for name, found in reads.items()}
            order = TopologicalSorter({name: sorted(found & reads.keys()) for name, found in before.items()})
            self._common_tables = {name: self._common_tables[name] for name in order.static_order()}
        with_reachable(query, self._common_tables, beside=incremental_name)
        return query

    def _compute_groups_once(self) -> bool:
        """Compute aggregates of which all groups are read, before and after the change, in one place."""
        found = False
        for node in {id(node): node for node in walk(self.bound.root)}.values():
            if not isinstance(node, Aggregate) or not node.adds_up or not self.is_changed(node):
                continue
            new, old = (self._states.get((id(node), k)) for k in (PlaceholderKind.NEW, PlaceholderKind.OLD))
            if old is None and (new is None or id(node) not in self._deltas):
                continue
            groups = self.delta(node).groups
            if groups is None:
                continue
            rows = self.state(inputs_of(node)[0])
            after, before = (None if block is None else str(block.tables[0].name) for block in (new, old))
            self._common_tables |= compute_groups_once(groups, rows, after, before, self.context(PlaceholderKind.DELTA))
            found = True
        return found

    def _add(
        self, query: exp.Query, columns: Iterable[str], role: StepRole | str, *, weighted: bool, suffix: str = ""
    ) -> SelectBlock:
        if isinstance(role, StepRole):
            role.give_to(query)
        name = self._fresh_name((role.value if isinstance(role, StepRole) else role) + suffix)
        self._common_tables[name] = query
        return plain_relation(relation(name), columns, weighted=weighted)

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
    partners: Sequence[Partner] = ()

    def new(self, keys: Keys | None = None) -> SelectBlock:
        """Return the rows after the change; where keys are given, at least those of the keys."""
        return self.query.state(self.node, PlaceholderKind.NEW, keys)

    def old(self, keys: Keys | None = None) -> SelectBlock:
        """Return the rows before the change; where keys are given, at least those of the keys."""
        return self.query.state(self.node, PlaceholderKind.OLD, keys)

    @property
    def changed(self) -> bool:
        """Whether a source below the input changed."""
        return self.query.is_changed(self.node)

    def delta(self) -> Delta:
        """Return the change of an input that changed."""
        return self.query.delta(self.node, self.partners)


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
    partners: Sequence[Partner] = ()

    @property
    def insert_only(self) -> bool:
        """Whether the changed sources only gained rows."""
        return self.query.insert_only

    @property
    def unchanging(self) -> bool:
        """Whether what is evaluated is the same before and after a change of something else."""
        return self.plain and bool(self.query.changed)

    def read_source(self, scan: Scan) -> exp.Table:
        """Write the source of a scan as a table: its state or its change, whichever is being built."""
        return Placeholder(self.kind, scan.source).table(self.query._scan_names[id(scan)])  # noqa: SLF001

    def seal(self, block: SelectBlock, name: str) -> SelectBlock:
        """Make a block a CTE and return it as a relation of the same columns."""
        weighted = block.weight is not None
        return self.add_query(block.query(), block.columns, name, weighted=weighted)

    def add_query(
        self,
        query: exp.Query,
        columns: Iterable[str],
        name: StepRole | str,
        *,
        weighted: bool = False,
        exact_name: bool = False,
    ) -> SelectBlock:
        """Make a query a CTE, of a role or just of a name, and return it as a relation of these columns."""
        suffix = "" if self.plain or exact_name else _SUFFIXES[self.kind]
        return self.query._add(query, columns, name, weighted=weighted, suffix=suffix)  # noqa: SLF001

    def naming(self, kind: PlaceholderKind) -> RuleContext:
        """Return the same query, in which CTEs are named after the new state, the old state or the change."""
        return BuildingContext(self.query, kind, self.plain, self.partners)

    def reduce_groups(self, groups: SelectBlock) -> SelectBlock:
        """Leave out changed groups that meet nothing of what their change will be joined with."""
        return self.query.reduce_groups(groups, self.partners)

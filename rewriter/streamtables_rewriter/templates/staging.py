"""The query for a change as statements that are run one after the other, each over the results of those before it.

What is computed first can also say which rows of a large source are worth reading for what follows: keys that have met
what did not change are often few, where the changed keys are many. Such relations of keys are no steps by themselves,
as a job for each takes longer than reading a source that is small, or of which a range of keys leaves out most.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from streamtables_rewriter.sql.columns import identifier
from streamtables_rewriter.sql.with_clauses import common_queries, tables_read
from streamtables_rewriter.templates.materialized_ctes import cached_name, incremental_name, take_steps
from streamtables_rewriter.templates.placeholders import PlaceholderKind, placeholder_of
from streamtables_rewriter.templates.runtime_filters import (
    RuntimeFilters,
    StandsFor,
    StepColumn,
    Types,
    runtime_filters_in,
)
from streamtables_rewriter.templates.semi_join_keys import SemiJoinKeys, semi_join_keys
from streamtables_rewriter.templates.step_roles import StepRole
from streamtables_rewriter.templates.template import Template

_KEYS = (StepRole.REDUCED_KEYS, StepRole.PUSHED_KEYS)


@dataclass(frozen=True, slots=True)
class Statement:
    """One of the statements.

    Attributes:
        query: The query.
        semi_join_keys: For each source of which it cannot use all rows: the keys that rows must have for it, in as many
            ways as it can be said.
        name: The name under which the next ones read its result; empty for the last one.
        role: What its rows are, where that tells something.
        keys: The columns of its result by whose values the next ones look up rows.
        text: Where it only reads sources as they are now: its text, by which a result of the same rows is known again.
        incremental: What gives the same result from the result of the refresh before and from what changed since.
        cached: The name under which ``incremental`` reads that result.
    """

    query: Template
    semi_join_keys: Mapping[int, Sequence[SemiJoinKeys]]
    name: str = ""
    role: StepRole | None = None
    keys: tuple[str, ...] = ()
    text: str = ""
    incremental: Statement | None = None
    cached: str = ""

    @property
    def has_all_groups(self) -> bool:
        """Whether its rows are all groups of an aggregate, perhaps many."""
        return self.role is StepRole.ALL_GROUPS

    @property
    def sources(self) -> frozenset[int]:
        """The sources of which it reads rows at some version."""
        return frozenset(p.read_source for p in self.query.placeholders if p.read_source is not None)


@dataclass(frozen=True, slots=True)
class Staging:
    """Writes the query for a change as statements; threads share it.

    Attributes:
        changes: The query, without runtime filters; never changed in place.
        types: For each source, the types of its columns.
        stands_for: Tells of a table whether it is a source's change, and which source's; None for other tables.
        steps: The common table expressions that are always worth a statement of their own.
        reducing: For sources of which steps can tell the rows that are needed: the further common table expressions
            that have to be steps for it.
        incrementals: The query for it, for each step whose result follows from that of the refresh before.
    """

    changes: exp.Expr
    types: Types
    stands_for: StandsFor
    steps: tuple[str, ...]
    reducing: Mapping[int, frozenset[str]]
    incrementals: Mapping[str, exp.Expr]
    _written: dict[frozenset[str], tuple[Statement, ...]] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        changes: exp.Expr,
        types: Types,
        stands_for: StandsFor,
        steps: tuple[str, ...],
        incrementals: Mapping[str, exp.Expr],
    ) -> Staging:
        """Find the relations of keys that are worth a step for some source.

        Args:
            changes: The query, without runtime filters; never changed in place.
            types: For each source, the types of its columns.
            stands_for: Tells of a table whether it is a source's change, and which source's.
            steps: The common table expressions that are always worth a statement of their own.
            incrementals: The query for it, for those whose result follows from that of the refresh before.

        Returns:
            The beginning.
        """
        candidates = {name for name in _reduced_keys(changes, stands_for) if name not in steps}
        reducing: dict[int, frozenset[str]] = {}
        if candidates:
            tree = RuntimeFilters(types, stands_for).put(changes.copy(), steps=steps, candidates=candidates)
            for source, ways in semi_join_keys(Template.of(tree)).items():
                reduced = [{str(c.source) for c in keys.changes} for keys in ways if _are_steps(keys)]
                names = candidates & min(reduced, key=len, default=set())
                if names:
                    reducing[source] = frozenset(names)
        return cls(changes, types, stands_for, steps, reducing, incrementals)

    def statements(self, more: Collection[str] = ()) -> tuple[Statement, ...]:
        """Write the statements.

        Args:
            more: Common table expressions that are to be steps besides.

        Returns:
            The steps in their order, then the statement that gives the changes.
        """
        chosen = frozenset((*self.steps, *more))
        with self._lock:
            if chosen not in self._written:
                self._written[chosen] = self._write(chosen)
            return self._written[chosen]

    @property
    def whole_steps(self) -> tuple[str, ...]:
        """Those of ``steps`` that have all groups of an aggregate, perhaps many."""
        queries = common_queries(self.changes)
        return tuple(name for name in self.steps if StepRole.of(queries[name]) is StepRole.ALL_GROUPS)

    def reduced_sources(self) -> frozenset[int]:
        """Find the sources of which steps tell which rows are needed: no statement looks any up by a change's keys."""
        read, unreduced = set[int](), set[int]()
        for statement in self.statements():
            read |= statement.sources
            unreduced |= {s for s in statement.sources if not any(map(_are_steps, statement.semi_join_keys.get(s, ())))}
        return frozenset(read - unreduced | self.reducing.keys())

    def _write(self, chosen: Collection[str]) -> tuple[Statement, ...]:
        tree, followed = self.changes.copy(), {incremental_name(name): name for name in self.incrementals}
        for name, query in self.incrementals.items():
            alias = exp.TableAlias(this=identifier(incremental_name(name)))
            tree.args["with_"].append("expressions", exp.CTE(this=query.copy(), alias=alias))
        names = [name for name in common_queries(tree) if name in chosen or name in followed]
        steps, last = take_steps(tree, names)
        runtime_filters = RuntimeFilters(self.types, self.stands_for)
        # Copies are trees of their own, without the query that they were part of above them.
        queries = [Template.of(runtime_filters.put(step.query.copy(), step.name)) for step in steps]
        queries.append(Template.of(runtime_filters.put(last)))
        looked_up = {
            change
            for query in queries
            for runtime_filter in runtime_filters_in(query.tree)
            for change in runtime_filter.changes
        }
        keys = {
            step.name: tuple(sorted(c.column for c in looked_up if isinstance(c, StepColumn) and c.source == step.name))
            for step in steps
        }
        written = {
            name: Statement(query, semi_join_keys(query), step.name, step.role, keys[step.name])
            for name, step, query in zip(names, steps, queries, strict=False)
        }
        for later, name in followed.items():
            written[name] = replace(written[name], incremental=written.pop(later), cached=cached_name(name))
        reduced = [replace(step, text=_known_by(step)) for step in written.values()]
        return (*reduced, Statement(queries[-1], semi_join_keys(queries[-1])))


def _known_by(step: Statement) -> str:
    """Return the text by which a result that the next refresh can use is known; empty where it can use none."""
    if step.incremental is None and step.role is not StepRole.UNCHANGING:
        return ""
    tables = tables_read(step.query.tree)
    inside = common_queries(step.query.tree)
    only_sources = all(placeholder_of(table) is not None or table.name in inside for table in tables)
    new = all(placeholder.kind is PlaceholderKind.NEW for placeholder in step.query.placeholders)
    return step.query.tree.sql() if only_sources and new else ""


def _are_steps(keys: SemiJoinKeys) -> bool:
    return all(isinstance(change, StepColumn) for change in keys.changes)


def _reduced_keys(tree: exp.Expr, stands_for: StandsFor) -> set[str]:
    """Name the relations of keys that are not just those of changes: filters left some out, or what the changes met."""
    queries = common_queries(tree)
    meets: dict[str, bool] = {}
    for name, query in queries.items():
        tables = tables_read(query)
        held = [stands_for(table) for table in tables]
        meets[name] = any(h is not None and not h[0] for h in held) or any(meets.get(t.name, False) for t in tables)
    roles = {name: StepRole.of(query) for name, query in queries.items()}
    reduced = {name for name, found in meets.items() if found and roles[name] in _KEYS}
    return reduced | {name for name, role in roles.items() if role is StepRole.CHANGED_GROUPS}

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
from streamtables_rewriter.templates.changed_ranges import Holes, StandsFor, StepColumn, Types, holes_in
from streamtables_rewriter.templates.needed_keys import NeededKeys, needed_rows
from streamtables_rewriter.templates.placeholders import PlaceholderKind, placeholder_of
from streamtables_rewriter.templates.shared_steps import following, remembered, take_steps
from streamtables_rewriter.templates.step_roles import StepRole
from streamtables_rewriter.templates.template import Template

_KEYS = (StepRole.MET_KEYS, StepRole.WANTED_KEYS)


@dataclass(frozen=True, slots=True)
class Statement:
    """One of the statements.

    Attributes:
        query: The query.
        needed_rows: For each source of which it cannot use all rows: the keys that rows must have for it, in as many
            ways as it can be said.
        name: The name under which the next ones read its result; empty for the last one.
        role: What its rows are, where that tells something.
        keys: The columns of its result by whose values the next ones look up rows.
        text: Where it only reads sources as they are now: its text, by which a result of the same rows is known again.
        following: What gives the same result from the result of the refresh before and from what changed since.
        remembered: The name under which ``following`` reads that result.
    """

    query: Template
    needed_rows: Mapping[int, Sequence[NeededKeys]]
    name: str = ""
    role: StepRole | None = None
    keys: tuple[str, ...] = ()
    text: str = ""
    following: Statement | None = None
    remembered: str = ""

    @property
    def is_whole(self) -> bool:
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
        changes: The query, without holes for ranges; never changed in place.
        types: For each source, the types of its columns.
        stands_for: Tells of a table whether it is a source's change, and which source's; None for other tables.
        steps: The common table expressions that are always worth a statement of their own.
        narrowing: For sources of which steps can tell the rows that are needed: the further common table expressions
            that have to be steps for it.
        followings: The query for it, for each step whose result follows from that of the refresh before.
    """

    changes: exp.Expr
    types: Types
    stands_for: StandsFor
    steps: tuple[str, ...]
    narrowing: Mapping[int, frozenset[str]]
    followings: Mapping[str, exp.Expr]
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
        followings: Mapping[str, exp.Expr],
    ) -> Staging:
        """Find the relations of keys that are worth a step for some source.

        Args:
            changes: The query, without holes for ranges; never changed in place.
            types: For each source, the types of its columns.
            stands_for: Tells of a table whether it is a source's change, and which source's.
            steps: The common table expressions that are always worth a statement of their own.
            followings: The query for it, for those whose result follows from that of the refresh before.

        Returns:
            The beginning.
        """
        candidates = {name for name in _reduced_keys(changes, stands_for) if name not in steps}
        narrowing: dict[int, frozenset[str]] = {}
        if candidates:
            tree = Holes(types, stands_for).put(changes.copy(), steps=steps, candidates=candidates)
            for source, ways in needed_rows(Template.of(tree)).items():
                told = [{str(c.source) for c in keys.changes} for keys in ways if _are_steps(keys)]
                names = candidates & min(told, key=len, default=set())
                if names:
                    narrowing[source] = frozenset(names)
        return cls(changes, types, stands_for, steps, narrowing, followings)

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

    def narrowed(self) -> frozenset[int]:
        """Find the sources of which steps tell which rows are needed: no statement looks any up by a change's keys."""
        read, untold = set[int](), set[int]()
        for statement in self.statements():
            read |= statement.sources
            untold |= {s for s in statement.sources if not any(map(_are_steps, statement.needed_rows.get(s, ())))}
        return frozenset(read - untold | self.narrowing.keys())

    def _write(self, chosen: Collection[str]) -> tuple[Statement, ...]:
        tree, followed = self.changes.copy(), {following(name): name for name in self.followings}
        for name, query in self.followings.items():
            alias = exp.TableAlias(this=identifier(following(name)))
            tree.args["with_"].append("expressions", exp.CTE(this=query.copy(), alias=alias))
        names = [name for name in common_queries(tree) if name in chosen or name in followed]
        steps, last = take_steps(tree, names)
        holes = Holes(self.types, self.stands_for)
        # Copies are trees of their own, without the query that they were part of above them.
        queries = [Template.of(holes.put(step.query.copy(), step.name)) for step in steps]
        queries.append(Template.of(holes.put(last)))
        looked_up = {change for query in queries for hole in holes_in(query.tree) for change in hole.changes}
        keys = {
            step.name: tuple(sorted(c.column for c in looked_up if isinstance(c, StepColumn) and c.source == step.name))
            for step in steps
        }
        written = {
            name: Statement(query, needed_rows(query), step.name, step.role, keys[step.name])
            for name, step, query in zip(names, steps, queries, strict=False)
        }
        for later, name in followed.items():
            written[name] = replace(written[name], following=written.pop(later), remembered=remembered(name))
        told = [replace(step, text=_known_by(step)) for step in written.values()]
        return (*told, Statement(queries[-1], needed_rows(queries[-1])))


def _known_by(step: Statement) -> str:
    """Return the text by which a result that the next refresh can use is known; empty where it can use none."""
    if step.following is None and step.role is not StepRole.UNCHANGING:
        return ""
    tables = tables_read(step.query.tree)
    inside = common_queries(step.query.tree)
    only_sources = all(placeholder_of(table) is not None or table.name in inside for table in tables)
    new = all(placeholder.kind is PlaceholderKind.NEW for placeholder in step.query.placeholders)
    return step.query.tree.sql() if only_sources and new else ""


def _are_steps(keys: NeededKeys) -> bool:
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

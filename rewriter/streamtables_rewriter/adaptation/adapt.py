"""The stored rows of a changed query, from those that are stored for the query before, without reading any source.

Groups keep their keys: what is added must follow from keys and states that are stored already, and a filter that is
added must look at keys only, so that it takes groups as a whole. Rows without groups keep or lose columns; rows that
are equal in those that are left become one, and their copies are added up. In every other case there is no adaptation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.adaptation.match_trees import (
    Match,
    TreeMatcher,
    UnmatchedError,
    expressed,
    kept,
    same_keys,
    signature,
    translated,
)
from streamtables_rewriter.compile import StreamPlan
from streamtables_rewriter.groups.states import State
from streamtables_rewriter.merge.groups import GroupsLayout
from streamtables_rewriter.merge.merge_parts import STORED
from streamtables_rewriter.plan.nodes import AggregateCall
from streamtables_rewriter.semantics.column_types import cast_to, is_exact
from streamtables_rewriter.semantics.identity import identity, needs_identity
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import (
    ROWS,
    VISIBLE,
    aliased,
    column,
    conjunction,
    conjuncts,
    identifier,
    references,
    substitute,
)
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.template import Template

_KEPT = "kept_rows"


@dataclass(frozen=True, slots=True)
class Adaptation:
    """How the stored rows of another query are made.

    Attributes:
        rows: The query for all of its stored columns, over BACKING.
        keeps_rows: Whether these are the rows that are stored: only what is shown of them changes.
        filtered: Whether a filter leaves fewer rows.
        is_same: Whether the new query has the very rows of the old one, whatever they are.
    """

    rows: Template
    keeps_rows: bool
    filtered: bool
    is_same: bool


@dataclass(frozen=True, slots=True)
class Unadaptable:
    """There is no way to make the stored rows of another query from those that are stored.

    Attributes:
        reason: Why, in words.
    """

    reason: str


def adapt(before: StreamPlan, after: StreamPlan) -> Adaptation | Unadaptable:
    """Find out how the stored rows of a query are made from those of another one.

    Args:
        before: How the query is stored whose rows are there.
        after: How the new one is to be stored, compiled under the same settings.

    Returns:
        The query for them, or why there is none.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.compile import compile_query
        >>> def plan(text):
        ...     return compile_query(bind_query(text, relations), oracle)
        >>> two = plan("SELECT customer, count(*) AS n, sum(id) AS s FROM orders GROUP BY customer")
        >>> one = plan("SELECT count(*) AS n, customer FROM orders WHERE customer > 7 GROUP BY customer")
        >>> print(adapt(two, one).rows.tree.sql(pretty=True))
        SELECT
          stored.n,
          stored.customer
        FROM __st_backing AS stored
        WHERE
          stored.customer > 7
        >>> adapt(one, two)
        Unadaptable(reason='a filter is gone, or another one')
        >>> adapt(plan("SELECT customer FROM orders"), one).reason
        'groups are stored where rows were, or the other way round'
    """
    try:
        return _adapt(before, after)
    except UnmatchedError as error:
        return Unadaptable(str(error))


def _adapt(before: StreamPlan, after: StreamPlan) -> Adaptation:
    _require(not (before.uses_now or after.uses_now), "rows come and go as time passes")
    matcher = TreeMatcher(after.bound.sources, before.bound.sources)
    if before.groups is not None and after.groups is not None:
        old, new = before.groups, after.groups
        match = matcher.match(new.query.node.input, old.query.node.input)
        return _Groups(before, after, old, new, match).adaptation()
    same = before.groups is None and after.groups is None
    _require(same, "groups are stored where rows were, or the other way round")
    return _rows(before, after, matcher.match(after.bound.root, before.bound.root))


class _Groups:
    """Makes groups from groups."""

    def __init__(
        self, before: StreamPlan, after: StreamPlan, old: GroupsLayout, new: GroupsLayout, match: Match
    ) -> None:
        lone = any(call.is_lone for layout in (old, new) for call in layout.query.node.calls)
        _require(not lone, "rows are not counted beside a user's aggregate")
        self.before, self.after, self.old, self.new = before, after, old, new
        self.keys = same_keys(new.query.node.keys, old.query.node.keys, match.meaning)
        self.match = match
        self.types = {c.name: c.type for c in before.stored}
        self.states = self._stored_states()
        self.held = self._derived_columns()
        self.meaning = self._meaning()

    def adaptation(self) -> Adaptation:
        new = self.new
        where = self._where()
        values: dict[str, exp.Expr] = {new.keys[key]: self._column(self.old.keys[o]) for key, o in self.keys.items()}
        values |= {name: self._column(self._state(state, name)) for state, name in new.states.items()}
        visible = self._visible()
        if visible is not None:
            values[VISIBLE] = visible
        values |= {name: self._derived(name, e, visible) for name, e in new.derived.items() if self._is_stored(name)}
        return _adaptation(self.before, self.after, values, where, is_same=self._is_same())

    def _column(self, name: str) -> exp.Expr:
        return column(name, STORED)

    def _is_stored(self, name: str) -> bool:
        return name not in self.after.computed

    def _stored_states(self) -> dict[object, str]:
        """Index the stored states by what they are; an aggregate that is shown as it is can be one, too."""
        found = {_state_key(state, None): name for state, name in self.old.states.items()}
        for call in self.old.calls:
            shown = self._plain(call.call.name)
            if call.own_state is not None and shown is not None:
                found.setdefault(_state_key(call.own_state, None), shown)
        return found

    def _plain(self, name: str) -> str | None:
        """Return the stored column that holds an aggregate as it is, for all groups."""
        for stored, expression in self.old.derived.items():
            if isinstance(expression, exp.Column) and expression.name == name and stored not in self.before.computed:
                return stored
        return None

    def _state(self, state: State, name: str) -> str:
        held = self.states.get(_state_key(state, self.match.meaning))
        if held is None:
            raise UnmatchedError(f"{self._named(name)} does not follow from what is stored")
        return held

    def _named(self, name: str) -> str:
        """Name a stored column as users do."""
        found = next(c for c in self.after.stored if c.name == name)
        return "the state of an aggregate" if found.output is None else self.after.bound.outputs[found.output].name

    def _meaning(self) -> dict[str, exp.Expr]:
        """Say what is stored of the new aggregate's keys and calls, as far as it is."""
        meaning = {key: self._column(self.old.keys[held]) for key, held in self.keys.items()}
        old_calls = {signature(call.call, None): call for call in self.old.calls}
        for call in self.new.calls:
            try:
                before = old_calls.get(signature(call.call, self.match.meaning))
                states = {state: self.states.get(_state_key(state, self.match.meaning)) for state in call.states}
            except UnmatchedError:
                continue
            shown = None if before is None else self._plain(before.call.name)
            if shown is not None:
                meaning[call.call.name] = self._column(shown)
            elif states and all(states.values()):
                stored = {state: self._column(name) for state, name in states.items() if name is not None}
                meaning[call.call.name] = call.value(stored)
        return meaning

    def _old_terms(self) -> dict[str, exp.Expr]:
        """Say which key or call of the old aggregate one of the new one is."""
        held = {signature(call.call, None): call.call.name for call in self.old.calls}
        terms: dict[str, exp.Expr] = {key: column(old) for key, old in self.keys.items()}
        for call in self.new.calls:
            name = held.get(_signature_or_none(call.call, self.match))
            if name is not None:
                terms[call.call.name] = column(name)
        return terms

    def _required(self) -> tuple[set[object], dict[object, exp.Expr]]:
        """Return the conditions on groups: the old ones, and the new ones as far as they can be compared."""
        terms = self._old_terms()
        old = {canonical(condition) for condition in conjuncts(self.old.query.visible)}
        new: dict[object, exp.Expr] = {}
        for condition in conjuncts(self.new.query.visible):
            comparable = references(condition) <= terms.keys()
            new[canonical(substitute(condition, terms)) if comparable else ("new", len(new))] = condition
        return old, new

    def _derived_columns(self) -> dict[object, str]:
        """Index the stored columns that are computed from keys and calls; hidden groups have none of their values."""
        old, new = self._required()
        if not old <= new.keys():
            return {}
        held = {n: e for n, e in self.old.derived.items() if n not in self.before.computed and n in self.types}
        return kept({name: e for name, e in held.items() if not isinstance(e, exp.Column)})

    def _visible(self) -> exp.Expr | None:
        old, new = self._required()
        added = [condition for key, condition in new.items() if key not in old]
        if not new:
            return None
        if old and old <= new.keys() and VISIBLE in self.types and VISIBLE not in self.before.computed:
            if not added:
                return self._column(VISIBLE)
            visible = conjunction([self._column(VISIBLE), *map(self._over_stored, added)])
        else:
            visible = conjunction(map(self._over_stored, new.values()))
        return exp.Coalesce(this=visible, expressions=[exp.Boolean(this=False)])

    def _over_stored(self, expression: exp.Expr) -> exp.Expr:
        lacking = sorted(references(expression) - self.meaning.keys())
        if lacking:
            raise UnmatchedError(f"{lacking[0]}, which a condition reads, does not follow from what is stored")
        return substitute(expression, self.meaning)

    def _derived(self, name: str, expression: exp.Expr, visible: exp.Expr | None) -> exp.Expr:
        terms = self._old_terms()
        held = None
        if references(expression) <= terms.keys():
            held = self.held.get(canonical(substitute(expression, terms)))
        if held is None and not references(expression) <= self.meaning.keys():
            raise UnmatchedError(f"{self._named(name)} does not follow from what is stored")
        value = self._column(held) if held is not None else substitute(expression, self.meaning)
        unchanged = held is not None and (visible is None or isinstance(visible, exp.Column))
        if isinstance(expression, exp.Column) or unchanged:
            return value
        if visible is not None:
            value = exp.Case(ifs=[exp.If(this=visible.copy(), true=value)])
        return cast_to(value, next(c.type for c in self.after.stored if c.name == name))

    def _where(self) -> exp.Expr | None:
        """Write the filter that was added: it must look at keys only, whose equal values are one."""
        node = self.old.query.node
        _require(bool(node.keys) or not self.match.narrower, "the filter takes rows out of the only group")
        by_key = kept({key.name: key.expression for key in node.keys})
        conditions = []
        for condition in self.match.narrower:
            try:
                over_keys = expressed(condition, by_key)
            except UnmatchedError:
                raise UnmatchedError("the filter that was added looks at more than the keys of the groups") from None
            stored = {name: self.old.keys[name] for name in references(over_keys)}
            for name in stored.values():
                _require(is_exact(self.types[name]), f"equal values of {name} need not be the same")
            conditions.append(substitute(over_keys, {key: self._column(name) for key, name in stored.items()}))
        return conjunction(conditions)

    def _is_same(self) -> bool:
        """Return whether each output and all conditions are what they were; of first groups that is not asked."""
        terms = self._old_terms()
        outputs, old_outputs = self.new.query.outputs, self.old.query.outputs
        old, new = self._required()
        return (
            self.new.query.first is None
            and self.old.query.first is None
            and old == new.keys()
            and len(outputs) == len(old_outputs)
            and all(references(e) <= terms.keys() for e in outputs)
            and all(canonical(substitute(e, terms)) == canonical(o) for e, o in zip(outputs, old_outputs, strict=True))
        )


def _rows(before: StreamPlan, after: StreamPlan, match: Match) -> Adaptation:
    """Make rows from rows: those that are equal in the columns that are left become one."""
    stored = {before.bound.outputs[c.output].column: c for c in before.stored if c.output is not None}
    meaning = {name: column(c.name, STORED) for name, c in stored.items()}

    def over_stored(expression: exp.Expr) -> exp.Expr:
        if not isinstance(expression, exp.Column):
            for name in references(expression):
                exact = is_exact(stored[name].type)
                _require(exact, f"equal values of {stored[name].name} need not be the same")
        return substitute(expression, meaning)

    values: dict[str, exp.Expr] = {}
    same = len(after.bound.outputs) == len(before.bound.outputs)
    for wanted, output in zip(after.stored, after.bound.outputs, strict=False):
        found = match.meaning.get(output.column)
        if found is None:
            raise UnmatchedError(f"{output.name} does not follow from what is stored")
        values[wanted.name] = over_stored(found)
        same = same and found == column(before.bound.outputs[wanted.output or 0].column)
    values[ROWS] = column(ROWS, STORED)
    where = conjunction(over_stored(condition) for condition in match.narrower)
    return _adaptation(before, after, values, where, is_same=same)


def _adaptation(
    before: StreamPlan,
    after: StreamPlan,
    values: Mapping[str, exp.Expr],
    where: exp.Expr | None,
    *,
    is_same: bool,
) -> Adaptation:
    old = [(c.name, c.type) for c in before.stored if c.name not in before.computed]
    new = [(c.name, c.type) for c in after.stored if c.name not in after.computed]
    types = dict(old)
    for name, type_ in new:
        held = values[name]
        same = not isinstance(held, exp.Column) or types[held.name] == type_
        _require(same, f"{name} has another type")
    same_columns = old == new and all(values[name] == column(name, STORED) for name, _ in new)
    keeps_rows = same_columns and where is None and before.layout == after.layout
    backing: exp.Expr = Placeholder(PlaceholderKind.BACKING).table(STORED)
    if before.compaction is not None and not keeps_rows:
        body = before.compaction.tree.copy()
        backing = exp.Subquery(this=body, alias=exp.TableAlias(this=identifier(STORED)))
    select = [aliased(values[name].copy(), name) for name, _ in new]
    query = exp.Select(expressions=select, from_=exp.From(this=backing))
    if where is not None:
        query.set("where", exp.Where(this=where))
    if after.layout == "rows" and not keeps_rows:
        query = _consolidated(query, new)
    return Adaptation(Template.of(query), keeps_rows, where is not None, keeps_rows and is_same)


def _consolidated(rows: exp.Select, columns: Iterable[tuple[str, str]]) -> exp.Select:
    """Add up the copies of equal rows."""
    select: list[exp.Expr] = []
    groups: list[exp.Expr] = []
    for name, type_ in columns:
        held = column(name, _KEPT)
        if name == ROWS:
            select.append(aliased(exp.Sum(this=held), name))
            continue
        one = exp.Anonymous(this="any_value", expressions=[held.copy()]) if needs_identity(type_) else held.copy()
        select.append(aliased(one, name))
        groups.append(identity(held, type_))
    query = exp.Select(
        expressions=select,
        from_=exp.From(this=exp.Subquery(this=rows, alias=exp.TableAlias(this=identifier(_KEPT)))),
    )
    query.set("group", exp.Group(expressions=groups))
    return query


def _state_key(state: State, meaning: Mapping[str, exp.Expr] | None) -> object:
    value = state.value if meaning is None else translated(state.value, meaning)
    count = None if state.count is None else _state_key(state.count, meaning)
    return state.kind, canonical(value), state.type, state.argument_type, count


def _signature_or_none(call: AggregateCall, match: Match) -> object:
    try:
        return signature(call, match.meaning)
    except UnmatchedError:
        return None


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise UnmatchedError(reason)

"""Finding the rows of one operator tree among those of another: the same ones, fewer of them, or fewer columns.

Names count for nothing, since each tree has its own. Projections and filters are composed into expressions over what is
below them, so that their order does not matter, either. All other operators must be the same. A filter that only the
new tree has is moved up through operators that treat each row by itself; where one does not, there is no match.

Source: Gupta, Mumick and Ross, *Adapting Materialized Views after Redefinitions*, 1995.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AggregateCall,
    Filter,
    FullJoin,
    Generate,
    InnerJoin,
    MarkJoin,
    Named,
    Node,
    PairJoin,
    Project,
    Repeat,
    Scan,
    Sessions,
    Source,
    TopK,
    UnionAll,
    Values,
    Window,
)
from streamtables_rewriter.plan.render import render_expression
from streamtables_rewriter.plan.tree import inputs_of
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import column, conjuncts, substitute

LARGEST_EXPRESSION = 5_000
"""Parts of the expressions of a block; more come from projections that repeat each other's columns."""


class UnmatchedError(Exception):
    """The new rows are not among the old ones; the message says why, in words."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where the rows of a new tree are found.

    Attributes:
        meaning: The new tree's output columns over the old one's; without those that do not follow from them.
        narrower: What a row of the old tree must fulfil, over its output columns, to be one of the new tree.
    """

    meaning: Mapping[str, exp.Expr]
    narrower: tuple[exp.Expr, ...] = ()


def translated(expression: exp.Expr, meaning: Mapping[str, exp.Expr]) -> exp.Expr:
    """Write an expression over new columns as one over old ones.

    Args:
        expression: The expression.
        meaning: What the new columns stand for.

    Returns:
        A new expression.

    Raises:
        UnmatchedError: A column stands for nothing.
    """
    for found in expression.find_all(exp.Column):
        if found.name not in meaning:
            reason = f"{found.name} does not follow from what the query has read so far"
            raise UnmatchedError(reason)
    return substitute(expression, meaning)


def expressed(expression: exp.Expr, available: Mapping[object, str]) -> exp.Expr:
    """Write an expression over columns that hold the values of some of its parts.

    Args:
        expression: The expression.
        available: The columns, by the canonical form of what they hold.

    Returns:
        A new expression.

    Raises:
        UnmatchedError: No column holds a value that it needs.
    """
    held = available.get(canonical(expression))
    if held is not None:
        return column(held)
    if isinstance(expression, exp.Column) or expression.find(exp.Lambda) is not None:
        reason = f"{render_expression(expression)} is not kept by itself"
        raise UnmatchedError(reason)
    result = expression.copy()
    _express_parts(result, available)
    return result


def _express_parts(node: exp.Expr, available: Mapping[object, str]) -> None:
    for part in list(node.iter_expressions()):
        if isinstance(part, exp.DataType):
            continue
        held = available.get(canonical(part))
        if held is not None:
            part.replace(column(held))
        elif isinstance(part, exp.Column):
            reason = f"{part.name} is not kept by itself"
            raise UnmatchedError(reason)
        else:
            _express_parts(part, available)


def kept(columns: Mapping[str, exp.Expr]) -> dict[object, str]:
    """Index columns by what they hold; constants are left out, which functions may ask for as such.

    Args:
        columns: What each column holds.

    Returns:
        The first column for each value, by its canonical form.
    """
    found: dict[object, str] = {}
    for name, held in columns.items():
        if held.find(exp.Column) is not None:
            found.setdefault(canonical(held), name)
    return found


@dataclass(frozen=True, slots=True)
class _Block:
    """Projections and filters over one other operator.

    Attributes:
        core: The other operator.
        columns: The output columns over those of the core.
        conditions: What its rows must fulfil, over the same.
    """

    core: Node
    columns: Mapping[str, exp.Expr]
    conditions: tuple[exp.Expr, ...]

    @classmethod
    def of(cls, node: Node) -> _Block:
        columns: dict[str, exp.Expr] = {name: column(name) for name in node.output}
        conditions: tuple[exp.Expr, ...] = ()
        while isinstance(node, Filter | Project):
            if isinstance(node, Filter):
                conditions += conjuncts(node.condition)
            else:
                below = {p.name: p.expression for p in node.projections}
                columns = {name: substitute(e, below) for name, e in columns.items()}
                conditions = tuple(substitute(e, below) for e in conditions)
            if sum(len(list(e.walk())) for e in (*columns.values(), *conditions)) > LARGEST_EXPRESSION:
                reason = "an expression is too large"
                raise UnmatchedError(reason)
            node = node.input
        if isinstance(node, InnerJoin):
            conditions += conjuncts(node.condition)
        return cls(node, columns, conditions)


class TreeMatcher:
    """Matches trees over some sources.

    Args:
        new: The new query's sources.
        old: The old query's.
    """

    def __init__(self, new: tuple[Source, ...], old: tuple[Source, ...]) -> None:
        self._new = {source.index: source for source in new}
        self._old = {source.index: source for source in old}
        # A tree that is read twice is one, and is matched once.
        self._known: dict[tuple[int, int], Match] = {}

    def match(self, new: Node, old: Node) -> Match:
        """Find the rows of a new tree among those of an old one.

        Args:
            new: The new tree.
            old: The old one.

        Returns:
            Where they are.

        Raises:
            UnmatchedError: They are not.
        """
        key = id(new), id(old)
        if key not in self._known:
            self._known[key] = self._match(new, old)
        return self._known[key]

    def _match(self, new: Node, old: Node) -> Match:
        ours, theirs = _Block.of(new), _Block.of(old)
        cores = self._cores(ours.core, theirs.core)
        conditions = {canonical(c): c for c in (translated(c, cores.meaning) for c in ours.conditions)}
        required = {canonical(c) for c in theirs.conditions}
        if not required <= conditions.keys():
            reason = "a filter is gone, or another one"
            raise UnmatchedError(reason)
        added = [condition for key, condition in conditions.items() if key not in required]
        if any(map(reads_clock, added)):
            reason = "a filter reads the clock"
            raise UnmatchedError(reason)
        available = kept(theirs.columns)
        narrower = tuple(expressed(condition, available) for condition in (*cores.narrower, *added))
        meaning: dict[str, exp.Expr] = {}
        for name, expression in ours.columns.items():
            try:
                meaning[name] = expressed(translated(expression, cores.meaning), available)
            except UnmatchedError:
                continue
        return Match(meaning, narrower)

    def _cores(self, new: Node, old: Node) -> Match:
        if isinstance(old, Window):
            return self._windows(new, old)
        if type(new) is not type(old) or len(inputs_of(new)) != len(inputs_of(old)):
            reason = f"it reads rows through {_called(new)} where there was {_called(old)}"
            raise UnmatchedError(reason)
        if isinstance(new, Scan) and isinstance(old, Scan):
            return self._scans(new, old)
        if isinstance(new, Values) and isinstance(old, Values):
            return _same_values(new, old)
        inputs = [self.match(n, o) for n, o in zip(inputs_of(new), inputs_of(old), strict=True)]
        if isinstance(new, UnionAll) and isinstance(old, UnionAll):
            return _union(new, old, inputs)
        meaning: dict[str, exp.Expr] = {}
        for match in inputs:
            meaning.update(match.meaning)
        narrower = tuple(condition for match in inputs for condition in match.narrower)
        if isinstance(new, InnerJoin):
            return Match(meaning, narrower)
        if isinstance(new, PairJoin) and isinstance(old, PairJoin):
            return _pair(new, old, inputs)
        if isinstance(new, Repeat) and isinstance(old, Repeat):
            _require(_same(new.number, old.number, meaning), "rows are repeated by another number")
            return Match(meaning, narrower)
        if isinstance(new, Generate) and isinstance(old, Generate):
            same = new.outer == old.outer and len(new.columns) == len(old.columns)
            _require(same and _same(new.generator, old.generator, meaning), "another generator")
            made = {n: column(o) for n, o in zip(new.columns, old.columns, strict=True)}
            return Match({**meaning, **made}, narrower)
        _require(not narrower, f"the filter cannot be applied above {_called(new)}")
        return _whole(new, old, meaning)

    def _windows(self, new: Node, old: Window) -> Match:
        """Match windows call by call; a window that only the old tree has adds nothing but columns."""
        if isinstance(new, Window):
            try:
                inputs = self.match(new.input, old.input)
                _require(not inputs.narrower, "the filter cannot be applied above a window function")
                found = _whole(new, old, inputs.meaning)
                if all(call.name in found.meaning for call in new.calls):
                    return found
            except UnmatchedError:
                pass
        return self.match(new, old.input)

    def _scans(self, new: Scan, old: Scan) -> Match:
        ours, theirs = self._new[new.source].table, self._old[old.source].table
        one, other = ((t.name, t.maintainable, t.multiplicity) for t in (ours, theirs))
        _require(one == other, f"it reads {ours.name[-1]} where it read {theirs.name[-1]}")
        types = {c.name: c.type for c in theirs.columns}
        named = {stored: name for name, stored in old.columns}
        meaning: dict[str, exp.Expr] = {}
        for name, stored in new.columns:
            type_ = next((c.type for c in ours.columns if c.name == stored), None)
            if stored in named:
                _require(types.get(stored) == type_, f"{stored} has another type")
                meaning[name] = column(named[stored])
        return Match(meaning)


def _pair(new: PairJoin, old: PairJoin, inputs: list[Match]) -> Match:
    left, right = inputs
    meaning = {**left.meaning, **right.meaning}
    conditions = [{canonical(translated(c, meaning)) for c in conjuncts(new.condition)}]
    conditions.append({canonical(c) for c in conjuncts(old.condition)})
    _require(conditions[0] == conditions[1], "a join has another condition")
    moved = not right.narrower and not (left.narrower and isinstance(new, FullJoin))
    _require(moved, "the filter cannot be applied above an outer join or a subquery")
    if isinstance(new, MarkJoin) and isinstance(old, MarkJoin):
        meaning[new.mark] = column(old.mark)
    return Match({name: e for name, e in meaning.items() if name in new.output}, left.narrower)


def _union(new: UnionAll, old: UnionAll, inputs: list[Match]) -> Match:
    _require(not any(match.narrower for match in inputs), "a filter of one part of a UNION is another one")
    meaning: dict[str, exp.Expr] = {}
    for position, name in enumerate(new.columns):
        for place, held in enumerate(old.columns):
            branches = zip(inputs, new.inputs, old.inputs, strict=True)
            if all(m.meaning.get(n.output[position]) == column(o.output[place]) for m, n, o in branches):
                meaning[name] = column(held)
                break
    return Match(meaning)


def _same_values(new: Values, old: Values) -> Match:
    rows = [[[canonical(e) for e in row] for row in node.rows] for node in (new, old)]
    _require(rows[0] == rows[1], "other constants")
    return Match({n: column(o) for n, o in zip(new.columns, old.columns, strict=True)})


def _whole(new: Node, old: Node, meaning: Mapping[str, exp.Expr]) -> Match:
    """Match operators that look at several rows at once, over the same rows."""
    if isinstance(new, Aggregate) and isinstance(old, Aggregate):
        keys = same_keys(new.keys, old.keys, meaning)
        held = {signature(call, None): call.name for call in old.calls}
        found = {}
        for call in new.calls:
            try:
                name = held.get(signature(call, meaning))
            except UnmatchedError:
                continue
            if name is not None:
                found[call.name] = column(name)
        return Match({**{n: column(o) for n, o in keys.items()}, **found})
    if isinstance(new, Window) and isinstance(old, Window):
        same_keys(new.keys, old.keys, meaning)
        values = {canonical(call.expression): call.name for call in old.calls}
        calls = {}
        for named in new.calls:
            held_as = values.get(canonical(translated(named.expression, meaning)))
            if held_as is not None:
                calls[named.name] = column(held_as)
        return Match({**meaning, **calls})
    if isinstance(new, Sessions) and isinstance(old, Sessions):
        same_keys(new.keys, old.keys, meaning)
        _require(_same(new.session, old.session, meaning), "other sessions")
        return Match({**meaning, new.name: column(old.name)})
    if isinstance(new, TopK) and isinstance(old, TopK):
        order = [canonical(translated(part, meaning)) for part in new.order]
        same = order == [canonical(part) for part in old.order]
        # Ties are broken by all columns: of fewer columns, other rows may be the first.
        same = same and (new.limit, new.offset) == (old.limit, old.offset) and len(new.output) == len(old.output)
        _require(same, "other rows are the first ones")
        return Match(meaning)
    reason = f"{_called(new)} is always evaluated anew"
    raise UnmatchedError(reason)


def same_keys(new: Iterable[Named], old: Iterable[Named], meaning: Mapping[str, exp.Expr]) -> dict[str, str]:
    """Match keys by what they are.

    Args:
        new: The new keys.
        old: The old ones.
        meaning: What the new columns below stand for.

    Returns:
        The old key for each new one.

    Raises:
        UnmatchedError: One has no equal on the other side.
    """
    held = {canonical(key.expression): key.name for key in old}
    wanted = {key.name: canonical(translated(key.expression, meaning)) for key in new}
    _require(set(wanted.values()) == held.keys(), "rows are grouped in another way")
    return {name: held[value] for name, value in wanted.items()}


def signature(call: AggregateCall, meaning: Mapping[str, exp.Expr] | None) -> object:
    """Return what is equal for aggregate calls that give the same values over the same rows.

    Args:
        call: The call.
        meaning: What its columns stand for; None for themselves.

    Returns:
        A value that can be compared.

    Raises:
        UnmatchedError: One of its columns stands for nothing.
    """

    def form(expression: exp.Expr) -> object:
        return canonical(expression if meaning is None else translated(expression, meaning))

    condition = None if call.condition is None else form(call.condition)
    arguments, order = tuple(map(form, call.arguments)), tuple(map(form, call.order))
    return call.function, call.distinct, arguments, condition, order, call.added_types, call.users


def _same(new: exp.Expr, old: exp.Expr, meaning: Mapping[str, exp.Expr]) -> bool:
    return canonical(translated(new, meaning)) == canonical(old)


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise UnmatchedError(reason)


def _called(node: Node) -> str:
    names = {Scan: "a table", Values: "constants", InnerJoin: "a join", UnionAll: "UNION ALL", TopK: "LIMIT"}
    names |= {Aggregate: "GROUP BY or DISTINCT", Window: "a window function", Generate: "a generator"}
    return names.get(type(node), "an outer join or a subquery" if isinstance(node, PairJoin) else type(node).__name__)

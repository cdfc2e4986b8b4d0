"""Runtime filters: ranges of changed keys, passed sideways into the relations that the changes are joined with.

A row that is joined by equality with a changed row has a key between the smallest and the largest changed one. Said as
a condition, this lets the engine leave out the files and row groups whose statistics lie outside. The condition follows
from the equality beside it, so that it changes no result, whatever the kind of the join. (Sideways information passing:
Beeri and Ramakrishnan, "On the Power of Magic", 1987.)

The ranges are known when a refresh runs. A template therefore holds a call for each, ``__st_within(key, 'target',
'change', ...)``, which is filled with a range or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.sql.columns import copied, equalities

WITHIN = "__st_within"
NULL_SAFE = "__st_within_or_null"

ORDERED_TYPES = ("tinyint", "smallint", "int", "bigint", "string")
"""Types of keys whose order, and whose spelling as a literal, is the same everywhere."""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column of a source.

    Attributes:
        source: Index of the source.
        column: The column's name.
    """

    source: int
    column: str

    def __str__(self) -> str:
        """Write it as a text."""
        return f"{self.source}.{self.column}"


@dataclass(frozen=True, slots=True)
class StepColumn:
    """A column of a result that is computed before the statement that reads it.

    Attributes:
        source: Name of the step's view.
        column: The column's name.
    """

    source: str
    column: str

    def __str__(self) -> str:
        """Write it as a text."""
        return f"{self.source}.{self.column}"


KeyColumn = SourceColumn | StepColumn
"""Where the values of keys are known from when a refresh runs: from a source's change, or from a step."""


def _key_column(text: str) -> KeyColumn:
    """Read what ``str`` has written of a key's column."""
    source, column = text.split(".", 1)
    return SourceColumn(int(source), column) if source.isdecimal() else StepColumn(source, column)


@dataclass(frozen=True, slots=True)
class RuntimeFilter:
    """A place for a range.

    Attributes:
        target: The column whose rows the range restricts.
        changes: The columns whose changed values the range has to hold.
    """

    target: SourceColumn
    changes: frozenset[KeyColumn]


@dataclass(frozen=True, slots=True)
class KeyRange:
    """A range of values.

    Attributes:
        low: The smallest value.
        high: The largest value.
    """

    low: int | str
    high: int | str

    def with_values(self, low: int | str, high: int | str) -> KeyRange:
        """Widen the range; the values are of its own type."""
        return KeyRange(min(self.low, low), max(self.high, high))


Ranges = Callable[[RuntimeFilter], "KeyRange | None"]


def no_range(_: RuntimeFilter) -> KeyRange | None:
    """Leave every runtime filter out."""
    return None


_Known = dict[str, frozenset[KeyColumn]]
"""For some columns of a relation, the changed columns whose values theirs are among, NULL aside."""

Types = Sequence[Mapping[str, str]]
StandsFor = Callable[[exp.Table], "tuple[bool, int] | None"]


class RuntimeFilters:
    """Puts runtime filters into the query for the changes, one statement after the other.

    Args:
        types: For each source, the types of its columns.
        stands_for: Tells of a table whether it is a source's change, and which source's; None for other tables.
    """

    def __init__(self, types: Types, stands_for: StandsFor) -> None:
        self._passing = _Passing(types, stands_for)

    def put(
        self,
        tree: exp.Expr,
        step: str | None = None,
        *,
        steps: Collection[str] = (),
        candidates: Collection[str] = (),
    ) -> exp.Expr:
        """Put a runtime filter beside every equality between a changed key and a source's.

        Args:
            tree: The statement; changed in place.
            step: The name under which later statements read its result.
            steps: Common table expressions that are treated as steps.
            candidates: The same, where no step tells their values anyway.

        Returns:
            The statement.
        """
        if isinstance(tree, exp.Query):
            self._passing.taken = frozenset(steps), frozenset(candidates)
            outputs = self._passing.query(tree, self._passing.steps)
            if step is not None:
                self._passing.take_for_known(step, outputs)
        return tree


def runtime_filters_in(tree: exp.Expr) -> Iterator[RuntimeFilter]:
    """Find the runtime filters of a tree."""
    for call in tree.find_all(exp.Anonymous):
        if call.name in (WITHIN, NULL_SAFE):
            yield runtime_filter_of(call)


def bind_runtime_filters(tree: exp.Expr, ranges: Ranges) -> exp.Expr:
    """Fill the runtime filters, or take them out.

    Args:
        tree: A query with runtime filters; changed in place.
        ranges: Gives the range of a runtime filter; None where it is to be left out.

    Returns:
        The query without runtime filters.
    """
    for call in list(tree.find_all(exp.Anonymous)):
        if call.name not in (WITHIN, NULL_SAFE):
            continue
        key_range = ranges(runtime_filter_of(call))
        if key_range is not None:
            call.replace(within(call.expressions[0], key_range, or_null=call.name == NULL_SAFE))
        elif isinstance(call.parent, exp.And):
            call.parent.replace(call.parent.left if call.parent.right is call else call.parent.right)
    return tree


def runtime_filter_of(call: exp.Anonymous) -> RuntimeFilter:
    """Read a runtime filter.

    Args:
        call: The call that stands for it.

    Returns:
        The runtime filter.
    """
    _, target, *changes = call.expressions
    source, column = target.name.split(".", 1)
    return RuntimeFilter(SourceColumn(int(source), column), frozenset(_key_column(change.name) for change in changes))


def within(key: exp.Expr, key_range: KeyRange, *, or_null: bool) -> exp.Expr:
    """Say that a key lies in a range.

    Args:
        key: The key.
        key_range: The range.
        or_null: Whether NULL is as good.

    Returns:
        The condition.

    Examples:
        >>> within(exp.column("id"), KeyRange(3, 8), or_null=True).sql()
        '(id BETWEEN 3 AND 8 OR id IS NULL)'
    """
    condition = exp.Between(this=copied(key), low=_literal(key_range.low), high=_literal(key_range.high))
    if not or_null:
        return condition
    return exp.Paren(this=exp.Or(this=condition, expression=exp.Is(this=copied(key), expression=exp.Null())))


def _literal(value: int | str) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.convert(value)


class _Passing:
    """Passes over queries, from the inside out.

    Attributes:
        steps: What is known of the relations that are computed by now.
        taken: Common table expressions that are treated as such, always, or where no other ones tell their values.
    """

    def __init__(self, types: Types, stands_for: StandsFor) -> None:
        self._types: dict[int | str, Mapping[str, str]] = dict(enumerate(types))
        self._stands_for = stands_for
        self.steps: dict[str, _Known] = {}
        self.taken = frozenset[str](), frozenset[str]()

    def take_for_known(self, step: str, outputs: _Known) -> _Known:
        """Say that the values of a relation's columns are known by themselves from now on."""
        kinds = {name: self._kind(next(iter(columns))) for name, columns in outputs.items()}
        self._types[step] = {name: _TYPES[kind] for name, kind in kinds.items() if kind is not None}
        self.steps[step] = {name: frozenset({StepColumn(step, name)}) for name in self._types[step]}
        return self.steps[step]

    def query(self, query: exp.Expr, outer: Mapping[str, _Known]) -> _Known:
        """Put runtime filters into a query; return what is known of its columns."""
        named = dict(outer)
        with_ = query.args.get("with_")
        for cte in with_.expressions if with_ is not None else ():
            outputs = self.query(cte.this, named)
            always, perhaps = self.taken
            taken = cte.alias in always or (cte.alias in perhaps and not all(map(_are_steps, outputs.values())))
            named[cte.alias] = self.take_for_known(cte.alias, outputs) if taken else outputs
        if isinstance(query, exp.Subquery):
            return self.query(query.this, named)
        if isinstance(query, exp.SetOperation):
            left, right = self.query(query.this, named), self.query(query.expression, named)
            if not isinstance(query, exp.Union):
                return left
            both = zip(query.this.named_selects, query.expression.named_selects, strict=True)
            return {name: left[name] | right[other] for name, other in both if name in left and other in right}
        return self._select(query, named) if isinstance(query, exp.Select) else {}

    def _select(self, select: exp.Select, named: Mapping[str, _Known]) -> _Known:
        from_, joins = select.args.get("from_"), select.args.get("joins") or []
        relations = [join.this for join in joins] if from_ is None else [from_.this, *(join.this for join in joins)]
        known: dict[str, _Known] = {}
        targets: dict[str, int] = {}
        for relation in relations:
            alias = relation.alias_or_name
            known[alias] = {}
            if isinstance(relation, exp.Subquery):
                known[alias] = self.query(relation.this, named)
            elif isinstance(relation, exp.Table):
                held = self._stands_for(relation)
                if held is None:
                    known[alias] = dict(named.get(relation.name, {}))
                elif held[0]:
                    columns = self._types[held[1]]
                    known[alias] = {
                        c: frozenset({SourceColumn(held[1], c)}) for c in columns if columns[c] in ORDERED_TYPES
                    }
                else:
                    targets[alias] = held[1]
        where = select.args.get("where")
        kept = [join for join in joins if join.kind == "SEMI" or (not join.side and join.kind in ("", "INNER"))]
        places = [(join, "on") for join in kept] + ([] if where is None else [(where, "this")])
        self._propagate([node.args[key] for node, key in places if node.args.get(key) is not None], known, targets)
        places += [(join, "on") for join in joins if join.side == "LEFT" and join.kind != "SEMI"]
        for node, key in places:
            if node.args.get(key) is not None:
                node.set(key, self._conjunction(node.args[key], known, targets))
        for subquery in list(select.find_all(exp.Subquery, exp.Exists, exp.In)):
            nested = subquery.args.get("query") or subquery.this
            if nested.find_ancestor(exp.Select) is select and subquery not in relations:
                self.query(nested.this if isinstance(nested, exp.Subquery) else nested, named)
        outputs: _Known = {}
        for projection in select.expressions:
            column = projection.unalias()
            if isinstance(column, exp.Column) and column.name in known.get(column.table, {}):
                outputs[projection.alias_or_name] = known[column.table][column.name]
        return outputs

    def _propagate(self, conditions: Sequence[exp.Expr], known: dict[str, _Known], targets: Mapping[str, int]) -> None:
        """Find out what is known of the relations' columns in the rows that meet all conditions."""
        pairs = [pair for condition in conditions for *pair, _ in equalities(condition)]
        found = True
        while found:
            found = False
            for changed, key in pairs:
                changes = self._changes(changed, key, known, targets)
                if changes is not None and key.name not in known[key.table]:
                    known[key.table][key.name] = changes
                    found = True
                elif self._is_closer(changed, key, known):
                    known[key.table][key.name] = known[changed.table][changed.name]
                    found = True

    def _is_closer(self, column: exp.Column, other: exp.Column, known: Mapping[str, _Known]) -> bool:
        """Return whether a column is known from steps, and another one that is equal to it from changes."""
        closer = known.get(column.table, {}).get(column.name, frozenset())
        further = known.get(other.table, {}).get(other.name, frozenset())
        alike = len({self._kind(c) for c in closer | further}) == 1
        return bool(closer and further) and _are_steps(closer) and not _are_steps(further) and alike

    def _conjunction(self, condition: exp.Expr, known: Mapping[str, _Known], targets: Mapping[str, int]) -> exp.Expr:
        """Add the runtime filters that follow from a condition's equalities."""
        runtime_filters: list[exp.Expr] = []
        for changed, key, null_safe in equalities(condition):
            changes = self._changes(changed, key, known, targets)
            if changes is not None:
                target = SourceColumn(targets[key.table], key.name)
                texts = [exp.Literal.string(str(c)) for c in (target, *sorted(changes, key=str))]
                runtime_filters.append(
                    exp.Anonymous(this=NULL_SAFE if null_safe else WITHIN, expressions=[copied(key), *texts])
                )
        return exp.and_(condition, *runtime_filters, copy=False) if runtime_filters else condition

    def _changes(
        self, changed: exp.Column, key: exp.Column, known: Mapping[str, _Known], targets: Mapping[str, int]
    ) -> frozenset[KeyColumn] | None:
        """Name the changes of whose values a source's column must have one, to be equal to another column."""
        changes = known.get(changed.table, {}).get(changed.name)
        if changes is None or key.table not in targets:
            return None
        return changes if self._same_order(SourceColumn(targets[key.table], key.name), changes) else None

    def _same_order(self, target: SourceColumn, changes: frozenset[KeyColumn]) -> bool:
        kinds = {self._kind(column) for column in (target, *changes)}
        return len(kinds) == 1 and None not in kinds

    def _kind(self, column: KeyColumn) -> str | None:
        type_ = self._types[column.source].get(column.column)
        if type_ not in ORDERED_TYPES:
            return None
        return "string" if type_ == "string" else "integer"


_TYPES = {"string": "string", "integer": "bigint"}
"""A type for each kind of values that are ordered alike."""


def _are_steps(columns: Collection[KeyColumn]) -> bool:
    return all(isinstance(column, StepColumn) for column in columns)

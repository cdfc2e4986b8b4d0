"""The operators. A node is a frozen value; its output columns have names that are unique in the whole tree.

The one exception: a subquery that is evaluated for each value of an outer query's columns reads that query once more,
and the columns of both copies, which never meet, have the same names.

Expressions are sqlglot trees whose columns are unqualified ``exp.Column`` nodes that name output columns of the node's
inputs. They are never changed in place.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.plan.relations import FunctionKind, Table, UserFunction
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE


@dataclass(frozen=True, slots=True)
class Source:
    """A base table of a query. A table that is read twice is one source with two scans.

    Attributes:
        index: Position among the query's sources, in order of first appearance.
        table: The table.
        used: Stored columns that some scan reads, in stored order.
    """

    index: int
    table: Table
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """An expression under an output name."""

    name: str
    expression: exp.Expr


@dataclass(frozen=True, slots=True)
class Scan:
    """Rows of a source. ``columns`` are pairs (output name, stored column)."""

    source: int
    columns: tuple[tuple[str, str], ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names."""
        return tuple(name for name, _ in self.columns)


@dataclass(frozen=True, slots=True)
class Filter:
    """Rows for which ``condition`` is true."""

    input: Node
    condition: exp.Expr

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input."""
        return self.input.output


@dataclass(frozen=True, slots=True)
class Project:
    """One deterministic expression an output column.

    Attributes:
        input: The rows.
        projections: The expressions.
        apart: Whether the rows must be a relation of their own, because the input's may be read beside them.
    """

    input: Node
    projections: tuple[Named, ...]
    apart: bool = False

    @property
    def output(self) -> tuple[str, ...]:
        """Output names."""
        return tuple(p.name for p in self.projections)


@dataclass(frozen=True, slots=True)
class InnerJoin:
    """Inner join of two or more inputs; ``condition`` None is the cross product."""

    inputs: tuple[Node, ...]
    condition: exp.Expr | None

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the inputs, in order."""
        return tuple(name for node in self.inputs for name in node.output)


@dataclass(frozen=True, slots=True)
class LeftJoin:
    """Rows of the left input with each of their partners on the right, or with NULLs if they have none."""

    inputs: tuple[Node, Node]
    condition: exp.Expr | None

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the left input, then those of the right one."""
        return self.inputs[0].output + self.inputs[1].output


@dataclass(frozen=True, slots=True)
class FullJoin:
    """A left join, and the rows of the right input that have no partner, with NULLs on the left."""

    inputs: tuple[Node, Node]
    condition: exp.Expr | None

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the left input, then those of the right one."""
        return self.inputs[0].output + self.inputs[1].output


@dataclass(frozen=True, slots=True)
class SemiJoin:
    """Rows of the left input that have a partner on the right."""

    inputs: tuple[Node, Node]
    condition: exp.Expr | None

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the left input."""
        return self.inputs[0].output


@dataclass(frozen=True, slots=True)
class AntiJoin:
    """Rows of the left input that have no partner on the right."""

    inputs: tuple[Node, Node]
    condition: exp.Expr | None

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the left input."""
        return self.inputs[0].output


@dataclass(frozen=True, slots=True)
class MarkJoin:
    """Rows of the left input, each with a mark that is TRUE with a partner on the right and else FALSE."""

    inputs: tuple[Node, Node]
    condition: exp.Expr | None
    mark: str

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the left input, then the mark."""
        return (*self.inputs[0].output, self.mark)


@dataclass(frozen=True, slots=True)
class UnionAll:
    """All rows of all inputs, by position; ``columns`` are the output names."""

    inputs: tuple[Node, ...]
    columns: tuple[str, ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names."""
        return self.columns


@dataclass(frozen=True, slots=True)
class Repeat:
    """Each row as often as ``number`` says; not at all where that is less than one."""

    input: Node
    number: exp.Expr

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input."""
        return self.input.output


@dataclass(frozen=True, slots=True)
class Generate:
    """Each row with each of the rows that a generator makes of it.

    Attributes:
        input: The rows.
        generator: A call of a generator, such as ``explode``.
        outer: Whether a row of which it makes none stays, with NULLs.
        columns: The names of the generated columns.
    """

    input: Node
    generator: exp.Expr
    outer: bool
    columns: tuple[str, ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input, then the generated ones."""
        return self.input.output + self.columns


@dataclass(frozen=True, slots=True)
class AggregateCall:
    """One aggregate function.

    Attributes:
        name: Output name.
        function: Lower-case SQL name; that of a user's function has its dots.
        arguments: Empty for ``count(*)``.
        condition: The FILTER clause.
        span: Where it stands in the user's query; None where it does not.
        distinct: Whether equal arguments count once.
        order: The order of WITHIN GROUP.
        added_types: Its type and those of its arguments, in Spark's DDL spelling, where what comes and goes can be
            added to it and taken from it exactly; else none.
        users: The user's function that it calls; None for one of Spark's.
    """

    name: str
    function: str
    arguments: tuple[exp.Expr, ...]
    condition: exp.Expr | None = None
    span: SourceSpan | None = None
    distinct: bool = False
    order: tuple[exp.Ordered, ...] = ()
    added_types: tuple[str, ...] = ()
    users: UserFunction | None = None

    @property
    def is_only_value(self) -> bool:
        """Whether it is the value of a scalar subquery, of which there is one at most."""
        return self.function == ANY_VALUE and self.span is None

    @property
    def is_lone(self) -> bool:
        """Whether no aggregate of another kind may be computed beside it."""
        return self.users is not None and self.users.kind is FunctionKind.LONE_AGGREGATE

    @property
    def expressions(self) -> tuple[exp.Expr, ...]:
        """All expressions of the call, over the aggregate's input."""
        condition = () if self.condition is None else (self.condition,)
        return (*self.arguments, *self.order, *condition)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Groups by ``keys``; no key means one row, also over an empty input."""

    input: Node
    keys: tuple[Named, ...]
    calls: tuple[AggregateCall, ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: keys, then aggregates."""
        return tuple(k.name for k in self.keys) + tuple(c.name for c in self.calls)

    @property
    def adds_up(self) -> bool:
        """Whether what comes and goes can be added to all calls and taken from them exactly."""
        return all(call.added_types for call in self.calls)


@dataclass(frozen=True, slots=True)
class Values:
    """Constant rows; ``columns`` are the output names, at least one."""

    columns: tuple[str, ...]
    rows: tuple[tuple[exp.Expr, ...], ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names."""
        return self.columns


@dataclass(frozen=True, slots=True)
class Window:
    """Adds the values of window functions to the rows of its input.

    Attributes:
        input: The rows.
        keys: What they are partitioned by; none for one partition.
        calls: ``exp.Window`` trees, all with that partitioning.
    """

    input: Node
    keys: tuple[Named, ...]
    calls: tuple[Named, ...]

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input, then the functions'."""
        return (*self.input.output, *(call.name for call in self.calls))


@dataclass(frozen=True, slots=True)
class Sessions:
    """Adds to each row the session that its own one is part of: those that touch each other are one.

    Attributes:
        input: The rows.
        keys: Within which sessions are merged; none for all rows.
        session: The column of each row's own session.
        name: The name of the column of the merged ones.
    """

    input: Node
    keys: tuple[Named, ...]
    session: exp.Expr
    name: str

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input, then the merged session."""
        return (*self.input.output, self.name)


@dataclass(frozen=True, slots=True)
class TopK:
    """The first rows in an order.

    Attributes:
        input: The rows.
        order: What to sort by: ``exp.Ordered`` trees over plain columns of the input.
        limit: How many rows to keep; None for all behind the offset.
        offset: How many rows to pass over.
    """

    input: Node
    order: tuple[exp.Expr, ...]
    limit: int | None
    offset: int = 0

    @property
    def output(self) -> tuple[str, ...]:
        """Output names: those of the input."""
        return self.input.output


PairJoin = LeftJoin | FullJoin | SemiJoin | AntiJoin | MarkJoin
"""Joins of two inputs of which one asks for partners in the other."""

RowByRow = Filter | Project | Repeat | Generate
"""Operators over one input that treat each of its rows alike."""

Node = Scan | Values | RowByRow | InnerJoin | PairJoin | UnionAll | Aggregate | Window | Sessions | TopK


@dataclass(frozen=True, slots=True)
class Output:
    """An output column: the name a user sees, and the plan column behind it."""

    name: str
    column: str


@dataclass(frozen=True, slots=True)
class BoundQuery:
    """A query as an operator tree over its sources.

    Attributes:
        root: The tree.
        sources: The tables it reads.
        outputs: The user's columns.
        notices: What the user should know: parts of the query that have no effect.
        functions: The users' own functions that it calls.
    """

    root: Node
    sources: tuple[Source, ...]
    outputs: tuple[Output, ...]
    notices: tuple[str, ...] = ()
    functions: tuple[UserFunction, ...] = ()

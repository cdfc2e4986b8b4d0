"""Pipes: each stage is bound over the relation of the stage before, with its columns and the names of its relations.

Columns that a stage hands on keep their relation's name, and columns that a join with USING hid are found by their
qualified names for as long as Spark finds them. An ORDER BY chooses the rows of a LIMIT behind it, through stages that
leave rows where they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, singledispatchmethod

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import plan_column
from streamtables_rewriter.bind.expressions.select_list import SelectItem, expand_select_list
from streamtables_rewriter.bind.expressions.windows import named_windows
from streamtables_rewriter.bind.queries.order_by import limited, sort_columns
from streamtables_rewriter.bind.queries.query_blocks import Expand, bind_block
from streamtables_rewriter.bind.queries.set_operations import as_branch, combined
from streamtables_rewriter.bind.relations.from_clause import bind_joins, bind_relation, bind_rows
from streamtables_rewriter.bind.relations.joins import filter_rows
from streamtables_rewriter.bind.relations.pivots import bind_pivots
from streamtables_rewriter.bind.scope.clauses import (
    SELECT_ARGUMENTS,
    check_arguments,
    check_limit,
    ignored_order,
    limit_of,
)
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope, ScopeColumn, unknown_column
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Named, Project
from streamtables_rewriter.sql.columns import conjuncts
from streamtables_rewriter.sql.pipe_syntax import Pipe, ResultClauses, SetColumns

_ARGUMENTS = frozenset({"this", "expressions", "with_", "windows"})
_NAMES = frozenset({"UNKNOWN_COLUMN", "AMBIGUOUS_COLUMN"})


def bind_pipe(context: BindingContext, pipe: Pipe, environment: Environment) -> BoundRelation:
    """Bind a pipe whose WITH clause is in scope already.

    Args:
        context: The binding.
        pipe: The pipe.
        environment: What names mean.

    Returns:
        The relation of its last stage.

    Raises:
        UnsupportedQueryError: A stage is not maintained, or a name is found otherwise than in Spark.
        InvalidQueryError: It is wrong.
    """
    check_arguments(environment.text, pipe, _ARGUMENTS)
    outermost = pipe.parent is None and not environment.views
    try:
        binder = _PipeBinder(context, environment, named_windows(context, pipe))
        binder.begin(pipe.this)
        for stage in pipe.expressions:
            binder.nested = not outermost or stage is not pipe.expressions[-1]
            binder.bind(stage)
    except InvalidQueryError as error:
        if error.condition.name not in _NAMES or error.span is None:
            raise
        raise environment.text.unsupported("PIPE", error.span) from None
    binder.forget_order()
    return binder.relation


@dataclass(slots=True)
class _PipeBinder:
    """Binds one stage after the other.

    Attributes:
        context: The binding.
        environment: What names mean.
        windows: The windows defined behind the last stage, for all of them.
        relation: The rows of the stages so far, with the columns that can be named.
        order: What they are sorted by, and the plan columns of it.
        notice: What to say about the order if no LIMIT follows.
        nested: Whether the stage is another one than the last of the whole query.
    """

    context: BindingContext
    environment: Environment
    windows: Mapping[str, exp.Window]
    relation: BoundRelation = field(init=False)
    order: Sequence[tuple[exp.Ordered, str]] = ()
    notice: str | None = None
    nested: bool = True

    @property
    def text(self) -> QueryText:
        """The text that the pipe stands in."""
        return self.environment.text

    def begin(self, query: exp.Expr) -> None:
        """Bind the query before the first stage."""
        if isinstance(query, exp.Select):
            self.relation = bind_rows(self.context, query, self.environment)
            self._project(query)
        elif isinstance(query, exp.Values):
            self.relation = bind_relation(self.context, query, self.environment)
        else:
            self.relation = self.context.bind_query(self.context, query, self.environment)

    def forget_order(self) -> None:
        """Note that the rows are not sorted any more."""
        if self.notice is not None:
            self.context.notices.append(self.notice)
        self.order, self.notice = (), None

    @singledispatchmethod
    def bind(self, stage: exp.Expr) -> None:
        """Bind the next stage.

        Args:
            stage: The stage.

        Raises:
            UnsupportedQueryError: It is not maintained.
            InvalidQueryError: It is wrong.
        """
        raise self.text.unsupported("PIPE", stage)

    @bind.register
    def _(self, stage: exp.Select) -> None:
        self._project(stage)

    @bind.register
    def _(self, stage: SetColumns) -> None:
        for assignment in stage.expressions:
            self._project(assignment, partial(_replacing, assignment.expressions[0]))

    @bind.register
    def _(self, stage: exp.TableAlias) -> None:
        self.relation = self.relation.qualified((stage.name,))

    @bind.register
    def _(self, stage: exp.Where) -> None:
        if stage.find(exp.Query) is not None:
            self.forget_order()
        conditions = conjuncts(stage.this)
        clock = self.context.clock
        self.relation = filter_rows(self.context, self.environment, self.relation, conditions, clock=clock)

    @bind.register
    def _(self, stage: ResultClauses) -> None:
        order = stage.args.get("order")
        if limit_of(stage) is None or order:
            self.forget_order()
            self.notice = ignored_order(self.text, stage)
        if order:
            self.relation, self.order = sort_columns(self.context, self.text, order.expressions, self.relation)
        if limit_of(stage) is not None:
            if not self.order:
                check_limit(self.text, stage, nested=self.nested)
            self.relation = limited(self.text, stage, self.relation, self.order, len(self.relation.columns))
            self.notice = None

    @bind.register
    def _(self, stage: exp.Join) -> None:
        self.forget_order()
        self.relation = bind_joins(self.context, self.relation, [stage], self.environment)

    @bind.register
    def _(self, stage: exp.SetOperation) -> None:
        self.forget_order()
        right = self.context.bind_query(self.context, stage.expression, self.environment)
        branches = [as_branch(self.context, relation) for relation in (self.relation, right)]
        written = [stage, stage.expression]
        self.relation = combined(self.context, self.environment, stage, branches, written)

    @bind.register
    def _(self, stage: exp.Pivot) -> None:
        self.forget_order()
        self.relation = bind_pivots(self.context, self.text, [stage], self.relation)

    @bind.register
    def _(self, stage: exp.TableSample) -> None:
        raise self.text.unsupported("TABLESAMPLE", self.text.clause(frozenset({"TABLESAMPLE"}), stage))

    def _project(self, select: exp.Select, expand: Expand = expand_select_list) -> None:
        check_arguments(self.text, select, SELECT_ARGUMENTS)
        before = self.relation
        after = bind_block(self.context, self.environment, select, before, windows=self.windows, expand=expand)
        node = after.node
        if node is not before.node and not (isinstance(node, Project) and node.input is before.node):
            self.forget_order()
        self._carry([c for c in before.columns if c.hidden], after)

    def _carry(self, hidden: Sequence[ScopeColumn], after: BoundRelation) -> None:
        """Hand on the hidden columns, and those of the order, as far as there are any left."""
        node, added = after.node, dict[str, Named]()
        for column in (*(c.column for c in hidden), *(column for _, column in self.order)):
            if column not in node.output and isinstance(node, Project) and column in node.input.output:
                added.setdefault(column, Named(self.context.renamed(column), plan_column(column)))
        if added and isinstance(node, Project):
            node = Project(node.input, (*node.projections, *added.values()))
        names = {column: named.name for column, named in added.items()}
        known = [replace(c, column=names.get(c.column, c.column)) for c in hidden]
        self.relation = BoundRelation(node, (*after.columns, *(c for c in known if c.column in node.output)))
        self.order = [(part, names.get(column, column)) for part, column in self.order]


def _replacing(
    assignment: exp.Expr,
    text: QueryText,
    select: exp.Select,
    scope: Scope,
    generated: Mapping[int, Sequence[ScopeColumn]],
) -> list[SelectItem]:
    """List all columns, one of them with another value."""
    name, made = assignment.alias, generated.get(id(assignment), ())
    found = scope.find((name,), lambda: text.locate(select))
    if found is None:
        raise unknown_column((name,), scope.columns, text.locate(select))
    value = SelectItem(name, True, None, made[0]) if made else SelectItem(name, True, assignment.this)
    shown = (c for c in scope.columns if not c.hidden)
    return [value if c.column == found.column.column else SelectItem(c.name, False, None, c) for c in shown]

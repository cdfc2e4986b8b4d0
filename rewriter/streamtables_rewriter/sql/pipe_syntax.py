"""Pipe syntax as it is written: a query, then stages, each of which reads what stands before it.

A pipe binds weaker than a set operation: ``a UNION b |> WHERE c`` filters the union. One that is an operand itself ends
where the next operation begins.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlglot import TokenType, exp
from sqlglot.parsers.spark import SparkParser

from streamtables_rewriter.sql.unread import Rewrite

_SET_OPERATIONS: dict[TokenType, type[exp.SetOperation]] = {
    TokenType.UNION: exp.Union,
    TokenType.EXCEPT: exp.Except,
    TokenType.INTERSECT: exp.Intersect,
}
_CLAUSES = ("order", "cluster", "distribute", "sort", "limit", "offset")


class ResultClauses(exp.Expression):
    """ORDER BY with the LIMIT and OFFSET right behind it, or one of them alone."""

    arg_types: ClassVar[dict[str, bool]] = dict.fromkeys(_CLAUSES, False)


class SetColumns(exp.Expression):
    """SET: a ``Select`` for each assignment, of one value with the name of the column that it replaces."""

    arg_types: ClassVar[dict[str, bool]] = {"expressions": True}


class InputColumn(exp.Expression):
    """A number in the GROUP BY of AGGREGATE: a column of the input, by position."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True}


class Pipe(exp.Expression, exp.Query):
    """A query and the stages behind it.

    A stage is a ``Select`` without FROM (SELECT, EXTEND, DROP, AGGREGATE), ``SetColumns``, ``TableAlias``, ``Where``,
    ``ResultClauses``, ``Join``, a set operation without its left side, ``Pivot`` or ``TableSample``.
    """

    arg_types: ClassVar[dict[str, bool]] = {"this": True, "expressions": True, "with_": False, "windows": False}


def final_clauses(query: exp.Expr) -> exp.Expr:
    """Return the part of a query that holds its last ORDER BY and LIMIT, and its select list if it has one.

    Args:
        query: The query.

    Returns:
        The last stage of a pipe, else the query itself.
    """
    return query.expressions[-1] if isinstance(query, Pipe) else query


class PipeParser(SparkParser):
    """Spark's parser, with pipes kept as they are written."""

    SUPPORTS_TABLE_QUERY: ClassVar[bool] = True
    SUBQUERY_TOKENS: ClassVar[set[TokenType]] = {*SparkParser.SUBQUERY_TOKENS, TokenType.TABLE}

    def _is_table_query(self) -> bool:
        is_table = self._curr.token_type == TokenType.TABLE
        return is_table and self._next.token_type in (*self.ID_VAR_TOKENS, TokenType.IDENTIFIER)

    def _parse_paren(self) -> exp.Expr | None:
        this = super()._parse_paren()
        is_pipe = isinstance(this, exp.Paren) and isinstance(this.this, Pipe)
        return self._parse_subquery(this.this, parse_alias=False) if this and is_pipe else this

    def _parse_derived_table_values(self, allow_value_synonym: bool = False) -> exp.Values | None:
        # Values in brackets are read as one with them, but a pipe behind them is in the brackets, too.
        return None if self._is_pipe_in_brackets() else super()._parse_derived_table_values(allow_value_synonym)

    def _is_pipe_in_brackets(self) -> bool:
        depth = 0
        for token in self._tokens[self._index :]:
            depth += (token.token_type == TokenType.L_PAREN) - (token.token_type == TokenType.R_PAREN)
            if depth <= 0:
                return False
            if depth == 1 and token.token_type == TokenType.PIPE_GT:
                return True
        return False

    def _parse_set_operations(self, this: exp.Expr | None) -> exp.Expr | None:
        this = super()._parse_set_operations(this)
        while this and self._match(TokenType.PIPE_GT, advance=False):
            this = super()._parse_set_operations(self._parse_pipe_syntax_query(this))
        return this

    def _parse_select(
        self,
        nested: bool = False,
        table: bool = False,
        parse_subquery_alias: bool = True,
        parse_set_operation: bool = True,
        consume_pipe: bool = True,
    ) -> exp.Expr | None:
        # A pipe behind a query of FROM is one over the whole FROM.
        return super()._parse_select(
            nested, table, parse_subquery_alias, parse_set_operation, consume_pipe and not table
        )

    def _parse_pipe_syntax_query(self, query: Any) -> Any:
        if isinstance(query, exp.Table) and isinstance(query.this, exp.Values):
            query.this.set("alias", query.args["alias"])
            query = query.this
        if not isinstance(query, (exp.Query, exp.Values)):
            self.raise_error("Expected a query before the arrow")
        stages: list[exp.Expr] = []
        while self._match(TokenType.PIPE_GT):
            stage = self._parse_stage()
            if stage is None:
                self.raise_error("This stage is not read")
                break
            before = stages[-1] if stages else None
            if _is_order(before) and _is_limit(stage):
                _move(stage, before)
            else:
                stages.append(stage)
        last, ended = stages[-1], ResultClauses()
        # A SELECT is sorted by what it reads, too, so it keeps its ORDER BY.
        if isinstance(last, exp.SetOperation) or (isinstance(last, exp.Select) and not last.args.get("order")):
            _move(last, ended)
        pipe = self._parse_query_modifiers(Pipe(this=query, expressions=stages))
        _move(pipe, ended)
        if any(ended.args.values()):
            pipe.append("expressions", ended)
        return pipe

    def _parse_stage(self) -> exp.Expr | None:
        if self._match(TokenType.SELECT, advance=False):
            return self._parse_select(parse_set_operation=False, consume_pipe=False)
        if self._match_text_seq("EXTEND"):
            return exp.Select(expressions=[exp.Star(), *self._parse_expressions()])
        if self._match_text_seq("DROP"):
            return exp.Select(expressions=[exp.Star(except_=self._parse_csv(self._parse_column))])
        if self._match_text_seq("AGGREGATE"):
            return self._parse_aggregate_stage()
        if self._match_text_seq("SET"):
            return SetColumns(expressions=self._parse_csv(self._parse_set_column))
        if self._match(TokenType.ALIAS):
            return exp.TableAlias(this=self._parse_id_var(any_token=True))
        if self._match_set(_SET_OPERATIONS):
            return self._parse_set_stage(_SET_OPERATIONS[self._prev.token_type])
        if self._match_set((TokenType.PIVOT, TokenType.UNPIVOT), advance=False):
            return self._parse_pivot()
        return self._parse_where() or self._parse_table_sample() or self._parse_clauses() or self._parse_join()

    def _parse_aggregate_stage(self) -> exp.Expr:
        calls = [] if self._match(TokenType.GROUP_BY, advance=False) else self._parse_expressions()
        keys = self._parse_expressions() if self._match(TokenType.GROUP_BY) else []
        places = [exp.Literal.number(number) for number in range(1, len(keys) + 1)]
        group = exp.Group(expressions=places) if keys else None
        return exp.Select(expressions=[*map(_key, keys), *calls], group=group)

    def _parse_set_column(self) -> exp.Expr:
        name = self._parse_id_var()
        if not self._match(TokenType.EQ):
            self.raise_error("Expected =")
        return exp.Select(expressions=[exp.Alias(this=self._parse_disjunction(), alias=name)])

    def _parse_set_stage(self, operation: type[exp.SetOperation]) -> exp.Expr:
        every = bool(self._match(TokenType.ALL))
        self._match(TokenType.DISTINCT)
        own = self._match(TokenType.FROM, advance=False)
        right = self._parse_select(nested=True, parse_set_operation=False, consume_pipe=False)
        stage = operation(expression=right, distinct=not every)
        # ORDER BY and LIMIT behind SELECT are those of the pipe; behind FROM, they could be either's.
        if isinstance(right, exp.Select):
            if own and any(right.args.get(name) for name in _CLAUSES):
                self.raise_error(Rewrite("put brackets around the query behind the set operation"))
            _move(right, stage)
        return stage

    def _parse_clauses(self) -> exp.Expr | None:
        clauses = {
            "order": self._parse_order(),
            "cluster": self._parse_sort(exp.Cluster, TokenType.CLUSTER_BY),
            "distribute": self._parse_sort(exp.Distribute, TokenType.DISTRIBUTE_BY),
            "sort": self._parse_sort(exp.Sort, TokenType.SORT_BY),
            "limit": self._parse_limit(),
            "offset": self._parse_offset(),
        }
        return ResultClauses(**clauses) if any(clauses.values()) else None


def _key(node: exp.Expr) -> exp.Expr:
    bare = node.unnest()
    is_position = isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit()
    return InputColumn(this=bare) if is_position else node


def _is_order(stage: exp.Expr | None) -> bool:
    return isinstance(stage, ResultClauses) and not stage.args.get("limit") and not stage.args.get("offset")


def _is_limit(stage: exp.Expr) -> bool:
    present = {name for name in _CLAUSES if stage.args.get(name)}
    return isinstance(stage, ResultClauses) and present <= {"limit", "offset"}


def _move(source: exp.Expr, target: exp.Expr | None) -> None:
    """Move ORDER BY and LIMIT from one node to another one."""
    for name in _CLAUSES:
        clause = source.args.get(name)
        if clause and target is not None:
            source.set(name, None)
            target.set(name, clause)

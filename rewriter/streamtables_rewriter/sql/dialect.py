"""Spark's SQL, parsed so that what is rendered means exactly what was written.

sqlglot's own Spark dialect translates: ``nvl`` becomes ``COALESCE``, ``a || b + c`` associates otherwise than in
Spark, ``date_add`` becomes a portable node. A query that is maintained must keep Spark's meaning, so here a function
call stays a call of that name, and operators bind as in Spark's grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from sqlglot import Token, TokenType, exp
from sqlglot.dialects.dialect import DialectType
from sqlglot.dialects.spark import Spark
from sqlglot.generators.spark import SparkGenerator
from sqlglot.parsers.spark import SparkParser

from streamtables_grammar.quoting import quote_string
from streamtables_rewriter.sql.parentheses import with_parentheses
from streamtables_rewriter.sql.pipe_syntax import Pipe, PipeParser
from streamtables_rewriter.sql.time_window_syntax import TimeWindowColumn
from streamtables_rewriter.sql.unread import Rewrite

# Functions whose arguments are separated by keywords; the parser must know these.
_KEYWORD_ARGUMENTS = ("CAST", "EXTRACT", "OVERLAY", "POSITION", "SUBSTR", "SUBSTRING", "TRIM", "TRY_CAST")


class FaithfulParser(PipeParser):
    """Spark's parser without translations.

    The few functions that keep a node of their own are those that every dialect spells and means alike.
    """

    FUNCTIONS: ClassVar[dict[str, Callable[..., Any]]] = {
        "ABS": exp.Abs.from_arg_list,
        "COALESCE": lambda arguments: exp.Coalesce(this=arguments[0], expressions=arguments[1:]),
        "NULLIF": exp.Nullif.from_arg_list,
    }
    FUNCTION_PARSERS: ClassVar[dict[str, Callable[..., Any]]] = {
        name: SparkParser.FUNCTION_PARSERS[name] for name in _KEYWORD_ARGUMENTS
    }
    NO_PAREN_FUNCTIONS: ClassVar[dict[TokenType, Any]] = {}
    NO_PAREN_FUNCTION_PARSERS: ClassVar[dict[str, Callable[..., Any]]] = {
        name: SparkParser.NO_PAREN_FUNCTION_PARSERS[name] for name in ("CASE", "TRANSFORM")
    }
    # A lateral join of a function's rows is another plan with a condition than without.
    ADD_JOIN_ON_TRUE: ClassVar = False
    ARRAY_CONSTRUCTORS: ClassVar[dict[str, type[exp.Func]]] = {}
    TERM: ClassVar[dict[TokenType, type[exp.Binary]]] = {
        **{token: kind for token, kind in SparkParser.TERM.items() if token is not TokenType.COLLATE},
        TokenType.DPIPE: exp.DPipe,
    }
    COLON_IS_VARIANT_EXTRACT: ClassVar = True
    UNARY_PARSERS: ClassVar[dict[TokenType, Callable[..., Any]]] = {
        **SparkParser.UNARY_PARSERS,
        # Dropping the sign would make an ordinal of GROUP BY +1.
        TokenType.PLUS: lambda self: exp.Anonymous(this="positive", expressions=[self._parse_unary()]),
    }

    def _parse_unary(self) -> exp.Expr | None:
        """Read COLLATE with its operand: it binds tighter than any operator."""
        this = super()._parse_unary()
        while this is not None and self._match(TokenType.COLLATE):
            name = self._parse_var(any_token=True)
            while self._match(TokenType.DOT):
                name = exp.Dot(this=name, expression=self._parse_var(any_token=True))
            this = self.expression(exp.Collate(this=this, expression=name))
        return this

    def _parse_bitwise(self) -> exp.Expr | None:
        return self._parse_left_associative(self._parse_bit_xor, {TokenType.PIPE: exp.BitwiseOr})

    def _parse_bit_xor(self) -> exp.Expr | None:
        return self._parse_left_associative(self._parse_bit_and, {TokenType.CARET: exp.BitwiseXor})

    def _parse_bit_and(self) -> exp.Expr | None:
        return self._parse_left_associative(self._parse_shift, {TokenType.AMP: exp.BitwiseAnd})

    def _parse_shift(self) -> exp.Expr | None:
        this = self._parse_term()
        while True:
            if self._match_pair(TokenType.LT, TokenType.LT):
                this = self.expression(exp.BitwiseLeftShift(this=this, expression=self._parse_term()))
            elif self._match_pair(TokenType.GT, TokenType.GT):
                unsigned = self._match(TokenType.GT)
                right = self._parse_term()
                this = self.expression(
                    exp.Anonymous(this="shiftrightunsigned", expressions=[this, right])
                    if unsigned
                    else exp.BitwiseRightShift(this=this, expression=right)
                )
            else:
                return this

    def _parse_left_associative(
        self, operand: Callable[[], exp.Expr | None], operators: dict[TokenType, type[exp.Binary]]
    ) -> exp.Expr | None:
        this = operand()
        while self._match_set(operators):
            kind = operators[self._prev.token_type]
            this = self.expression(kind(this=this, expression=operand()))
        return this

    def _parse_interval(
        self, require_interval: bool = True, parse_function_unit: bool = True
    ) -> exp.Add | exp.Interval | None:
        """Read one interval literal; ``INTERVAL 1 DAY 2 HOURS`` is one literal too, never a sum."""
        parsed = super()._parse_interval(require_interval, parse_function_unit)
        if not isinstance(parsed, exp.Add):
            return parsed
        values = [literal.name for literal in parsed.find_all(exp.Literal)]
        parts = [part for part in parsed.flatten() if isinstance(part, exp.Interval)]
        if len(values) != len(parts) or not all(isinstance(part.args.get("unit"), exp.Var) for part in parts):
            self.raise_error(Rewrite("write it as one string, such as INTERVAL '1 day 2 hours'"))
        text = " ".join(f"{part.this.name} {part.args['unit'].name.lower()}" for part in parts)
        return self.expression(exp.Interval(this=exp.Literal.string(text)))

    def _build_json_extract(
        self, this: exp.Expr | None, path_parts: list[exp.JSONPathPart]
    ) -> tuple[exp.Expr | None, list[exp.JSONPathPart]]:
        """Read ``v:a.b[0]`` as the call that Spark makes of it."""
        root, *parts = path_parts
        if not parts:
            return this, path_parts
        path = exp.Literal.string("$" + "".join(map(self._path_part, parts)))
        call = exp.Anonymous(this="variant_get", expressions=[this, path, exp.Literal.string("variant")])
        return self.expression(call), [root]

    def _path_part(self, part: exp.JSONPathPart) -> str:
        if isinstance(part, exp.JSONPathKey):
            if any(c in part.name for c in '.[]"\\'):
                self.raise_error(Rewrite("write variant_get(v, '$.path', 'variant')"))
            return f".{part.name}" if part.name.isidentifier() else f'["{part.name}"]'
        return f"[{part.this}]"

    def _parse_transform(self) -> Any:
        parsed = super()._parse_transform()
        if isinstance(parsed, exp.Transform):
            return exp.Anonymous(this="transform", expressions=[parsed.this, parsed.expression])
        return parsed


class FaithfulGenerator(SparkGenerator):
    """Spark's SQL as it was written: a CTE stays in its query, QUALIFY stays QUALIFY, TIME stays TIME."""

    EXPRESSIONS_WITHOUT_NESTED_CTES: ClassVar[set[type[exp.Expr]]] = set()
    TRANSFORMS: ClassVar[dict[type[exp.Expr], Callable[..., str]]] = {
        **{kind: render for kind, render in SparkGenerator.TRANSFORMS.items() if kind is not exp.Select},
        # Parsed queries are written out for the names of unnamed columns only.
        Pipe: lambda self, pipe: self.sql(pipe.this),
        exp.RawString: lambda _, raw: quote_string(raw.name),
        TimeWindowColumn: lambda self, column: ".".join(self.sql(part) for part in column.parts[1:]),
    }
    TYPE_MAPPING: ClassVar[dict[Any, str]] = {**SparkGenerator.TYPE_MAPPING, exp.DType.TIME: "TIME"}

    def generate(self, expression: exp.Expr, copy: bool = True) -> str:
        """Write a tree, its operands in parentheses where they need it.

        Args:
            expression: The tree.
            copy: Whether it stays as it is.

        Returns:
            The SQL text.
        """
        return super().generate(with_parentheses(expression.copy() if copy else expression), copy=False)

    def literal_sql(self, expression: exp.Literal) -> str:
        """Write a literal; a text is written where all texts are."""
        return quote_string(expression.name) if expression.is_string else super().literal_sql(expression)


class FaithfulSpark(Spark):
    """The dialect of user queries."""

    class Tokenizer(Spark.Tokenizer):
        """Spark's tokens; a doubled quote stands for one quote, as in Spark 4."""

        STRING_ESCAPES: ClassVar[list[str]] = ["\\", "'", '"']

    Parser = FaithfulParser
    Generator = FaithfulGenerator

    def tokenize(self, sql: str, dialect: DialectType = None) -> list[Token]:
        """Split a text; the word WINDOW is a name like others unless it begins the clause of named windows."""
        tokens = super().tokenize(sql, dialect)
        for index, token in enumerate(tokens):
            behind = tokens[index + 2 : index + 3]
            if token.token_type == TokenType.WINDOW and (not behind or behind[0].token_type != TokenType.ALIAS):
                tokens[index] = Token(
                    TokenType.VAR, token.text, token.line, token.col, token.start, token.end, token.comments
                )
        return tokens


def require_extensible() -> None:
    """Make one of each kind of sqlglot's classes that are extended here.

    Raises:
        TypeError: They cannot be, as those of sqlglot's compiled build.
    """
    FaithfulSpark().parser()
    FaithfulSpark().generator()
    Pipe()
    TimeWindowColumn()

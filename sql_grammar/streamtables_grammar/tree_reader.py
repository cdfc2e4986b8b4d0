"""What every statement is made of: names, texts, strings, and the checks they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.expected import RULE_WORDS
from streamtables_grammar.generated.StreamSqlParser import StreamSqlParser
from streamtables_grammar.generated.StreamSqlVisitor import StreamSqlVisitor
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import Query
from streamtables_grammar.string_literals import string_value

_TABLE_PARTS = 3
_SCHEMA_PARTS = 2
_SMALLEST, _GREATEST = -(2**63), 2**63 - 1
_LONGEST_NUMBER = 100
_LONGEST_SHOWN = 40
_QUERY_WORDS = ("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(")


class TreeReader(StreamSqlVisitor):
    """Reads the parts of ANTLR's tree that statements share.

    Args:
        sql: The text that the tree was made from.
    """

    def __init__(self, sql: str) -> None:
        self._sql = sql

    def between(self, first: Any, last: Any) -> SourceSpan:
        """Return the span from one token to another."""
        return SourceSpan.at(self._sql, first.start, last.stop + 1)

    def span(self, ctx: Any) -> SourceSpan:
        """Return the span of a part."""
        return self.between(ctx.start, ctx.stop)

    def text(self, ctx: Any) -> Query:
        """Return a part as written."""
        span = self.span(ctx)
        return Query(span.of(self._sql), span)

    def query(self, ctx: Any) -> Query:
        """Return a query as written; Spark parses it, but what can be no query is refused here."""
        first = ctx.start
        if first.text.upper() not in _QUERY_WORDS:
            raise StreamSqlSyntaxError(
                "STREAM_SQL_SYNTAX",
                {"expected": ", ".join(_QUERY_WORDS[:-1]) + ", '('", "found": shortened(first.text)},
                span=self.between(first, first),
            )
        return self.text(ctx)

    def identifier(self, ctx: Any) -> str:
        """Return a name's part, quotes removed."""
        text: str = ctx.getText()
        name = text[1:-1].replace("``", "`") if text.startswith("`") else text
        if not name:
            raise self.error("EMPTY_NAME", {}, ctx)
        return name

    def name(self, ctx: Any, kind: str = "stream table", limit: int = _TABLE_PARTS) -> QualifiedName:
        """Return a dotted name."""
        parts = tuple(self.identifier(part) for part in ctx.identifier())
        if len(parts) > limit:
            raise self.error("TOO_MANY_NAME_PARTS", {"kind": kind, "limit": str(limit), "name": ctx.getText()}, ctx)
        return QualifiedName(parts, self.span(ctx))

    def literal(self, ctx: Any) -> str | int | float | bool | None:
        """Return the Python value of a literal."""
        if ctx.stringLiteral():
            return string_of(ctx.stringLiteral())
        if ctx.number():
            return self.whole_number(ctx) if ctx.number().INTEGER() else float(ctx.getText())
        return None if ctx.NULL() else ctx.getText().upper() == "TRUE"

    def whole_number(self, ctx: Any) -> int:
        """Return a whole number that fits SQL's BIGINT."""
        text: str = ctx.getText()
        # Python refuses to read very long numbers.
        if len(text) > _LONGEST_NUMBER or not _SMALLEST <= (number := int(text)) <= _GREATEST:
            raise self.error("NUMBER_TOO_LARGE", {"number": shortened(text)}, ctx)
        return number

    def schema(self, ctx: Any) -> QualifiedName | None:
        """Return the schema that IN names, if any."""
        return None if ctx is None else self.name(ctx.qualifiedName(), "schema", _SCHEMA_PARTS)

    def identifiers(self, ctx: Any, clause: str) -> tuple[str, ...]:
        """Return a clause's columns, each named once."""
        self.refuse_same_names(ctx.identifier(), clause)
        return tuple(self.identifier(identifier) for identifier in ctx.identifier())

    def refuse_same_names(self, identifiers: Sequence[Any], clause: str) -> None:
        """Column names are the same in whatever case: two that differ in case only could not be told apart later."""
        seen: set[str] = set()
        for identifier in identifiers:
            name = self.identifier(identifier)
            if name.lower() in seen:
                raise self.error("DUPLICATE_COLUMN", {"clause": clause, "column": name}, identifier)
            seen.add(name.lower())

    def refuse_repeated(self, parts: Iterable[tuple[str, Any]]) -> None:
        """Refuse parts that have the same words."""
        seen: set[str] = set()
        for words, ctx in parts:
            if words in seen:
                raise self.error("DUPLICATE_CLAUSE", {"clause": words}, ctx)
            seen.add(words)

    def conflict(self, first: str, ctx: Any, second: str) -> StreamSqlSyntaxError:
        """Return the error of a part that another part excludes."""
        return self.error("CONFLICTING_CLAUSES", {"first": first, "second": second}, ctx)

    def error(self, condition: str, parameters: dict[str, str], ctx: Any) -> StreamSqlSyntaxError:
        """Return an error that points at a part."""
        return StreamSqlSyntaxError(condition, parameters, span=self.span(ctx))


def clause_words(ctx: Any) -> str:
    """Return a clause's keywords, for messages and to find it given twice."""
    words = RULE_WORDS.get(StreamSqlParser.ruleNames[ctx.getRuleIndex()])
    if words is None and ctx.getChildCount() == 1 and hasattr(ctx.getChild(0), "getRuleIndex"):
        return clause_words(ctx.getChild(0))
    return words or first_word(ctx)


def first_word(ctx: Any) -> str:
    """Return the first word in upper case."""
    text: str = ctx.start.text
    return text.upper()


def string_of(ctx: Any) -> str:
    """Return the text that a string literal stands for."""
    return string_value(ctx.getText())


def shortened(text: str) -> str:
    """Return a text as messages show it."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."

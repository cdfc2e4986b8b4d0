"""From text to ANTLR's parse tree, and from a failed parse to one error that says what was expected where."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from antlr4 import CommonTokenStream, InputStream
from antlr4.atn.PredictionMode import PredictionMode
from antlr4.error.Errors import ParseCancellationException
from antlr4.error.ErrorStrategy import BailErrorStrategy

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.expected import END_OF_STATEMENT, RULE_WORDS, find_mistake
from streamtables_grammar.generated.StreamSqlLexer import StreamSqlLexer
from streamtables_grammar.generated.StreamSqlParser import StreamSqlParser
from streamtables_grammar.recognize import comment_stop
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statement_builder import StatementBuilder
from streamtables_grammar.statements import Statement
from streamtables_grammar.tree_reader import shortened

_BODIES = frozenset({RULE_WORDS["query"], RULE_WORDS["triggerBody"]})
_BEHIND_COLUMN = ("COMMENT", "','", "')'")
_CLAUSES = frozenset({RULE_WORDS["commentClause"], RULE_WORDS["propertiesClause"]})
_NOT_NEEDED = MappingProxyType(
    {
        "OPTIONS": "Write TBLPROPERTIES.",
        "SELECT": "Write AS before the query.",
        "USING": "Leave USING out: the rows of a stream table are kept by Delta.",
        "WITH": "Write AS before the query.",
    }
)


def read_statement(sql: str) -> Statement:
    """Parse a statement of ours.

    Args:
        sql: A text that starts like a statement of ours.

    Returns:
        The statement.

    Raises:
        StreamSqlSyntaxError: The text is wrong.
    """
    tokens = CommonTokenStream(StreamSqlLexer(InputStream(sql)))
    tokens.fill()
    _refuse_unclosed(sql, tokens)
    try:
        statement: Statement = StatementBuilder(sql).visit(_parse(sql, tokens))
    except RecursionError:
        span = SourceSpan.at(sql, 0, len(sql))
        raise StreamSqlSyntaxError("TOO_DEEPLY_NESTED", span=span) from None
    return statement


def _parse(sql: str, tokens: Any) -> Any:
    """Parse fast and, where that fails, with the full power of ANTLR's prediction."""
    parser = StreamSqlParser(tokens)
    parser.removeErrorListeners()
    parser._errHandler = BailErrorStrategy()  # noqa: SLF001 - ANTLR has no other way to set it
    for mode in (PredictionMode.SLL, PredictionMode.LL):
        parser._interp.predictionMode = mode  # noqa: SLF001 - as above
        tokens.seek(0)
        parser.reset()
        try:
            return parser.singleStatement()
        except ParseCancellationException as error:
            failure = error
    raise _syntax_error(sql, tokens) from failure


def _visible(tokens: Any) -> list[Any]:
    return [token for token in tokens.tokens if token.channel == 0]


def _syntax_error(sql: str, tokens: Any) -> StreamSqlSyntaxError:
    visible = _visible(tokens)
    mistake = find_mistake([token.type for token in visible], StreamSqlParser.RULE_singleStatement)
    assert mistake is not None, "ANTLR refuses what its grammar admits"
    token = visible[mistake.position]
    at_end = token.type == StreamSqlParser.EOF
    # The end stands behind the last word, not behind the comments that may follow it.
    start = visible[mistake.position - 1].stop + 1 if at_end and mistake.position else token.start
    span = SourceSpan.at(sql, start, start if at_end else token.stop + 1)
    if token.type in {StreamSqlParser.EOF, StreamSqlParser.SEMICOLON} and _BODIES.issuperset(mistake.expected):
        return StreamSqlSyntaxError("EMPTY_QUERY", {"what": mistake.expected[0].removeprefix("a ")}, span=span)
    expected = ", ".join(mistake.expected)
    found = END_OF_STATEMENT if at_end else shortened(token.text)
    parameters = {"expected": expected, "found": found}
    return StreamSqlSyntaxError("STREAM_SQL_SYNTAX", parameters, span=span, hint=_hint(token.text, mistake.expected))


def _hint(found: str, expected: tuple[str, ...]) -> str | None:
    """Return what users of CREATE TABLE have to know where they write its other parts."""
    if expected == _BEHIND_COLUMN and found.isidentifier():
        return "Columns have the types that the query gives them: write names only, and CAST in the query."
    return _NOT_NEEDED.get(found.upper()) if _CLAUSES.issubset(expected) else None


def _refuse_unclosed(sql: str, tokens: Any) -> None:
    """Refuse a text whose quote or comment has no end: everything behind it would be read as something else."""
    for token in tokens.tokens:
        if token.type == StreamSqlParser.BRACKETED_COMMENT and comment_stop(sql, token.start) is None:
            what = "comment"
        elif token.type == StreamSqlParser.UNCLOSED_QUOTE:
            what = "quoted name" if token.text == "`" else "string"
        else:
            continue
        span = SourceSpan.at(sql, token.start, min(token.stop + 1, len(sql)))
        raise StreamSqlSyntaxError("UNCLOSED_TEXT", {"what": what}, span=span)

"""Reading what stands in a string of a statement: a name, or a query."""

from __future__ import annotations

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import ColumnSpec, CreateStreamTable, DescribeStreamTable, Query

_BEFORE_NAME = "DESCRIBE STREAM TABLE "
_BEFORE_COLUMNS, _BEHIND_COLUMNS = "CREATE STREAM TABLE ", " AS SELECT 1"
_BEFORE_QUERY = "CREATE STREAM TABLE x AS "


def read_name(text: str, literal: SourceSpan) -> QualifiedName:
    """Read the name of a stream table.

    Args:
        text: One to three parts with dots between them, each quoted or not.
        literal: Where the string stands.

    Returns:
        The name.

    Raises:
        StreamSqlSyntaxError: INVALID_ARGUMENT: it is no name.
    """
    # What else the text may hold is no part of this statement, so that it is refused.
    try:
        statement = parse_statement(_BEFORE_NAME + text)
    except StreamSqlSyntaxError:
        statement = None
    if not isinstance(statement, DescribeStreamTable):
        expected = "a table's name, such as 'sales.by_region'"
        raise StreamSqlSyntaxError("INVALID_ARGUMENT", {"argument": text, "expected": expected}, span=literal)
    return QualifiedName(statement.name.parts, literal)


def read_name_and_columns(text: str, literal: SourceSpan) -> tuple[QualifiedName, tuple[ColumnSpec, ...]]:
    """Read the name of a stream table, behind which names of its columns may stand in parentheses.

    Args:
        text: One to three parts with dots between them, each quoted or not; then the columns.
        literal: Where the string stands.

    Returns:
        The name, and the columns that were given.

    Raises:
        StreamSqlSyntaxError: INVALID_ARGUMENT: it is no name.
    """
    try:
        statement = parse_statement(f"{_BEFORE_COLUMNS}{text}{_BEHIND_COLUMNS}")
    except StreamSqlSyntaxError:
        statement = None
    if not isinstance(statement, CreateStreamTable) or not statement.columns:
        return read_name(text, literal), ()
    # What else the text may hold is no part of a name.
    columns = tuple(ColumnSpec(column.name, column.comment, literal) for column in statement.columns)
    name = QualifiedName(statement.name.parts, literal)
    plain = CreateStreamTable(statement.name, statement.query, statement.span, columns=statement.columns)
    return (name, columns) if statement == plain else (read_name(text, literal), ())


def read_query(text: str, literal: SourceSpan) -> Query:
    """Read a query as far as that is done behind AS: Spark parses it, but what can be no query is refused here.

    Args:
        text: The query.
        literal: Where the string stands; characters that are escaped in it count as one each.

    Returns:
        The query.

    Raises:
        StreamSqlSyntaxError: It is no query.
    """
    try:
        statement = parse_statement(_BEFORE_QUERY + text)
    except StreamSqlSyntaxError as error:
        span = None if error.span is None else _moved(error.span, literal)
        raise StreamSqlSyntaxError(error.condition.name, error.parameters, span=span, hint=error.hint) from None
    assert isinstance(statement, CreateStreamTable)
    return Query(statement.query.text, _moved(statement.query.span, literal))


def _moved(span: SourceSpan, literal: SourceSpan) -> SourceSpan:
    """Move a span from the text that was parsed to the string, behind whose quote the text begins."""
    offset = literal.start + 1 - len(_BEFORE_QUERY)
    column = span.column + literal.column - len(_BEFORE_QUERY) if span.line == 1 else span.column
    return SourceSpan(span.start + offset, span.stop + offset, span.line + literal.line - 1, column)

"""The language of stream tables: SQL text in, frozen statement values out. Imports antlr4 only."""

from streamtables_grammar.errors import StreamSqlSyntaxError, StreamTableError
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.render import render_create, schedule_text
from streamtables_grammar.statements import Statement

__all__ = [
    "Statement",
    "StreamSqlSyntaxError",
    "StreamTableError",
    "parse_statement",
    "render_create",
    "schedule_text",
]

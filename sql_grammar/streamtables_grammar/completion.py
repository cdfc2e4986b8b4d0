"""What can come next in a statement that is being written."""

from __future__ import annotations

from antlr4 import CommonTokenStream, InputStream

from streamtables_grammar.expected import END_OF_STATEMENT, find_mistake
from streamtables_grammar.generated.StreamSqlLexer import StreamSqlLexer
from streamtables_grammar.generated.StreamSqlParser import StreamSqlParser

_IMPOSSIBLE: int = StreamSqlParser.atn.maxTokenType + 1
"""A token that no way through the grammar takes."""
NAME, QUERY, STATEMENT = "a name", "a query", "a statement"
"""Words for what is no keyword."""


def expected_behind(sql: str) -> tuple[str, ...]:
    """Return what can follow the beginning of a statement of ours.

    Args:
        sql: The text up to where something is to be written, without the word that is being written.

    Returns:
        Keywords, and words for other things such as ``a name``, in the grammar's order; none where the text is wrong.

    Examples:
        >>> expected_behind("REFRESH STREAM TABLE sales.by_region WITHOUT")
        ('UPSTREAM',)
    """
    tokens = CommonTokenStream(StreamSqlLexer(InputStream(sql)))
    tokens.fill()
    types = [token.type for token in tokens.tokens if token.channel == 0 and token.type != StreamSqlParser.EOF]
    mistake = find_mistake([*types, _IMPOSSIBLE], StreamSqlParser.RULE_singleStatement)
    if mistake is None or mistake.position < len(types):
        return ()
    return tuple(word for word in mistake.expected if word != END_OF_STATEMENT)

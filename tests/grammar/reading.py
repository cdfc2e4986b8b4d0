"""Reading statements in tests: values without spans, and spans as the text they cover."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.spans import SourceSpan


def read(sql: str) -> Any:
    """Return the statement of a text that is ours."""
    statement = parse_statement(sql)
    assert statement is not None, sql
    return statement


def refused(sql: str) -> StreamSqlSyntaxError:
    """Return the error of a text that is ours but wrong."""
    with pytest.raises(StreamSqlSyntaxError) as caught:
        parse_statement(sql)
    return caught.value


def values(thing: Any) -> Any:
    """Return a statement as nested tuples without spans."""
    if is_dataclass(thing) and not isinstance(thing, type):
        parts = ((field.name, getattr(thing, field.name)) for field in fields(thing))
        return (
            type(thing).__name__,
            *((name, values(part)) for name, part in parts if not isinstance(part, SourceSpan) and "span" not in name),
        )
    if isinstance(thing, tuple):
        return tuple(values(part) for part in thing)
    return thing

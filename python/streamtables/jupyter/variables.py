"""``:name`` in a statement: the values of Python's variables, which never become a part of its text unquoted."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from streamtables.errors import NotebookError
from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.pieces import Parameter, find_parameters
from streamtables_grammar.quoting import quote_binary, quote_string
from streamtables_grammar.recognize import is_ours
from streamtables_grammar.spans import SourceSpan

_MISSING = object()
_FRAME_HINT = "Give it a name in SQL with createOrReplaceTempView."
_WRITTEN_PLAINLY = (int, Decimal)


@dataclass(frozen=True, slots=True)
class BoundStatement:
    """A statement with the values of its variables.

    Attributes:
        text: What is run.
        arguments: Values that Spark binds by name.
        is_ours: Whether it is a statement on stream tables.
        written: Where literals stand in the text: offset and length there, length of what they replace.
    """

    text: str
    arguments: Mapping[str, object]
    is_ours: bool
    written: tuple[tuple[int, int, int], ...] = ()

    def written_offset(self, offset: int) -> int:
        """Return where something stands in the text that the user wrote.

        Args:
            offset: Where it stands in ``text``; of something inside a literal, the beginning of the variable is meant.

        Returns:
            The offset in the user's text.
        """
        grown = 0
        for start, length, replaced in self.written:
            if offset < start:
                break
            if offset < start + length:
                return start - grown
            grown += length - replaced
        return offset - grown


def bind(text: str, namespace: Mapping[str, object]) -> BoundStatement:
    """Give the variables of a statement their values.

    Spark binds those of its own statements. Ours keep the query that they define as a text, in which a value is a
    literal.

    Args:
        text: One statement.
        namespace: The user's variables.

    Returns:
        The statement to run.

    Raises:
        NotebookError: VARIABLE_MISSING or VARIABLE_UNUSABLE, for a statement of ours; VARIABLE_UNUSABLE for any.
    """
    found = find_parameters(text)
    try:
        ours = is_ours(text)
    except StreamSqlSyntaxError:
        # Spark's parser asks us, too, and gets the same error, with the position in the user's own text.
        return BoundStatement(text, {}, is_ours=True)
    if not ours:
        known = {one.name: one for one in found if one.name in namespace}
        return BoundStatement(text, {name: _value(text, one, namespace) for name, one in known.items()}, is_ours=False)
    parts, written, position, length = [], [], 0, 0
    for one in found:
        literal = _literal(text, one, _value(text, one, namespace))
        parts += [text[position : one.start], literal]
        length += one.start - position
        written.append((length, len(literal), one.stop - one.start))
        length += len(literal)
        position = one.stop
    return BoundStatement("".join([*parts, text[position:]]), {}, is_ours=True, written=tuple(written))


def _value(text: str, parameter: Parameter, namespace: Mapping[str, object]) -> object:
    """Return the value of a variable as plain Python."""
    value = namespace.get(parameter.name, _MISSING)
    if value is _MISSING:
        raise NotebookError(
            "VARIABLE_MISSING", {"name": parameter.name}, span=_span(text, parameter), hint="Give it a value in Python."
        )
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "ndim", None) == 0:
        # A number of NumPy's.
        value = item()
    if isinstance(value, tuple):
        value = list(value)
    if not _is_usable(value):
        kind = type(value).__name__
        hint = _FRAME_HINT if hasattr(value, "createOrReplaceTempView") else None
        raise NotebookError(
            "VARIABLE_UNUSABLE", {"name": parameter.name, "kind": kind}, span=_span(text, parameter), hint=hint
        )
    return value


def _is_usable(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_usable, value))
    return value is None or isinstance(value, (bool, int, float, str, bytes, Decimal, date))


def _span(text: str, parameter: Parameter) -> SourceSpan:
    return SourceSpan.at(text, parameter.start, parameter.stop)


def _literal(text: str, parameter: Parameter, value: object) -> str:
    if value is None:
        return "NULL"
    for kinds, write in _LITERALS:
        if isinstance(value, kinds):
            return write(value)
    parameters = {"name": parameter.name, "kind": type(value).__name__}
    raise NotebookError("VARIABLE_UNUSABLE", parameters, span=_span(text, parameter))


def _number(value: object) -> str:
    written = format(value, "f") + "BD" if isinstance(value, Decimal) else str(value)
    # Behind another minus its own would begin a comment.
    return f"({written})" if written.startswith("-") else written


def _double(value: object) -> str:
    assert isinstance(value, float)
    if not math.isfinite(value):
        return f"CAST({quote_string(str(value))} AS DOUBLE)"
    written = f"{value!r}D"
    return f"({written})" if written.startswith("-") else written


def _binary(value: object) -> str:
    assert isinstance(value, bytes)
    return quote_binary(value)


def _timestamp(value: object) -> str:
    assert isinstance(value, datetime)
    # As PySpark takes a time without a zone: it is this machine's.
    return f"TIMESTAMP{quote_string(value.astimezone().isoformat(sep=' '))}"


def _array(value: object) -> str:
    assert isinstance(value, Sequence)
    parts = []
    for part in value:
        write = next((write for kinds, write in _LITERALS if isinstance(part, kinds)), None)
        parts.append("NULL" if write is None else write(part))
    return f"array({', '.join(parts)})"


_Kinds = type | tuple[type, ...]
_LITERALS: tuple[tuple[_Kinds, Callable[[object], str]], ...] = (
    (bool, lambda value: str(value).upper()),
    (_WRITTEN_PLAINLY, _number),
    (float, _double),
    (str, lambda value: quote_string(str(value))),
    (bytes, _binary),
    (datetime, _timestamp),
    (date, lambda value: f"DATE{quote_string(str(value))}"),
    (list, _array),
)
"""How values are written, the narrower kind before the wider one."""

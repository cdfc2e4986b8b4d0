"""An error of a statement in one piece: what went wrong, where in the user's text, what to do; no stack."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from streamtables.errors import StreamTableError
from streamtables_grammar.spans import SourceSpan

_CONDITION = re.compile(r"\[(?P<name>[A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*)\]\s*")
_STATE = re.compile(r"\s*SQLSTATE: (?P<state>\w{5})")
_HINT = re.compile(r"\s*Hint: (?P<hint>.*)\Z", re.DOTALL)
# Where Spark begins to tell plans, the statement or a stack.
_REST = re.compile(r";?\s*\n\s*(?:'?[A-Z]\w*[ (\[]|\+-|== SQL|JVM stacktrace|Traceback)|\s*\n\s*\n|;\s*\Z")
_PLACES = (
    (re.compile(r"\s*\(line (?P<line>\d+), column (?P<column>\d+)\)"), 0),
    (re.compile(r"\s*== SQL[^\n]*\(line (?P<line>\d+), position (?P<column>\d+)\) =="), 0),
    (re.compile(r"\s*\(line (?P<line>\d+), pos (?P<column>\d+)\)"), 1),
    (re.compile(r";?\s*line (?P<line>\d+) pos (?P<column>\d+)"), 1),
)
"""How positions are told, and what is to be added to the column for it to count from 1."""
_COLOURS: Mapping[str, str] = MappingProxyType({"red": "\x1b[31m", "bold": "\x1b[1m", "dim": "\x1b[2m", "": "\x1b[0m"})


@dataclass(frozen=True, slots=True)
class ErrorParts:
    """What is told of an error.

    Attributes:
        condition: Its name; the class of an error without one.
        state: Its SQLSTATE; empty where it has none.
        message: What went wrong.
        hint: What to do; empty where nothing is known.
        place: Line and column, both counted from 1; None where that is not known.
    """

    condition: str
    state: str
    message: str
    hint: str
    place: tuple[int, int] | None


def read_error(error: BaseException) -> ErrorParts:
    """Take an error apart, ours or Spark's, from this process or from a server.

    Args:
        error: The error.

    Returns:
        Its parts.
    """
    text = str(error).strip()
    place = _place(error, text)
    named = _CONDITION.match(text)
    condition = type(error).__name__ if named is None else named["name"]
    rest = text if named is None else text[named.end() :]
    state = _STATE.search(rest)
    if state is not None:
        rest = rest[: state.start()] + rest[state.end() :]
    if not isinstance(error, StreamTableError) and (plan := _REST.search(rest)) is not None:
        # What Spark says of several tables of ours is kept: it has no plan.
        rest = rest[: plan.start()] if named is None or not _is_ours(condition) else rest
    for pattern, _ in _PLACES:
        rest = pattern.sub("", rest)
    hint = _HINT.search(rest)
    if hint is not None:
        rest = rest[: hint.start()]
    return ErrorParts(
        condition, "" if state is None else state["state"], rest.strip(), "" if hint is None else hint["hint"], place
    )


def error_lines(told: ErrorParts, text: str, first_line: int) -> list[str]:
    """Write an error for a cell.

    Args:
        told: The error; its place is one in the text.
        text: What the user wrote.
        first_line: Which line of the cell the text begins in.

    Returns:
        Lines, coloured for terminals, which Jupyter understands, too.
    """
    state = f" {told.state}" if told.state else ""
    lines = [_coloured("red", told.condition) + _coloured("dim", state), *told.message.splitlines()]
    written = text.splitlines()
    if told.place is not None and told.place[0] <= len(written):
        line, column = told.place
        number = str(first_line + line - 1)
        shown = written[line - 1].replace("\t", " ")
        lines += [
            "",
            f"{_coloured('dim', f'line {number}:')} {shown}",
            f"{' ' * (len(number) + column + 6)}{_coloured('red', '^')}",
        ]
    if told.hint:
        lines += ["", f"{_coloured('bold', 'Hint:')} {told.hint}"]
    return lines


def _is_ours(condition: str) -> bool:
    return condition in {"REFRESH_FAILED", "VERIFY_FAILED", "IMMEDIATE_FAILED", "IMMEDIATE_FAILED_KEPT", "STALE_READ"}


def _place(error: BaseException, text: str) -> tuple[int, int] | None:
    span: SourceSpan | None = getattr(error, "span", None)
    if span is not None:
        return span.line, span.column
    # Of the plan that Spark appends every node may have a place.
    found = chain.from_iterable(((match, add) for match in pattern.finditer(text)) for pattern, add in _PLACES)
    first = next(found, None)
    if first is None:
        return None
    match, add = first
    return int(match["line"]), int(match["column"]) + add


def _coloured(colour: str, text: str) -> str:
    return f"{_COLOURS[colour]}{text}{_COLOURS['']}" if text else ""

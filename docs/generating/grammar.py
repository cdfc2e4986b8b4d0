"""Reads the rules of ``StreamSql.g4`` into a small tree: as much of ANTLR's notation as that file uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parents[2] / "sql_grammar" / "streamtables_grammar" / "StreamSql.g4"
_TOKENS = re.compile(r"\s*(?:/\*.*?\*/\s*|//[^\n]*\s*)*('(?:[^'\\]|\\.)*'|#\s*\w+|\w+=?|[():;|?*+~]|\S)", re.DOTALL)
_RULE = re.compile(r"^(\w+)\s*:(.*?)\s;$", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"^([A-Z_]+)\s*:\s*'((?:[^'\\]|\\.)*)'\s*;$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword or a sign, as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Another rule."""

    rule: str


@dataclass(frozen=True, slots=True)
class Series:
    """Parts one after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several parts."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Optional:
    """A part that may be left out."""

    part: Part


@dataclass(frozen=True, slots=True)
class Repeated:
    """A part once or more, with a separator between where there is one."""

    part: Part
    separator: Part | None = None


Part = Word | Reference | Series | Choice | Optional | Repeated


@cache
def rules() -> Mapping[str, Part]:
    """Read the parser's rules.

    Returns:
        What each stands for, by its name; an alternative that has a label is there by the label, too.
    """
    text = GRAMMAR.read_text(encoding="utf-8")
    words = {name: re.sub(r"\\(.)", r"\1", written) for name, written in _WORD.findall(text)}
    found: dict[str, Part] = {}
    for name, body in _RULE.findall(text):
        if name[0].islower():
            alternatives = _Reader(body, words).alternatives()
            found |= {label: part for label, part in alternatives if label is not None and label not in found}
            found[name] = _one_of([part for _, part in alternatives])
    return found


def _one_of(parts: list[Part]) -> Part:
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))


class _Reader:
    """Reads the text between a rule's colon and its semicolon."""

    def __init__(self, body: str, words: Mapping[str, str]) -> None:
        self._tokens: list[str] = _TOKENS.findall(body)
        self._place = 0
        self._words = words

    def alternatives(self) -> list[tuple[str | None, Part]]:
        """Read alternatives up to a closing parenthesis or the end, each with its label."""
        found = []
        while True:
            part = self._series()
            label = self._take().lstrip("# ") if self._next().startswith("#") else None
            found.append((label, part))
            if self._next() != "|":
                return found
            self._take()

    def _series(self) -> Part:
        parts = list(self._parts())
        return parts[0] if len(parts) == 1 else Series(_with_separators(parts))

    def _parts(self) -> Iterator[Part]:
        while self._next() not in {"", "|", ")"} and not self._next().startswith("#"):
            part = self._one()
            match self._next():
                case "?":
                    part = Optional(part)
                case "*":
                    part = Optional(Repeated(part))
                case "+":
                    part = Repeated(part)
                case _:
                    yield part
                    continue
            self._take()
            yield part

    def _one(self) -> Part:
        sign = self._take()
        if sign.endswith("="):
            sign = self._take()
        if sign == "~":
            self._one()
            return Reference("anything else")
        if sign == "(":
            part = _one_of([part for _, part in self.alternatives()])
            self._take()
            return part
        if sign in self._words:
            return Word(self._words[sign])
        return Reference(sign)

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]


def _with_separators(parts: list[Part]) -> tuple[Part, ...]:
    """Read ``x (COMMA x)*`` as x once or more with commas between."""
    found: list[Part] = []
    for part in parts:
        match part:
            case Optional(Repeated(Series((separator, again)), None)) if found and found[-1] == again:
                found[-1] = Repeated(again, separator)
            case _:
                found.append(part)
    return tuple(found)

"""A rule of the grammar for readers: as a railroad diagram, and as a line of text."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import railroad
from docs.generating.grammar import Choice, Optional, Part, Reference, Repeated, Series, Word, rules

_LEAVES: Mapping[str, str] = MappingProxyType(
    {
        "qualifiedName": "name",
        "identifier": "identifier",
        "stringLiteral": "'text'",
        "wholeNumber": "n",
        "number": "number",
        "booleanLiteral": "boolean",
        "propertyKey": "key",
        "query": "query",
        "condition": "condition",
        "triggerBody": "statement",
        "timeUnit": "unit",
        "createStreamTable": "CREATE STREAM TABLE …",
        "refreshStreamTable": "REFRESH STREAM TABLE …",
        "alterStreamTable": "ALTER STREAM TABLE …",
    }
)
"""Rules that a diagram does not open, with what stands for them."""
_WIDEST = 760
"""Pixels of a diagram's row; what is longer goes on in the next one."""
_LONGEST_LINE = 96
_STYLE = """
svg.railroad-diagram { background-color: #fff; }
svg.railroad-diagram path { stroke-width: 2; stroke: #546e7a; fill: none; }
svg.railroad-diagram text { font: 13px ui-monospace, Menlo, Consolas, monospace; text-anchor: middle; fill: #102027; }
svg.railroad-diagram rect { stroke-width: 1.5; stroke: #546e7a; fill: #fff; }
svg.railroad-diagram .terminal rect { stroke: #00796b; fill: #e0f2f1; }
"""


@dataclass(frozen=True, slots=True)
class Syntax:
    """The syntax of one statement, or of a part of it.

    Attributes:
        rule: A rule of the grammar, or the label of one of its alternatives.
        title: What it is called above the diagram; empty for the statement itself.
        apart: Rules that it names and that have diagrams of their own, with their names.
    """

    rule: str
    title: str = ""
    apart: tuple[tuple[str, str], ...] = ()

    @property
    def file(self) -> str:
        """The diagram's file name."""
        return f"{''.join(f'-{c.lower()}' if c.isupper() else c for c in self.rule)}.svg"

    def text(self) -> str:
        """Write the syntax as text.

        Returns:
            Lines; brackets hold what may be left out, braces what one is chosen from.
        """
        return "\n".join(_Text(dict(self.apart)).lines(self._opened()))

    def diagram(self) -> str:
        """Draw the syntax.

        Returns:
            An SVG document.
        """
        part = self._opened()
        railroad.INTERNAL_ALIGNMENT = "left"
        drawn = _Drawing(dict(self.apart)).rows(part)
        written = io.StringIO()
        railroad.Diagram(drawn, type="simple").writeStandalone(written.write, css=_STYLE)
        return written.getvalue().rstrip() + "\n"

    def _opened(self) -> Part:
        part = rules()[self.rule]
        # A statement that is one rule only shows what is in it.
        return rules()[part.rule] if isinstance(part, Reference) and not self.title else part


class _Reading:
    """What both ways of showing a rule share: which references are opened."""

    def __init__(self, apart: Mapping[str, str]) -> None:
        self._shown = {**_LEAVES, **apart}

    def name_of(self, reference: Reference) -> str | None:
        """The word for a rule that is not opened; None for one that is."""
        return self._shown.get(reference.rule)


class _Text(_Reading):
    def lines(self, part: Part) -> Iterator[str]:
        """Write a part that may take several lines: a line an alternative, or as many parts as fit into a line."""
        if isinstance(part, Choice) and len(self.written(part)) > _LONGEST_LINE:
            for place, one in enumerate(part.parts):
                yield f"{'  | ' if place else '    '}{self.written(one)}"
            return
        line = ""
        for piece in map(self.written, part.parts if isinstance(part, Series) else (part,)):
            if line and len(line) + len(piece) > _LONGEST_LINE:
                yield line
                line = "  "
            line += piece if not line.strip() else f" {piece}"
        yield line.removeprefix("{ ").removesuffix(" }") if isinstance(part, Choice) else line

    def written(self, part: Part) -> str:
        match part:
            case Word(text):
                return text
            case Reference():
                return self.name_of(part) or self.written(rules()[part.rule])
            case Series(parts):
                return _joined(self.written(one) for one in parts)
            case Choice(parts):
                return f"{{ {' | '.join(self.written(one) for one in parts)} }}"
            case Optional(Repeated(one, None)):
                return f"[ {self.written(one)} ... ]"
            case Optional(Choice() as one):
                return f"[ {self.written(one)[2:-2]} ]"
            case Optional(one):
                return f"[ {self.written(one)} ]"
            case Repeated(one, None):
                return f"{self.written(one)} [ ... ]"
            case Repeated(one, separator):
                return f"{self.written(one)} [{self.written(separator) if separator else ''} ...]"


def _joined(words: Iterator[str]) -> str:
    return " ".join(words).replace("( ", "(").replace(" )", ")").replace(" ,", ",")


class _Drawing(_Reading):
    def rows(self, part: Part) -> railroad.DiagramItem:
        """Draw a part, in several rows where one would be too wide."""
        drawn = [self.drawn(one) for one in (part.parts if isinstance(part, Series) else (part,))]
        rows: list[list[railroad.DiagramItem]] = [[]]
        for item in drawn:
            if rows[-1] and sum(one.width + 20 for one in [*rows[-1], item]) > _WIDEST:
                rows.append([])
            rows[-1].append(item)
        sequences = [railroad.Sequence(*row) for row in rows]
        return sequences[0] if len(sequences) == 1 else railroad.Stack(*sequences)

    def drawn(self, part: Part) -> railroad.DiagramItem:
        match part:
            case Word(text):
                return railroad.Terminal(text)
            case Reference():
                name = self.name_of(part)
                return self.drawn(rules()[part.rule]) if name is None else railroad.NonTerminal(name)
            case Series(parts):
                return railroad.Sequence(*(self.drawn(one) for one in _spoken(parts)))
            case Choice(parts):
                return railroad.Choice(0, *(self.drawn(one) for one in parts))
            case Optional(Repeated(one, separator)):
                return railroad.ZeroOrMore(self.drawn(one), self.drawn(separator) if separator else None)
            case Optional(one):
                return railroad.Optional(self.drawn(one))
            case Repeated(one, separator):
                return railroad.OneOrMore(self.drawn(one), self.drawn(separator) if separator else None)


def _spoken(parts: tuple[Part, ...]) -> Iterator[Part]:
    """Words that follow each other, as one: fewer boxes are easier to read."""
    waiting: list[str] = []
    for part in parts:
        if isinstance(part, Word) and part.text.isalpha():
            waiting.append(part.text)
            continue
        if waiting:
            yield Word(" ".join(waiting))
            waiting = []
        yield part
    if waiting:
        yield Word(" ".join(waiting))

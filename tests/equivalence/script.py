"""The format of the equivalence scripts.

A script is SQL in sections. The first section makes sources and stream tables; each later one is headed by the mode
that the refresh after it must run in. ``SOURCE name(columns)`` makes a Delta table in the variant under test, ``STREAM
name AS query`` a stream table (DIFFERENTIAL unless ``STREAM AUTO name``, ``FULL`` or ``IMMEDIATE`` says otherwise; an
IMMEDIATE one has to equal its query after each statement, before any refresh).
Everything else is run as it stands. ``# claim:`` says what the script shows; other lines with ``#`` are comments.

    # claim: a group that loses its last row goes
    SOURCE orders(region STRING, amount INT);
    INSERT INTO orders VALUES ('north', 1), ('south', 2);
    STREAM totals AS SELECT region, sum(amount) AS total FROM orders GROUP BY region;
    == DIFFERENTIAL
    DELETE FROM orders WHERE region = 'south';
    == NO_CHANGE
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_HEADER = re.compile(r"== ([A-Z_]+(?: [A-Z_]+)*)\Z")
_STREAM = re.compile(r"STREAM (?:(AUTO|FULL|IMMEDIATE) )?(\w+) AS (.*)\Z", re.DOTALL)
_SOURCE = re.compile(r"SOURCE (\w+)\s*\((.*)\)\Z", re.DOTALL)


@dataclass(frozen=True)
class Section:
    """Statements, and the modes that the stream tables' refreshes run in afterwards (one for all, or one each)."""

    modes: tuple[str, ...]
    statements: tuple[str, ...]

    def modes_of(self, stream_tables: int) -> tuple[str, ...]:
        """Return the mode of each stream table."""
        modes = self.modes if len(self.modes) > 1 else self.modes * stream_tables
        assert len(modes) == stream_tables, "name one mode, or one for each stream table"
        return modes


@dataclass(frozen=True)
class Script:
    """A parsed script."""

    path: Path
    claim: str
    sections: tuple[Section, ...]


def read_script(path: Path) -> Script:
    """Parse a script file."""
    claim = ""
    sections: list[tuple[tuple[str, ...], list[str]]] = [((), [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        header = _HEADER.match(line.strip())
        if line.startswith("# claim:"):
            claim = line.removeprefix("# claim:").strip()
        elif header:
            sections.append((tuple(header[1].split()), []))
        elif not line.startswith("#"):
            sections[-1][1].append(line)
    assert claim, f"{path} makes no claim"
    return Script(
        path,
        claim,
        tuple(Section(modes, _statements("\n".join(lines))) for modes, lines in sections),
    )


def source(statement: str) -> tuple[str, str] | None:
    """Return name and columns of a SOURCE statement."""
    match = _SOURCE.match(statement)
    return (match[1], match[2]) if match else None


def stream(statement: str) -> tuple[str, str, str] | None:
    """Return mode, name and query of a STREAM statement."""
    match = _STREAM.match(statement)
    return (match[1] or "DIFFERENTIAL", match[2], match[3].strip()) if match else None


def _statements(text: str) -> tuple[str, ...]:
    """Split at semicolons outside quotes."""
    parts = re.findall(r"(?:'(?:[^'\\]|\\.)*'|`[^`]*`|[^;'`])+", text)
    return tuple(part.strip() for part in parts if part.strip())

"""What can follow in a statement that is being written: statements, words, and names from the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from streamtables.completion.keywords import STATEMENTS, WORDS
from streamtables.completion.names import CatalogNames
from streamtables_grammar.quoting import quote_identifier

_PART = r"(?:\w+|`[^`]*`)"
_NAME = rf"{_PART}(?:\.{_PART})*"
_WRITTEN = re.compile(rf"(?P<path>(?:{_PART}\.)*)(?P<word>`?\w*)$")
_BEFORE_TABLE = re.compile(
    r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE|TABLES\s+IN|HISTORY\s+FOR|USING|DESCRIBE|DESC)\s+(?:[\w.`]+\s*,\s*)*$",
    re.IGNORECASE,
)
_NO_ALIAS = (
    "ANTI CROSS EXCEPT FULL GROUP HAVING INNER INTERSECT JOIN LATERAL LEFT LIMIT MINUS NATURAL ON ORDER QUALIFY RIGHT "
    "SEMI SET UNION USING VALUES WHEN WHERE WINDOW"
).replace(" ", "|")
_READ = re.compile(
    rf"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+({_NAME})(?:\s+(?:AS\s+)?(?!(?:{_NO_ALIAS})\b)(\w+))?", re.IGNORECASE
)
_PLAIN = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What could be written next.

    Attributes:
        text: It, in full.
        written: How many characters of it are there already, before the cursor.
        kind: What it is, in a word or two.
    """

    text: str
    written: int
    kind: str


def suggest(before: str, whole: str, names: CatalogNames) -> Iterator[Suggestion]:
    """Suggest what can be written next.

    Args:
        before: The statement up to the cursor.
        whole: All of it, where the names of its tables are found.
        names: What the catalog has.

    Yields:
        Suggestions, the nearest first.
    """
    written = _WRITTEN.search(before)
    assert written is not None
    path, word = [part.strip("`") for part in written["path"].rstrip(".").split(".") if part], written["word"]
    if path:
        yield from _of_path(path, word, whole, names)
        return
    rest = before[: written.start()]
    if _BEFORE_TABLE.search(rest):
        yield from _starting(word, "table", names.tables())
        yield from _starting(word, "schema", names.schemas())
        return
    yield from _statements(before)
    if not rest.strip():
        return
    columns = [column for table, _ in _READ.findall(whole) for column in names.columns(table)]
    yield from _starting(word, "column", dict.fromkeys(columns))
    yield from _starting(word, "", WORDS)
    yield from _starting(word, "table", names.tables())


def _of_path(path: list[str], word: str, whole: str, names: CatalogNames) -> Iterator[Suggestion]:
    """Suggest columns of a table or an alias, and tables of a schema."""
    said = ".".join(path).lower()
    for table, alias in _READ.findall(whole):
        plain = table.replace("`", "").lower()
        if said in (alias.lower(), plain, plain.rsplit(".", 1)[-1]):
            yield from _starting(word, "column", names.columns(table))
    if path[-1].lower() in {schema.lower() for schema in names.schemas()}:
        yield from _starting(word, "table", names.tables(path[-1]))


def _statements(before: str) -> Iterator[Suggestion]:
    """Suggest how statements go on of which all words are there so far."""
    words = " ".join(before.upper().split()) + (" " if before[-1:].isspace() and before.strip() else "")
    if not words:
        return
    for statement in STATEMENTS:
        if statement.startswith(words) and statement != words.strip():
            # Words that are complete stay as they are written.
            kept = words.rfind(" ") + 1
            yield Suggestion(statement[kept:], len(words) - kept, "statement")


def _starting(word: str, kind: str, candidates: Iterable[str]) -> Iterator[Suggestion]:
    plain = word.lstrip("`").lower()
    for candidate in candidates:
        if candidate.lower().startswith(plain) and (plain or kind):
            text = candidate if not kind or _PLAIN.fullmatch(candidate) else quote_identifier(candidate)
            yield Suggestion(text, len(word), kind)

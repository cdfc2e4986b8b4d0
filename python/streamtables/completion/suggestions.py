"""What can follow in a statement that is being written: statements, words, and names from the catalog."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from streamtables.completion.keywords import QUERIES, QUERY_WORDS, SEVERAL_WORDS, STATEMENTS, WRITES
from streamtables.completion.names import CatalogNames
from streamtables_grammar.completion import NAME, QUERY, STATEMENT, expected_behind
from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.pieces import Piece, PieceKind, pieces
from streamtables_grammar.quoting import quote_identifier
from streamtables_grammar.recognize import is_ours
from streamtables_grammar.scripts import split_script

_PART = r"(?:\w+|`[^`]*`)"
_NAME = rf"{_PART}(?:\.{_PART})*"
_PATH = re.compile(rf"(?:{_PART}\.)*\Z")
_WORD = re.compile(r"\w*\Z")
_CLOSED_NAME = re.compile(r"`(?:[^`]|``)*`")
_BEFORE_TABLE = re.compile(
    r"(?:\b(?:FROM|JOIN|INTO|(?<!\bTHEN\s)UPDATE|TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?|USING)|^\s*DESC(?:RIBE)?)\s+"
    r"(?:[\w.`]+\s*,\s*)*\Z",
    re.IGNORECASE,
)
_BEFORE_SCHEMA = re.compile(
    r"(?:\b(?:TABLES|VIEWS)\s+(?:IN|FROM)|^\s*USE(?:\s+(?:SCHEMA|DATABASE))?)\s+\Z", re.IGNORECASE
)
_BEFORE_TRIGGER = re.compile(r"\bTRIGGER\s+(?:IF\s+EXISTS\s+)?\Z", re.IGNORECASE)
_IN_LIST = re.compile(r"\([^()]*\Z")
_IN_QUERY = re.compile(
    r"\bAS\s*(?:\(\s*)*\b(?:SELECT|WITH|FROM|VALUES|INSERT|UPDATE|DELETE|MERGE|BEGIN)\b", re.IGNORECASE
)
_NO_ALIAS = (
    "ANTI CROSS EXCEPT FULL GROUP HAVING INNER INTERSECT JOIN LATERAL LEFT LIMIT MINUS NATURAL ON ORDER QUALIFY RIGHT "
    "SEMI SET UNION USING VALUES WHEN WHERE WINDOW"
).replace(" ", "|")
_READ = re.compile(
    rf"\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+({_NAME})(?:\s+(?:AS\s+)?(?!(?:{_NO_ALIAS})\b)(\w+))?", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"\w+")
_PLAIN = re.compile(r"[A-Za-z_]\w*")
_Candidate = tuple[str, str]
"""A text, and of what kind it is."""
_WORD_KIND, _STATEMENT_KIND = "", "statement"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What could be written next.

    Attributes:
        text: It, in full.
        written: How many characters of it are there already, before the cursor.
        kind: What it is, in a word or two; nothing of keywords.
    """

    text: str
    written: int
    kind: str


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something is to be written.

    Attributes:
        statement: The statement up to the cursor.
        rest: The same without the name or word that is being written.
        path: The parts of the name that are there already.
        word: The part that is being written, a mark before it included.
        after: What stands behind the cursor.
    """

    statement: str
    rest: str
    path: tuple[str, ...]
    word: str
    after: str

    @property
    def code(self) -> str:
        """The rest without comments and texts."""
        return _code(self.rest)

    @property
    def whole(self) -> str:
        """All of the statement, without comments and texts."""
        statements = split_script(self.statement + self.after)
        return _code(statements[0].text) if statements else ""


def is_code(before: str) -> bool:
    """Tell whether a cursor stands in code.

    Args:
        before: SQL up to the cursor.

    Returns:
        False in and right behind comments and texts.
    """
    last = _last_piece(before)
    return last is None or last.kind not in {PieceKind.COMMENT, PieceKind.TEXT}


def suggest(before: str, after: str, names: CatalogNames) -> Iterator[Suggestion]:
    """Suggest what can be written next.

    Args:
        before: SQL up to the cursor; statements before the one that is being written may be part of it.
        after: What stands behind the cursor; the tables of a statement may be named there.
        names: What the catalog has.

    Yields:
        Suggestions, the nearest first, each once; none in comments and texts. Keywords are in lower case where the word
        that is being written is, or else the statement's first.
    """
    place = _find_place(before, after)
    if place is None:
        return
    first = _FIRST_WORD.search(place.word) or _FIRST_WORD.search(place.statement)
    is_lower = first is not None and first[0].islower()
    begun = place.word.lstrip("`").lower()
    seen: set[str] = set()
    for text, kind in _candidates(place, names):
        if text.lower().startswith(begun) and text not in seen:
            seen.add(text)
            yield Suggestion(_written(text, kind, is_lower=is_lower), len(place.word), kind)


def _find_place(before: str, after: str) -> _Place | None:
    if not is_code(before):
        return None
    begun = split_script(before)
    length = len(begun[-1].text) if begun and not begun[-1].is_ended else 0
    # A statement without an end goes up to the cursor, but for blanks.
    statement = before[len(before.rstrip()) - length :] if length else ""
    last = _last_piece(statement)
    if last is not None and last.kind is PieceKind.NAME:
        if _CLOSED_NAME.fullmatch(statement, last.start, last.stop):
            return None
        start = last.start
    else:
        start = _start(_WORD, statement)
    path_start = _start(_PATH, statement[:start])
    path = tuple(part.strip("`") for part in re.findall(_PART, statement[path_start:start]))
    return _Place(statement, statement[:path_start], path, statement[start:], after)


def _candidates(place: _Place, names: CatalogNames) -> Iterator[_Candidate]:
    code = place.code
    if _is_ours(place.rest):
        if not _IN_QUERY.search(code):
            yield from _of_grammar(place, names)
            return
        query = _query(place.whole)
    else:
        query = place.whole
    if place.path:
        yield from _of_path(place.path, query, names)
        return
    going_on = list(_going_on(place))
    yield from going_on
    if _BEFORE_SCHEMA.search(code):
        yield from _of_kind("schema", names.schemas())
    elif _BEFORE_TABLE.search(code):
        yield from _of_kind("table", names.tables())
        yield from _of_kind("table", names.qualified_tables())
        yield from _of_kind("schema", names.schemas())
        yield from _of_kind(_WORD_KIND, _going_on_words(code))
    elif code.strip() and not going_on:
        yield from _of_kind("column", _columns(query, names))
        yield from _of_kind("table", names.tables())
        yield from _of_kind("table", names.qualified_tables())
        yield from _of_kind(_WORD_KIND, _going_on_words(code))
        yield from _of_kind(_WORD_KIND, QUERY_WORDS)


def _of_grammar(place: _Place, names: CatalogNames) -> Iterator[_Candidate]:
    """Suggest what the grammar expects."""
    for expected in expected_behind(place.rest):
        if expected == NAME:
            yield from _expected_names(place, names)
        elif place.path:
            continue
        elif expected == QUERY:
            yield from _of_kind(_WORD_KIND, QUERIES)
        elif expected == STATEMENT:
            yield from _of_kind(_WORD_KIND, WRITES)
        elif expected in SEVERAL_WORDS:
            yield from _of_kind(_WORD_KIND, SEVERAL_WORDS[expected])
        elif expected.replace(" ", "").isupper():
            yield expected, _WORD_KIND


def _expected_names(place: _Place, names: CatalogNames) -> Iterator[_Candidate]:
    """Suggest names where the grammar expects one: of columns in a list, of schemas, triggers or stream tables."""
    code = place.code
    if place.path:
        yield from _of_kind("stream table", _in_path(place.path, names.qualified_stream_tables()))
        yield from _of_kind("stream table", _in_schema(place.path, names, names.stream_tables))
    elif _BEFORE_SCHEMA.search(code):
        yield from _of_kind("schema", names.schemas())
    elif _IN_LIST.search(code):
        yield from _of_kind("column", _columns(_query(place.whole), names))
    elif _BEFORE_TRIGGER.search(code):
        yield from _of_kind("trigger", names.triggers())
    else:
        yield from _of_kind("stream table", names.stream_tables())
        yield from _of_kind("stream table", names.qualified_stream_tables())
        yield from _of_kind("schema", names.schemas())


def _of_path(path: tuple[str, ...], query: str, names: CatalogNames) -> Iterator[_Candidate]:
    """Suggest columns of a table or an alias, and tables of a schema."""
    said = ".".join(path).lower()
    for table, alias in _READ.findall(query):
        plain = table.replace("`", "").lower()
        if said in (alias.lower(), plain, plain.rsplit(".", 1)[-1]):
            yield from _of_kind("column", names.columns(table))
    yield from _of_kind("table", _in_schema(path, names, names.tables))
    yield from _of_kind("table", _in_path(path, names.qualified_tables()))


def _in_schema(path: tuple[str, ...], names: CatalogNames, listed: Callable[[str], list[str]]) -> list[str]:
    """Return what is listed of the schema that a path ends with."""
    return listed(path[-1]) if path[-1].lower() in {schema.lower() for schema in names.schemas()} else []


def _in_path(path: tuple[str, ...], qualified: Iterable[str]) -> Iterator[str]:
    """Yield what stands behind a path in names that begin with it."""
    start = ".".join(path).lower() + "."
    return (name[len(start) :] for name in qualified if name.lower().startswith(start))


def _columns(query: str, names: CatalogNames) -> Iterator[str]:
    return (column for table, _ in _READ.findall(query) for column in names.columns(table))


def _going_on(place: _Place) -> Iterator[_Candidate]:
    """Suggest how statements go on of which all words are there so far."""
    words = " ".join(place.statement.upper().split())
    if place.statement[-1:].isspace():
        words += " "
    # Words that are complete stay as they are written.
    kept = words.rfind(" ") + 1
    for statement in STATEMENTS:
        if statement.startswith(words) and statement != words:
            yield statement[kept:], _STATEMENT_KIND


def _going_on_words(code: str) -> Iterator[str]:
    """Yield what follows in keywords of several words of which the first stands before the cursor."""
    last = code.upper().split()[-1:]
    for words in QUERY_WORDS:
        first, _, more = words.partition(" ")
        if more and [first] == last:
            yield more


def _of_kind(kind: str, texts: Iterable[str]) -> Iterator[_Candidate]:
    return ((text, kind) for text in texts)


def _written(text: str, kind: str, *, is_lower: bool) -> str:
    """Return a keyword in its case, and a name with the quotes that it needs."""
    if kind in {_WORD_KIND, _STATEMENT_KIND}:
        return text.lower() if is_lower and text.isupper() else text
    parts = text.split(".") if kind in {"table", "stream table"} else [text]
    return ".".join(part if _PLAIN.fullmatch(part) else quote_identifier(part) for part in parts)


def _is_ours(text: str) -> bool:
    try:
        return is_ours(text)
    except StreamSqlSyntaxError:
        # It looks like one of ours, but no words of ours can follow.
        return False


def _query(code: str) -> str:
    """Return the query, or what a trigger runs, of a statement of ours."""
    found = _IN_QUERY.search(code)
    return "" if found is None else code[found.start() :]


def _code(text: str) -> str:
    """Return SQL without its comments, and with empty texts."""
    shown = {PieceKind.COMMENT: " ", PieceKind.TEXT: "''"}
    return "".join(shown.get(piece.kind, text[piece.start : piece.stop]) for piece in pieces(text))


def _last_piece(text: str) -> Piece | None:
    return next(iter(deque(pieces(text), maxlen=1)), None)


def _start(pattern: re.Pattern[str], text: str) -> int:
    """Return where the match begins that goes up to the end of a text; the pattern may match nothing."""
    found = pattern.search(text)
    assert found is not None
    return found.start()

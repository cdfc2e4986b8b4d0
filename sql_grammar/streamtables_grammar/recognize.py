"""Which SQL is ours, told from its first words, before the parser is even imported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.near_misses import NEAR_MISSES, NOT_A_NAME, NearMiss
from streamtables_grammar.spans import SourceSpan

# White space and line comments; a backslash before the line's end continues the comment, as in Spark.
_BLANK = re.compile(r"(?:[\s\ufeff]+|--[^\r\n\\]*(?:\\\n?[^\r\n\\]*)*)*")
# No longer than the longest keyword needs: other SQL may be one long word.
_WORD = re.compile(r"\w{1,32}")
_NAME_PART = re.compile(r"`(?:[^`]|``)*`|\w+")

_BEHIND_A_NAME = frozenset({"CASCADE", "DIFFERENTIAL", "FULL", "WITHOUT"})

_Word = tuple[str, int, int]

_CREATES = ((), ("OR", "REPLACE"))

_OURS: dict[str, tuple[tuple[str, ...], ...]] = {
    "ALTER": (("STREAM",),),
    "CREATE": tuple((*start, kind) for start in _CREATES for kind in ("STREAM", "TRIGGER")),
    "DESC": (("STREAM", "TABLE"),),
    "DESCRIBE": (("STREAM", "TABLE"),),
    "DROP": (("STREAM",), ("TRIGGER",)),
    "EXPLAIN": (*(("CREATE", *start, "STREAM") for start in _CREATES), ("REFRESH", "STREAM"), ("ALTER", "STREAM")),
    "REFRESH": (("STREAM", "TABLE"), ("STREAM", "TABLES")),
    "SHOW": (("STREAM",), ("CREATE", "STREAM"), ("REFRESH", "HISTORY"), ("TRIGGERS",)),
    "VERIFY": (("STREAM",),),
}
_LONGEST = 5
_PROCEDURES = frozenset(
    {
        "create_immv",
        "refresh_immv",
        "get_immv_def",
        "rebuild_registry",
        *(f"{verb}_stream_table" for verb in ("create", "alter", "drop", "refresh")),
    }
)
_PROCEDURE_SCHEMAS = frozenset({"streamtables", "system"})


def is_ours(sql: str) -> bool:
    """Tell whether a statement is for us.

    Args:
        sql: Any SQL text.

    Returns:
        Whether it starts like a statement of stream tables.

    Raises:
        StreamSqlSyntaxError: NEAR_MISS, with a hint that shows the statement to write.
    """
    coming = _words(sql)
    first = next(coming, None)
    if first is None:
        return False
    verb = first[0]
    if verb == "CALL":
        return _calls_procedure(sql, first[2])
    near_misses = NEAR_MISSES.get(verb)
    if near_misses is None and verb not in _OURS:
        return False
    following: list[_Word] = []
    for word in coming:
        following.append(word)
        if len(following) == _LONGEST:
            break
    texts = tuple(word[0] for word in following)
    ours = max((len(words) for words in _OURS.get(verb, ()) if texts[: len(words)] == words), default=-1)
    for near_miss in near_misses or ():
        length = len(near_miss.words)
        # Of two beginnings the longer one is meant: REFRESH STREAM TABLE x, not REFRESH STREAM of something else.
        if length <= ours or texts[:length] != near_miss.words:
            continue
        found = [first, *following[:length]]
        if not near_miss.named or _is_followed_by_name(sql, found[-1][2]):
            error = _near_miss(sql, near_miss, found)
            raise error
    return ours >= 0


def _skip_blank(sql: str, position: int) -> int:
    """Return the offset of the first character behind white space and comments."""
    while True:
        matched = _BLANK.match(sql, position)
        if matched is not None:
            position = matched.end()
        if not sql.startswith("/*", position):
            return position
        position = comment_stop(sql, position) or len(sql)


def comment_stop(sql: str, position: int) -> int | None:
    """Find the end of a bracketed comment; comments nest.

    Args:
        sql: The text.
        position: Offset of the comment's first character.

    Returns:
        Offset behind the comment, or None if it is not closed.
    """
    depth, behind = 1, position + 2
    # Looking for the one character that both ends have is the fastest way through a long comment.
    star = sql.find("*", behind)
    while star >= 0:
        if star > behind and sql[star - 1] == "/":
            depth, behind = depth + 1, star + 1
        elif sql.startswith("/", star + 1):
            depth, behind = depth - 1, star + 2
            if depth == 0:
                return behind
        star = sql.find("*", max(star + 1, behind))
    return None


def _words(sql: str) -> Iterator[_Word]:
    """Yield words in upper case with their offsets, up to the first thing that is no word."""
    position = 0
    while (matched := _WORD.match(sql, _skip_blank(sql, position))) is not None:
        word, position = matched.group(), matched.end()
        # Letters beyond ASCII may turn into ASCII ones in upper case.
        yield (word.upper() if word.isascii() else word), matched.start(), position


def _name(sql: str, position: int) -> tuple[str, ...]:
    """Return the parts of the dotted name at an offset, quotes removed."""
    parts: list[str] = []
    while (matched := _NAME_PART.match(sql, _skip_blank(sql, position))) is not None:
        part = matched.group()
        parts.append(part[1:-1].replace("``", "`") if part.startswith("`") else part)
        position = _skip_blank(sql, matched.end())
        if not sql.startswith(".", position):
            break
        position += 1
    return tuple(parts)


def _calls_procedure(sql: str, position: int) -> bool:
    parts = tuple(part.lower() for part in _name(sql, position))
    if not parts or parts[-1] not in _PROCEDURES:
        return False
    return len(parts) == 1 or (len(parts) == 2 and parts[0] in _PROCEDURE_SCHEMAS)


def _is_followed_by_name(sql: str, stop: int) -> bool:
    """Tell whether a blank and a name stand behind an offset: ``stream.x`` and ``stream/x`` are one word of Spark's."""
    position = _skip_blank(sql, stop)
    return position > stop and _NAME_PART.match(sql, position) is not None


def _near_miss(sql: str, near_miss: NearMiss, words: list[_Word]) -> StreamSqlSyntaxError:
    stop = words[-1][2]
    name_at = stop
    while (word := _WORD.match(sql, _skip_blank(sql, name_at))) is not None and _stands_before_name(sql, word):
        name_at = word.end()
    written = _NAME_PART.match(sql, _skip_blank(sql, name_at))
    name = sql[written.start() : _name_stop(sql, written.end())] if written is not None else "<name>"
    texts = [word[0] for word in words]
    said = " ".join(texts)
    if near_miss.named and written is not None:
        said = " ".join(sql[words[0][1] : _name_stop(sql, written.end())].split())
    instead = near_miss.instead.format(name=name, replace="OR REPLACE " if "OR" in texts else "")
    return StreamSqlSyntaxError(
        "NEAR_MISS",
        {"statement": said},
        span=SourceSpan.at(sql, words[0][1], stop),
        hint=f"Write {instead}.",
    )


def _stands_before_name(sql: str, word: re.Match[str]) -> bool:
    """Tell whether a word is none of the name's: one of the statement's, or a slip in TABLE with a name behind it."""
    text = word.group().upper()
    if text in NOT_A_NAME:
        return True
    behind = _NAME_PART.match(sql, _skip_blank(sql, word.end()))
    if behind is None or not _is_followed_by_name(sql, word.end()) or behind.group().upper() in _BEHIND_A_NAME:
        return False
    return bool(get_close_matches(text, ("TABLE", "TABLES"), 1, 0.75))


def _name_stop(sql: str, stop: int) -> int:
    """Return the offset behind a dotted name whose first part ends at an offset."""
    while sql.startswith(".", stop) and (part := _NAME_PART.match(sql, stop + 1)) is not None:
        stop = part.end()
    return stop

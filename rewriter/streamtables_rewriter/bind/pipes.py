"""Pipe syntax, as far as the parser reads it in Spark's sense.

The parser writes a pipe out as nested queries, but puts some stages into one query in another order: a WHERE behind a
LIMIT would come first. So only chains are read in which that cannot happen: FROM, then WHERE, EXTEND, SELECT and
AGGREGATE in any order, ORDER BY and LIMIT at the very end.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import Token, TokenType

_STAGES = frozenset({"WHERE", "EXTEND", "SELECT", "AGGREGATE"})
_LAST = ("ORDER BY", "LIMIT", "OFFSET")


def unread_pipe(tokens: Sequence[Token]) -> Token | None:
    """Find the stage of a pipe that is not read.

    Args:
        tokens: The tokens of a query.

    Returns:
        The arrow before that stage; None if all is read, or there is no pipe.
    """
    arrows = [i for i, token in enumerate(tokens) if token.token_type == TokenType.PIPE_GT]
    if not arrows:
        return None
    if tokens[0].token_type != TokenType.FROM or any(_depth(tokens[:a]) for a in arrows):
        return tokens[arrows[0]]
    if any(token.token_type in (TokenType.LIMIT, TokenType.WHERE) for token in _outside(tokens[: arrows[0]])):
        return tokens[arrows[0]]
    stages = [list(tokens[a + 1 : b]) for a, b in zip(arrows, [*arrows[1:], len(tokens)], strict=True)]
    ended = 0
    for arrow, stage in zip(arrows, stages, strict=True):
        word = " ".join(stage[0].text.upper().split()) if stage else ""
        if word in _LAST[ended:]:
            ended = _LAST.index(word) + 1
        elif ended or word not in _STAGES or not _is_plain(word, stage):
            return tokens[arrow]
    return None


def _is_plain(word: str, stage: Sequence[Token]) -> bool:
    """Tell a stage that means the same as the query written for it."""
    if any(token.token_type == TokenType.PIPE_GT for token in stage):
        return False
    if word == "SELECT":
        return len(stage) > 1 and stage[1].token_type != TokenType.DISTINCT
    if word != "AGGREGATE":
        return True
    outside = _outside(stage)
    groups = [i for i, token in enumerate(outside) if " ".join(token.text.upper().split()) == "GROUP BY"]
    # Behind GROUP BY, a number is a column of the input here, and an alias could be one elsewhere.
    behind = outside[groups[0] :] if groups else []
    return not any(token.token_type in (TokenType.ALIAS, TokenType.NUMBER) for token in behind)


def _depth(tokens: Sequence[Token]) -> int:
    return sum((t.token_type == TokenType.L_PAREN) - (t.token_type == TokenType.R_PAREN) for t in tokens)


def _outside(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens outside of all brackets."""
    depth, found = 0, []
    for token in tokens:
        depth += token.token_type == TokenType.L_PAREN
        if depth == 0:
            found.append(token)
        depth -= token.token_type == TokenType.R_PAREN
    return found

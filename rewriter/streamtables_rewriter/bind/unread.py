"""What the parser does not read though Spark does, and how its user can say it otherwise."""

from __future__ import annotations

from sqlglot.errors import ParseError


class Rewrite(str):
    """The message of a parser's own refusal: what to write instead, as a clause that begins with a verb."""

    __slots__ = ()


def rewrite_of(error: ParseError) -> str | None:
    """Return what to write instead, if the parser refused the text for a reason of its own.

    Args:
        error: The parser's error.

    Returns:
        The clause; None where the parser met something that it did not expect.
    """
    description = error.errors[0].get("description") if error.errors else None
    return description if isinstance(description, Rewrite) else None

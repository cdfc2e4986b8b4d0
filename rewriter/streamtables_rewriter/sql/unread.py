"""What the parser does not read though Spark does, and how its user can say it otherwise."""

from __future__ import annotations


class Rewrite(str):
    """The message of a parser's own refusal: what to write instead, as a clause that begins with a verb."""

    __slots__ = ()

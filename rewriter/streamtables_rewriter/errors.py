"""Errors of the rewriter, told apart by whose move it is."""

from __future__ import annotations

from typing import ClassVar

from streamtables_grammar.errors import StreamTableError


class RewriterError(StreamTableError):
    """Base of the rewriter's errors."""

    PACKAGE: ClassVar[str] = "streamtables_rewriter"


class InvalidQueryError(RewriterError):
    """A query that is wrong in every mode: unknown or ambiguous names, duplicate output names."""


class UnsupportedQueryError(RewriterError):
    """A legal query that cannot be maintained differentially; FULL works. ``construct`` names the part.

    The condition is ``UNSUPPORTED_QUERY.<WHAT>``, with the parameter ``construct`` for the part as the user wrote it.
    """


class InternalRewriterError(RewriterError):
    """A defect of ours: the query is reported, and AUTO takes FULL."""

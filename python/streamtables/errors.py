"""The product's errors; each carries a condition of ``conditions.json``."""

from __future__ import annotations

from typing import ClassVar

from streamtables_grammar.errors import StreamSqlSyntaxError, StreamTableError
from streamtables_rewriter.errors import InvalidQueryError, UnsupportedQueryError


class EngineError(StreamTableError):
    """Base of the errors raised beside Spark."""

    PACKAGE: ClassVar[str] = "streamtables"


class DefinitionError(EngineError):
    """A definition that cannot be: a name that exists, a column list that does not fit, a query on itself."""


class InternalError(EngineError):
    """A defect of ours, wrapped around the Python error that showed it."""


class StreamTableNotFoundError(EngineError):
    """A stream table, or the table behind it, that does not exist."""


class NewerFormatError(EngineError):
    """What a newer release has stored, which this one would misread."""


class SourceError(EngineError):
    """A source, or a used column of it, that is gone."""


class ProtectedTableError(EngineError):
    """Ordinary SQL aimed at a stream table."""


class RefreshError(EngineError):
    """A refresh that could not run as asked, or not at all."""


class ChangesError(EngineError):
    """Changes of a stream table that cannot be read as asked."""


class TriggerError(EngineError):
    """A trigger that cannot be, or that there is not."""


class NotebookError(EngineError):
    """A magic of the notebook that cannot do what it is asked to."""


class SessionError(EngineError):
    """A session that cannot be started, enabled or used like this."""


__all__ = [
    "ChangesError",
    "DefinitionError",
    "EngineError",
    "InternalError",
    "InvalidQueryError",
    "NewerFormatError",
    "NotebookError",
    "ProtectedTableError",
    "RefreshError",
    "SessionError",
    "SourceError",
    "StreamSqlSyntaxError",
    "StreamTableError",
    "StreamTableNotFoundError",
    "TriggerError",
    "UnsupportedQueryError",
]

"""The base of every error that streamtables raises, and the errors of its language.

A condition is a name in a ``conditions.json`` beside the code that raises it, with a message template and an SQLSTATE,
as in Spark's error conditions. Each layer registers its own file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal

from streamtables_grammar.spans import SourceSpan

_PLACEHOLDER = re.compile(r"<(\w+)>")
_DEFECT_STATE = "XX"
"""The class of SQLSTATEs for internal errors."""
Retry = Literal["never", "reinitialize", "backoff"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One named error condition.

    Attributes:
        name: Upper-case name, with an optional sub-condition after a dot.
        message: Template with ``<parameter>`` placeholders.
        sql_state: Five characters.
        retry: Whether trying again can help: never, after a rebuild, or after waiting.
    """

    name: str
    message: str
    sql_state: str
    retry: Retry

    @property
    def is_defect(self) -> bool:
        """Whether it stands for a defect of ours."""
        return self.sql_state.startswith(_DEFECT_STATE)

    def render(self, parameters: Mapping[str, str]) -> str:
        """Fill the template.

        Args:
            parameters: A value for each placeholder.

        Returns:
            The message.

        Raises:
            KeyError: A placeholder has no value, or a value no placeholder.
        """
        wanted = frozenset(_PLACEHOLDER.findall(self.message))
        if parameters.keys() != wanted:
            raise KeyError(f"{self.name} takes {sorted(wanted)}, not {sorted(parameters)}")
        # In one pass: a value may look like a placeholder.
        return _PLACEHOLDER.sub(lambda found: parameters[found[1]], self.message)


@cache
def load_conditions(package: str) -> Mapping[str, Condition]:
    """Read the ``conditions.json`` of one of our packages.

    Args:
        package: Import name of the package that holds the file.

    Returns:
        The conditions by name.
    """
    raw = json.loads(files(package).joinpath("conditions.json").read_text(encoding="utf-8"))
    return {
        name: Condition(name, entry["message"], entry["sqlState"], entry.get("retry", "never"))
        for name, entry in raw.items()
    }


class StreamTableError(Exception):
    """An error of streamtables: a named condition, where it is in the user's text, and what to write instead.

    Args:
        condition: Name of a condition in the ``conditions.json`` of ``PACKAGE``.
        parameters: Values for the message template's placeholders.
        span: Where in the user's text the cause stands, if it stands in a text.
        hint: What to write instead, one sentence.
    """

    PACKAGE: ClassVar[str] = "streamtables_grammar"

    def __init__(
        self,
        condition: str,
        parameters: Mapping[str, str] | None = None,
        *,
        span: SourceSpan | None = None,
        hint: str | None = None,
    ) -> None:
        self.condition = load_conditions(self.PACKAGE)[condition]
        self.parameters = dict(parameters or {})
        self.span = span
        self.hint = hint
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The whole message: condition, text, position, hint, SQLSTATE."""
        text = f"[{self.condition.name}] {self.condition.render(self.parameters)}"
        if self.span is not None:
            text += f" (line {self.span.line}, column {self.span.column})"
        if self.hint:
            text += f" Hint: {self.hint}"
        return f"{text} SQLSTATE: {self.condition.sql_state}"

    def getCondition(self) -> str:  # noqa: N802 - PySpark's name
        """Return the condition's name."""
        return self.condition.name

    def getSqlState(self) -> str:  # noqa: N802 - PySpark's name
        """Return the SQLSTATE."""
        return self.condition.sql_state

    def getMessageParameters(self) -> dict[str, str]:  # noqa: N802 - PySpark's name
        """Return the message's parameters."""
        return dict(self.parameters)

    @property
    def retry(self) -> Retry:
        """Whether trying again can help."""
        return self.condition.retry


class StreamSqlSyntaxError(StreamTableError):
    """A statement of ours that does not parse."""

"""The options that say how a sub-command prints its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat
from streamtables.cli.option_groups import OptionGroup

JsonOption = Annotated[bool, typer.Option("--json", help="Short for --format json.")]


@dataclass(frozen=True, slots=True)
class Output(OptionGroup):
    """How rows are printed.

    Attributes:
        output_format: As a table, as CSV or as JSON.
        json: JSON, whatever the format.
    """

    output_format: Annotated[OutputFormat, typer.Option("--format", help="How rows are printed.")] = OutputFormat.TABLE
    json: JsonOption = False

    @property
    def format(self) -> OutputFormat:
        """The format that counts."""
        return OutputFormat.JSON if self.json else self.output_format

    @property
    def is_table(self) -> bool:
        """Whether rows are printed for people."""
        return self.format is OutputFormat.TABLE

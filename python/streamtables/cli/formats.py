"""The option that says how a sub-command prints its rows."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat

FormatOption = Annotated[OutputFormat, typer.Option("--format", "-f", help="How rows are printed.")]

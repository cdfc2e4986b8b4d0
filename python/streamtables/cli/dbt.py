"""``streamtables dbt``: dbt in a process whose Spark session speaks of stream tables."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Annotated

import typer

import streamtables
from streamtables.cli.console import print_error, print_lines
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Warehouse
from streamtables.errors import SessionError

PACKAGE_VARIABLE = "STREAMTABLES_DBT_PACKAGE"
"""Where packages.yml finds dbt's package of ours."""
_WITHOUT_SPARK = frozenset({"clean", "deps", "init", "list", "ls", "parse"})
_HELP = frozenset({"--help", "-h", "--version", "-v"})


def package_folder() -> Path:
    """Return the folder of dbt's package of ours: in the installed package, or in the source tree that it runs from."""
    package = Path(streamtables.__file__).parent
    installed = package / "integrations" / "dbt"
    return installed if installed.is_dir() else package.parents[1] / "integrations" / "dbt"


@with_option_groups
def dbt(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DBT COMMAND]...", help="What dbt is to do, with dbt's own options.", show_default=False
        ),
    ] = None,
    show_package: Annotated[
        bool, typer.Option("--package", help="Print the folder of dbt's package `streamtables`, and exit.")
    ] = False,
    *,
    warehouse: Warehouse,
) -> None:
    """Run dbt on a warehouse, with a profile of `method: session`; a warehouse that is not there is made.

    Options of this command stand before dbt's command: `streamtables dbt -w warehouse run --select marts`.
    """  # noqa: DOC501 - it is the help that users read
    if show_package:
        print_lines([str(package_folder())])
        return
    if not words:
        raise typer.BadParameter("say what dbt is to do, as in: streamtables dbt run")
    if importlib.util.find_spec("dbt") is None or importlib.util.find_spec("dbt.adapters.spark") is None:
        hint = "pip install 'streamtables[dbt]'"
        raise SessionError("PACKAGE_MISSING", {"package": "dbt-spark", "part": "streamtables dbt"}, hint=hint)
    os.environ.setdefault(PACKAGE_VARIABLE, str(package_folder()))
    if words[0] in _WITHOUT_SPARK or not _HELP.isdisjoint(words):
        code = run_dbt(words)
    else:
        from streamtables.cli.warehouse import open_warehouse

        with open_warehouse(
            warehouse.warehouse,
            make=True,
            master=warehouse.master,
            conf=warehouse.settings,
            metastore=warehouse.metastore,
        ):
            code = run_dbt(words)
    raise typer.Exit(code)


def run_dbt(words: list[str]) -> int:
    """Run a command of dbt in this process.

    Args:
        words: The command and its options.

    Returns:
        The exit code that dbt would have: 0 where all went well, 1 where a model or a test failed, 2 otherwise.
    """
    from dbt.cli.main import dbtRunner

    done = dbtRunner().invoke(words)
    if done.exception is not None:
        # Of what dbt itself meets it has told already, but not of a wrong usage.
        print_error(f"dbt: {done.exception}")
        return 2
    return 0 if done.success else 1

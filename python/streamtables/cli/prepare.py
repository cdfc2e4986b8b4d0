"""``streamtables prepare``: what every process of this machine would do again is done once."""

from __future__ import annotations

from streamtables.cli.console import print_lines, print_rows
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.progress import progress_on_terminal

_COLUMNS = ("archive", "bytes")
_MEGABYTE = 1_000_000


@with_option_groups
def prepare(*, output: Output) -> None:
    """Let processes start faster here: fetch Delta, compile our Java code, and keep an archive of Spark's classes.

    To be run again after Java, Spark or streamtables was updated.
    """
    from streamtables.session import preparing

    progress = progress_on_terminal()
    with progress.of("preparing"):
        archive = preparing.prepare(progress.tell)
    size = archive.stat().st_size
    if output.is_table:
        print_lines([f"Archive of Spark's classes: {archive}, {size / _MEGABYTE:.0f} MB"])
    else:
        print_rows(_COLUMNS, [(str(archive), size)], output.format)

"""The command ``streamtables-bench``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from streamtables.cli.console import error_line, print_error
from streamtables.spark.accelerators.registry import ACCELERATORS
from tests.benchmarks.contest import ALL_ACCELERATORS, Bench, Narrator
from tests.benchmarks.measurement import Report
from tests.benchmarks.profiles import FULL, QUICK, STANDARD, TINY, Profile, Suite
from tests.benchmarks.render import condition_lines, markdown, show_report
from tests.benchmarks.session import conditions, open_session
from tests.benchmarks.sources import Pattern, SourceProperties

_RESULTS = Path("benchmarks")
_WIDTH_WITHOUT_TERMINAL = 230

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def bench(
    suites: Annotated[list[Suite] | None, typer.Argument(help="What to run; without it, see --from.")] = None,
    rows: Annotated[list[int] | None, typer.Option(help="Rows of the sources; may be given again.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Measured rounds.")] = None,
    scale_factor: Annotated[float | None, typer.Option(help="Scale of TPC-H.")] = None,
    fraction: Annotated[
        list[float] | None, typer.Option(help="Share that changes (micro, tpch, bulk); may be given again.")
    ] = None,
    pattern: Annotated[
        list[Pattern] | None,
        typer.Option(help="Which keys change (overhead, scale, tpch); may be given again."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="A shape (micro), query (tpch) or kind of change (bulk); may be given again."),
    ] = None,
    sparing: Annotated[
        bool,
        typer.Option(
            "--sparing", help="For large scales of TPC-H: without AUTO, and compared with the rows of FULL's table."
        ),
    ] = False,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="An accelerator without which DIFFERENTIAL is measured, too; 'accelerators' for all of them at once, "
            "'each' for each by itself; may be given again."
        ),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="The sizes that the figures are about: hours.")] = False,
    tiny: Annotated[bool, typer.Option("--tiny", help="As small as can be: to see that it runs.")] = False,
    sources: Annotated[
        SourceProperties, typer.Option(help="What the sources record of their changes.")
    ] = SourceProperties.FEED,
    memory: Annotated[str, typer.Option(help="Memory of the JVM.")] = "6g",
    json: Annotated[Path | None, typer.Option(help="Where the results are kept.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results: an SVG file.")] = None,
    markdown_file: Annotated[Path | None, typer.Option("--markdown", help="Write the results as Markdown.")] = None,
    earlier: Annotated[list[Path] | None, typer.Option("--from", help="Show kept results; several are joined.")] = None,
) -> None:
    """Measure refreshing from changes against recomputing; keep, show and draw the results."""
    console = Console(width=None if sys.stdout.isatty() else _WIDTH_WITHOUT_TERMINAL, highlight=False)
    report = Report()
    for path in earlier or ():
        report = report.joined(Report.read(path))
    if suites:
        everything = Suite.ALL in suites
        profile = FULL if full else TINY if tiny else QUICK if everything else STANDARD
        profile = profile.with_rows(tuple(rows or ())).with_sources(sources)
        profile = profile.with_scale_factor(scale_factor).with_sparing(sparing)
        profile = profile.with_patterns(tuple(pattern or ()))
        try:
            profile = profile.with_fractions(tuple(fraction or ())).with_only(tuple(only or ()))
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--only") from None
        chosen = [suite for suite in Suite if suite is not Suite.ALL and (everything or suite in suites)]
        left_out = _accelerators(tuple(without or ()))
        kept = json or _RESULTS / f"{datetime.now(timezone.utc):%Y%m%d-%H%M%S}.json"
        report = report.joined(_run(console, chosen, profile, rounds or profile.rounds, memory, kept, left_out))
        console.print(f"Kept in {kept}")
    elif not earlier:
        raise typer.BadParameter("name a suite, or kept results with --from")
    elif json is not None:
        report.write(json)
    show_report(console, report)
    if plot is not None:
        from tests.benchmarks.plot import svg

        plot.parent.mkdir(parents=True, exist_ok=True)
        plot.write_text(svg(report), encoding="utf-8")
    if markdown_file is not None:
        markdown_file.write_text(markdown(report), encoding="utf-8")


def run(arguments: list[str] | None = None) -> None:
    """Run the command and leave the process: 0 when all went well and all rows were right, 1 if not.

    Args:
        arguments: The words after the command's name; those of the process if not given.
    """
    try:
        app(args=arguments, prog_name="streamtables-bench")
    except Exception as error:  # noqa: BLE001 - a command line answers with a line
        print_error(f"{type(error).__name__}: {error_line(error)}")
        sys.exit(1)


class _Bars(Narrator):
    """Shows a run as two bars: the suites, and the measurements of the one that runs."""

    def __init__(self, progress: Progress, suites: int) -> None:
        self._progress = progress
        self._suites = progress.add_task("starting Spark", total=suites)
        self._steps = progress.add_task("", total=None)

    def tell(self, what: str) -> None:
        self._progress.update(self._suites, description=what)

    def begin(self, steps: int) -> None:
        self._progress.reset(self._steps, total=steps, description="measurements")

    def advance(self) -> None:
        self._progress.advance(self._steps)

    def suite_done(self) -> None:
        """Take note that a suite is done."""
        self._progress.advance(self._suites)


def _accelerators(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the accelerators that are left out in turn.

    Raises:
        typer.BadParameter: There is none of a name.
    """
    known = (ALL_ACCELERATORS, *ACCELERATORS)
    chosen = tuple(ACCELERATORS) if "each" in names else ()
    for name in names:
        if name not in (*known, "each"):
            raise typer.BadParameter(f"{name!r} is none of {', '.join(known)} and each", param_hint="--without")
    return tuple(dict.fromkeys((*(name for name in names if name != "each"), *chosen)))


def _run(
    console: Console,
    suites: Sequence[Suite],
    profile: Profile,
    rounds: int,
    memory: str,
    kept: Path,
    without: tuple[str, ...],
) -> Report:
    """Run suites in one session; what has been measured is kept whenever some of it is done."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description:<70.70}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    found = conditions(memory, profile.overhead.properties.value)
    console.print(condition_lines(found))
    with (
        tempfile.TemporaryDirectory(prefix="streamtables-bench-") as folder,
        Progress(*columns, console=console) as progress,
        open_session(Path(folder), memory) as spark,
    ):
        bars = _Bars(progress, len(suites))

        def keep(report: Report) -> None:
            replace(report, conditions=found).write(kept)

        measured = Bench(spark, rounds, narrator=bars, keep=keep, without=without)
        runners = profile.runners()
        for suite in suites:
            runners[suite](measured)
            bars.suite_done()
            keep(measured.report())
        return replace(measured.report(), conditions=found)

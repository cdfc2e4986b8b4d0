"""A report as tables: for the terminal and, as Markdown, for the README."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.benchmarks.figures import Figure, check_figures
from tests.benchmarks.floor import FLOOR
from tests.benchmarks.measurement import Measurement, Parameter, Report
from tests.benchmarks.statistics import above, break_even, geometric_mean, recomputed, regret, repeated, speed_up
from tests.benchmarks.suites import micro, tpch

_COLUMNS = (
    "side", "median", "spread", "FULL /", "mode", "jobs", "tasks", "rows read", "read", "rows written", "written",
    "shuffled", "commits",
)  # fmt: skip


def show_report(console: Console, report: Report) -> None:
    """Print everything that was measured, what follows from it, and the figures.

    Args:
        console: Where to.
        report: The report.
    """
    for suite in report.suites():
        console.print(_suite_table(report, suite))
    for line in summary_lines(report):
        console.print(Text(line))
    for note in report.notes:
        console.print(Text(note, style="dim"))
    table = Table(title="figures to reach")
    for heading in ("figure", "to reach", "measured", "the floor gives", "at", ""):
        table.add_column(heading)
    for figure in check_figures(report):
        table.add_row(figure.name, figure.target, figure.measured, figure.floor, figure.size, _verdict(figure))
    console.print(table)


def summary_lines(report: Report) -> list[str]:
    """Return what follows from the measurements: break-even shares, geometric means and wins.

    Args:
        report: The report.

    Returns:
        One line each.
    """
    lines = []
    points: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for case, sides in report.cases(micro.SUITE):
        ratio = speed_up(sides)
        if ratio is not None:
            points.setdefault((str(case["shape"]), int(case["rows"])), []).append((float(case["fraction"]), ratio))
    lines += [f"micro, {shape}, {rows:,} rows: {_break_even(found)}" for (shape, rows), found in points.items()]
    return [*lines, *_micro_floor_lines(report), *_tpch_lines(report), *_repeated_lines(report)]


def _repeated_lines(report: Report) -> list[str]:
    cases = [sides for suite in report.suites() for _, sides in report.cases(suite) if regret(sides) is not None]
    found = sorted(ratio for sides in cases if (ratio := repeated(sides)) is not None)
    if not found:
        return []
    low, high = found[len(found) // 20], found[-1 - len(found) // 20]
    line = (
        f"AUTO ran in every round what DIFFERENTIAL ran in {len(found)} of {len(cases)} rows, where their times differ "
        f"as rounds do: geometric mean {geometric_mean(found):.2f}, nine tenths of the rows from {low:.2f} to "
        f"{high:.2f}, all from {found[0]:.2f} to {found[-1]:.2f}"
    )
    return [line]


def _micro_floor_lines(report: Report) -> list[str]:
    groups: dict[tuple[int, float], list[dict[str, Measurement]]] = {}
    for case, sides in report.cases(micro.SUITE):
        groups.setdefault((int(case["rows"]), float(case["fraction"])), []).append(sides)
    return [
        f"micro, {rows:,} rows, {fraction:.4g} changed, geometric means of {len(cases)} shapes{floor}"
        for (rows, fraction), cases in groups.items()
        if (floor := _floor_part(cases))
    ]


def _tpch_lines(report: Report) -> list[str]:
    groups: dict[tuple[Parameter, ...], list[dict[str, Measurement]]] = {}
    for case, sides in report.cases(tpch.SUITE):
        if "scale" in case:
            groups.setdefault((case["scale"], case["fraction"], case["pattern"]), []).append(sides)
    lines = []
    for (scale, fraction, pattern), cases in groups.items():
        found = [ratio for sides in cases if (ratio := speed_up(sides)) is not None]
        if not found:
            continue
        wins = sum(ratio > 1 for ratio in found)
        line = (
            f"tpch, scale {scale:g}, {fraction:.1%} {pattern}: geometric mean of FULL / DIFFERENTIAL "
            f"{geometric_mean(found):.2f}, {wins} of {len(found)} queries win"
        )
        lines.append(line + _floor_part(cases))
    return lines


def _floor_part(cases: Sequence[Mapping[str, Measurement]]) -> str:
    """Return how far both modes are from what a refresh cannot save, nothing if that was not measured."""
    ours, best = (
        geometric_mean(ratio for sides in cases if (ratio := above(sides, FLOOR, side)) is not None)
        for side in ("DIFFERENTIAL", "FULL")
    )
    if ours is None or best is None:
        return ""
    return f"; reading once and one bare commit: FULL / floor {best:.2f}, DIFFERENTIAL / floor {ours:.2f}"


def markdown(report: Report) -> str:
    """Render a report for the README: the figures, then a line for each case.

    Args:
        report: The report.

    Returns:
        Markdown, ending in a line break.
    """
    figures = [figure for figure in check_figures(report) if figure.reached is not None]
    parts = [
        _markdown_table(
            ("figure", "to reach", "measured", "the floor gives", "at", "reached"),
            [(f.name, f.target, f.measured, f.floor, f.size, "yes" if f.reached else "no") for f in figures],
        )
    ]
    for suite in report.suites():
        rows = [
            (
                ", ".join(_parameter(name, value) for name, value in case.items()),
                "; ".join(f"{name} {_seconds(measured.seconds)}" for name, measured in sides.items()),
                _ratio(speed_up(sides)),
                _ratio(regret(sides)),
            )
            for case, sides in report.cases(suite)
        ]
        headings = ("case", "median seconds", "FULL / DIFFERENTIAL", "AUTO / better")
        parts.append(f"**{suite}**\n\n{_markdown_table(headings, rows)}")
    parts.append("\n".join(f"- {line}" for line in (*summary_lines(report), *report.notes)))
    return "\n\n".join(part for part in parts if part) + "\n"


def _suite_table(report: Report, suite: str) -> Table:
    table = Table(title=suite, title_style="bold")
    table.add_column("case", max_width=44)
    for heading in _COLUMNS:
        table.add_column(heading, justify="left" if heading in {"side", "mode"} else "right", no_wrap=True)
    for case, sides in report.cases(suite):
        full = recomputed(sides)
        label = ", ".join(_parameter(name, value) for name, value in case.items())
        for number, measured in enumerate(sides.values()):
            table.add_row(label if number == 0 else "", *_cells(measured, full))
        table.add_section()
    return table


def _cells(measured: Measurement, full: Measurement | None) -> tuple[str, ...]:
    low, high = measured.spread
    return (
        measured.side,
        _seconds(measured.seconds),
        f"{_seconds(low)}-{_seconds(high)}",
        "" if full is None or full is measured else _ratio(full.seconds / measured.seconds),
        measured.modes,
        f"{measured.typical_work('jobs'):.0f}",
        f"{measured.typical_work('tasks'):.0f}",
        f"{measured.typical_work('rows_read'):,.0f}",
        _size(measured.typical_work("bytes_read")),
        f"{measured.typical_work('rows_written'):,.0f}",
        _size(measured.typical_work("bytes_written")),
        _size(measured.typical_work("shuffle_bytes")),
        str(measured.commits),
    )


def _parameter(name: str, value: Parameter) -> str:
    if name == "fraction":
        return f"{value:.4g}"
    if isinstance(value, int):
        return f"{value:,} {name}"
    return f"{name} {value:g}" if isinstance(value, float) else value


def _break_even(points: Sequence[tuple[float, float]]) -> str:
    fraction = break_even(points)
    if fraction is not None:
        return f"break-even at {fraction:.2%} changed"
    low, high = min(points)[0], max(points)[0]
    if all(ratio >= 1 for _, ratio in points):
        return f"DIFFERENTIAL is faster at all measured shares, up to {high:.2%}"
    if all(ratio < 1 for _, ratio in points):
        return f"FULL is faster at all measured shares, from {low:.2%}"
    return "no single break-even"


def _verdict(figure: Figure) -> Text:
    if figure.reached is None:
        return Text("not measured", style="dim")
    return Text("reached", style="green") if figure.reached else Text("not reached", style="red")


def _markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds >= 0.1 else f"{seconds:.4f}"


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"


def _size(size_bytes: float) -> str:
    return f"{size_bytes / 1e6:,.1f} MB" if size_bytes >= 1e5 else f"{size_bytes / 1e3:,.1f} kB"


def condition_lines(conditions: Mapping[str, Parameter]) -> str:
    """Return the conditions of a run in one line."""
    return ", ".join(f"{name} {value}" for name, value in conditions.items())

"""A report as a picture: SVG, the same for the same report."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.benchmarks.measurement import Measurement, Parameter, Report
from tests.benchmarks.statistics import speed_up
from tests.benchmarks.suites import bulk, graph, immediate, micro, overhead, scale, tpch

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PANEL_INCHES = 6.0
_LEAST_PANEL_INCHES = 3.6
_BAR_INCHES = 0.17
_COLOURS = {"DIFFERENTIAL": "#1f77b4", "FULL": "#d62728", "CREATE TABLE AS": "#d62728", "AUTO": "#2ca02c"}
_OTHER = "#7f7f7f"
_FASTER, _SLOWER = "#1f77b4", "#d62728"

_Cases = list[tuple["dict[str, Parameter]", "dict[str, Measurement]"]]


def svg(report: Report) -> str:
    """Draw a report, one panel for each of its suites; of tpch for each scale and share that changes.

    Args:
        report: The report.

    Returns:
        The picture's text.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    panels = [
        (draw, cases)
        for suite, draw in _PANELS.items()
        if suite in report.suites()
        for cases in _of_one_panel(suite, [(dict(case), sides) for case, sides in report.cases(suite)])
    ]
    columns = 2 if len(panels) > 1 else 1
    rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
    heights = [max(_LEAST_PANEL_INCHES, *(_BAR_INCHES * len(cases) for _, cases in row)) for row in rows]
    # Names in the file come from this salt, so that a picture changes only with its report.
    with rc_context({"svg.hashsalt": "streamtables", "svg.fonttype": "none", "font.size": 8}):
        figure = Figure((_PANEL_INCHES * columns, sum(heights, start=0.0)), layout="constrained")
        grid = figure.add_gridspec(max(1, len(rows)), columns, height_ratios=heights or None)
        for number, (draw, cases) in enumerate(panels):
            draw(figure.add_subplot(grid[number // columns, number % columns]), cases)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _draw_micro(axes: Axes, cases: _Cases) -> None:
    lines: dict[str, list[tuple[float, float]]] = {}
    largest = max(int(case["rows"]) for case, _ in cases)
    for case, sides in cases:
        ratio = speed_up(sides)
        if ratio is not None and case["rows"] == largest:
            lines.setdefault(str(case["shape"]), []).append((100 * float(case["fraction"]), ratio))
    for shape, points in lines.items():
        axes.plot(*zip(*sorted(points), strict=True), marker="o", markersize=3, label=shape)
    axes.axhline(1, color="black", linewidth=0.8)
    _logarithmic(axes, x=True, y=True)
    _finish(axes, f"micro: {largest:,} rows", "changed rows in %", "times faster than FULL")


def _draw_scale(axes: Axes, cases: _Cases) -> None:
    lines: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for case, sides in cases:
        for name in ("DIFFERENTIAL", "FULL"):
            if name in sides and case["pattern"] != "appended":
                label = f"{name}, {case['shape']}, {case['pattern']}"
                lines.setdefault((name, label), []).append((int(case["rows"]), sides[name].seconds))
    for (name, label), points in lines.items():
        style = "-" if "aggregate" in label else "--"
        axes.plot(
            *zip(*sorted(points), strict=True), style, marker="o", markersize=3, color=_COLOURS[name], label=label
        )
    _logarithmic(axes, x=True, y=False)
    axes.set_ylim(bottom=0)
    _finish(axes, "scale: the same few changes", "rows of the source", "seconds")


def _of_one_panel(suite: str, cases: _Cases) -> list[_Cases]:
    if suite != tpch.SUITE:
        return [cases]
    parts: dict[tuple[float, float], _Cases] = {}
    for case, sides in cases:
        if "scale" in case:
            parts.setdefault((float(case["scale"]), float(case["fraction"])), []).append((case, sides))
    return list(parts.values())


def _draw_tpch(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['query']} {case['pattern']}", ratio) for case, sides in cases if (ratio := speed_up(sides)) is not None
    ]
    first = cases[0][0]
    _ratios(axes, found)
    title = f"tpch, scale {first['scale']:g}, {100 * float(first['fraction']):g}% changed"
    _finish(axes, title, "times faster than FULL", "")


def _draw_bulk(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['view']}, {case['change']} {case['changed']:,} of {case['rows']:,}", ratio)
        for case, sides in cases
        if (ratio := speed_up(sides)) is not None
    ]
    _ratios(axes, found)
    _finish(axes, "bulk", "times faster than CREATE TABLE AS", "")


def _draw_overhead(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{name}, {case['pattern']}", measured.seconds)
        for case, sides in cases
        if case["action"] != "read all"
        for name, measured in sides.items()
    ]
    _bars(axes, found)
    _finish(axes, "overhead: a refresh after few changes", "seconds", "")


def _draw_graph(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['graph']} of {case['tables']}, {name}", measured.seconds)
        for case, sides in cases
        for name, measured in sides.items()
    ]
    _bars(axes, found)
    _finish(axes, "graph", "seconds", "")


def _draw_immediate(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['statement']} {case['changed']:,}, {name}", measured.seconds)
        for case, sides in cases
        for name, measured in sides.items()
    ]
    _bars(axes, found)
    _finish(axes, "immediate: a statement and what it maintains", "seconds", "")


def _bars(axes: Axes, found: list[tuple[str, float]]) -> None:
    names = [name for name, _ in found]
    colours = [next((colour for key, colour in _COLOURS.items() if name.startswith(key)), _OTHER) for name in names]
    axes.barh(names, [value for _, value in found], color=colours)
    axes.invert_yaxis()


def _ratios(axes: Axes, found: list[tuple[str, float]]) -> None:
    """Draw ratios as bars from 1: to the right what is faster, to the left what is slower."""
    colours = [_FASTER if ratio >= 1 else _SLOWER for _, ratio in found]
    axes.barh([name for name, _ in found], [ratio - 1 for _, ratio in found], left=1, color=colours)
    axes.invert_yaxis()
    axes.axvline(1, color="black", linewidth=0.8)
    _logarithmic(axes, x=True, y=False)


def _logarithmic(axes: Axes, *, x: bool, y: bool) -> None:
    """Make axes logarithmic, their numbers written out."""
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    for wanted, set_scale, axis in ((x, axes.set_xscale, axes.xaxis), (y, axes.set_yscale, axes.yaxis)):
        if wanted:
            set_scale("log")
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            axis.set_major_formatter(StrMethodFormatter("{x:,.10g}"))
            axis.set_minor_formatter("")


def _finish(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(visible=True, alpha=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=6)


_PANELS: dict[str, Callable[[Axes, _Cases], None]] = {
    overhead.SUITE: _draw_overhead,
    scale.SUITE: _draw_scale,
    micro.SUITE: _draw_micro,
    tpch.SUITE: _draw_tpch,
    bulk.SUITE: _draw_bulk,
    graph.SUITE: _draw_graph,
    immediate.SUITE: _draw_immediate,
}

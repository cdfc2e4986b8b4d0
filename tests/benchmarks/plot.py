"""A report as a picture: SVG, the same for the same report."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.benchmarks.measurement import Measurement, Parameter, Report
from tests.benchmarks.statistics import speed_up
from tests.benchmarks.suites import bulk, graph, micro, overhead, scale, tpch

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PANEL_INCHES = (6.0, 3.6)
_COLOURS = {"DIFFERENTIAL": "#1f77b4", "FULL": "#d62728", "CREATE TABLE AS": "#d62728", "AUTO": "#2ca02c"}
_OTHER = "#7f7f7f"

_Cases = list[tuple["dict[str, Parameter]", "dict[str, Measurement]"]]


def svg(report: Report) -> str:
    """Draw a report, one panel for each of its suites.

    Args:
        report: The report.

    Returns:
        The picture's text.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    panels = [(suite, draw) for suite, draw in _PANELS.items() if suite in report.suites()]
    columns = 2 if len(panels) > 1 else 1
    rows = max(1, -(-len(panels) // columns))
    # Names in the file come from this salt, so that a picture changes only with its report.
    with rc_context({"svg.hashsalt": "streamtables", "svg.fonttype": "none", "font.size": 8}):
        figure = Figure((_PANEL_INCHES[0] * columns, _PANEL_INCHES[1] * rows), layout="constrained")
        for number, (suite, draw) in enumerate(panels, start=1):
            axes = figure.add_subplot(rows, columns, number)
            draw(axes, [(dict(case), sides) for case, sides in report.cases(suite)])
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
    axes.set_xscale("log")
    axes.set_yscale("log")
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
    axes.set_xscale("log")
    axes.set_yscale("log")
    _finish(axes, "scale: the same few changes", "rows of the source", "seconds", even=False)


def _draw_tpch(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['query']} {100 * float(case['fraction']):g}% {case['pattern']}", ratio)
        for case, sides in cases
        if "scale" in case and (ratio := speed_up(sides)) is not None
    ]
    _bars(axes, found)
    axes.set_xscale("log")
    _finish(axes, "tpch: the maintained queries", "times faster than FULL", "", upright=True)


def _draw_bulk(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['view']}, {case['change']} {case['changed']:,} of {case['rows']:,}", ratio)
        for case, sides in cases
        if (ratio := speed_up(sides)) is not None
    ]
    _bars(axes, found)
    axes.set_xscale("log")
    _finish(axes, "bulk", "times faster than CREATE TABLE AS", "", upright=True)


def _draw_overhead(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{name}, {case['pattern']}", measured.seconds)
        for case, sides in cases
        if case["action"] != "read all"
        for name, measured in sides.items()
    ]
    _bars(axes, found)
    _finish(axes, "overhead: a refresh after few changes", "seconds", "", even=False)


def _draw_graph(axes: Axes, cases: _Cases) -> None:
    found = [
        (f"{case['graph']} of {case['tables']}, {name}", measured.seconds)
        for case, sides in cases
        for name, measured in sides.items()
    ]
    _bars(axes, found)
    _finish(axes, "graph", "seconds", "", even=False)


def _bars(axes: Axes, found: list[tuple[str, float]]) -> None:
    names = [name for name, _ in found]
    colours = [next((colour for key, colour in _COLOURS.items() if name.startswith(key)), _OTHER) for name in names]
    axes.barh(names, [value for _, value in found], color=colours)
    axes.invert_yaxis()


def _finish(axes: Axes, title: str, x: str, y: str, *, even: bool = True, upright: bool = False) -> None:
    """Set the texts, and draw the line at which both sides are as fast."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if even:
        (axes.axvline if upright else axes.axhline)(1, color="black", linewidth=0.8)
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
}

"""The graph of stream tables as a picture, with a line on how fresh each is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from streamtables.catalog.definition import dotted
from streamtables.errors import StreamTableNotFoundError
from streamtables.graph import StreamGraph, read_graph
from streamtables.jupyter.answer import duration
from streamtables.jupyter.badges import badge_of, mode_badge
from streamtables.jupyter.page import Html, View, element, page, table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SHOW = "SHOW STREAM TABLES"


def graph_view(spark: SparkSession, name: str) -> View:
    """Draw the graph.

    Args:
        spark: The session.
        name: A table, around which it is drawn; empty for all.

    Returns:
        The picture.

    Raises:
        StreamTableNotFoundError: There is no such table in the graph.
    """
    listed: list[Any] = []

    def select(statement: str) -> Sequence[Any]:
        rows = spark.sql(statement).collect()
        if statement == _SHOW:
            listed.extend(rows)
        return rows

    graph = read_graph(select)
    if name:
        graph = _around(graph, name, str(spark.catalog.currentDatabase()))
    if not graph.nodes:
        nothing = "There are no stream tables."
        return View(page(element("div", nothing, kind="note")), nothing)
    now = datetime.now()  # noqa: DTZ005 - Spark gives times in the zone of the process, without naming it
    rows = [_row(row, now) for row in listed if dotted((row["schema"], row["stream_table"])) in graph.nodes]
    names = ("stream table", "status", "last refresh", "ago", "schedule")
    picture = Html(graph.to_svg())
    head = [element("th", name, kind="number" if name == "ago" else "") for name in names]
    return View(page(element("div", picture), table(head, rows)), str(graph))


def _around(graph: StreamGraph, name: str, schema: str) -> StreamGraph:
    plain = name.replace("`", "").removeprefix("spark_catalog.")
    for candidate in (plain, f"{schema}.{plain}"):
        found = graph.around(candidate)
        if found.nodes:
            return found
    raise StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": name}, hint="SHOW STREAM TABLES lists them.")


def _row(row: Any, now: datetime) -> list[Html]:
    last: datetime | None = row["last_refresh"]
    ago = "" if last is None else duration(max(0.0, 1000 * (now - last).total_seconds()))
    shown = "" if last is None else last.isoformat(sep=" ", timespec="seconds")
    status = badge_of("status", row["status"]) or str(row["status"])
    mode = Html("") if row["last_mode"] is None else mode_badge(row["last_mode"])
    return [
        element("td", element("b", dotted((row["schema"], row["stream_table"])))),
        element("td", status, title=str(row["error"] or "")),
        element("td", mode, f" {shown}"),
        element("td", ago, kind="number"),
        element("td", str(row["schedule"] or "")),
    ]

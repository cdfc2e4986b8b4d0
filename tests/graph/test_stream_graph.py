"""The graph read from what statements answer, and its pictures."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from streamtables.graph import GraphNode, StreamGraph, read_graph
from streamtables.graph.layered_layout import BOX_HEIGHT, lay_out

WHEN = datetime(2026, 3, 1, 12, 30, 5, 250_000)  # noqa: DTZ001 - Spark's rows have no time zone either
SHOWN = [
    ("sales", "by_day", "ok", "DIFFERENTIAL", "DIFFERENTIAL", WHEN),
    ("sales", "by_region", "ok", "DIFFERENTIAL", "NO_CHANGE", WHEN),
    ("sales", "top", "failed", "FULL", None, None),
    ("sales", "odd name", "ok", "FULL", "FULL", WHEN),
]
READ = [
    ("sales.by_day", "spark_catalog.sales.orders"),
    ("sales.by_region", "spark_catalog.sales.by_day__stream"),
    ("sales.by_region", "spark_catalog.sales.regions"),
    ("sales.top", "spark_catalog.sales.by_region__stream"),
    ("sales.`odd name`", "spark_catalog.sales.by_day__stream"),
    ("sales.gone", "spark_catalog.sales.orders"),
    ("sales.top", "spark_catalog.sales.`odd name__stream`"),
    ("sales.top", "spark_catalog.sales.my__stream"),
]


def answer(statement: str) -> list[dict[str, Any]]:
    names = ("schema", "stream_table", "status", "maintained", "last_mode", "last_refresh")
    if statement == "SHOW STREAM TABLES":
        return [dict(zip(names, row, strict=True)) for row in SHOWN]
    return [{"stream_table": f"spark_catalog.{reader}", "source": read} for reader, read in READ]


def _parsed(graph: StreamGraph) -> ET.Element:
    return ET.fromstring(graph.to_svg())  # noqa: S314 - our own text


@pytest.fixture
def graph() -> StreamGraph:
    return read_graph(answer)


def test_stream_tables_are_told_from_sources_and_from_the_tables_behind_them(graph: StreamGraph) -> None:
    assert {name for name, node in graph.nodes.items() if node.is_source} == {
        "sales.orders",
        "sales.regions",
        "sales.my__stream",
    }
    assert set(graph.edges) == {
        ("sales.orders", "sales.by_day"),
        ("sales.by_day", "sales.by_region"),
        ("sales.regions", "sales.by_region"),
        ("sales.by_region", "sales.top"),
        ("sales.by_day", "sales.`odd name`"),
        ("sales.`odd name`", "sales.top"),
        ("sales.my__stream", "sales.top"),
    }
    assert graph.nodes["sales.by_day"].note == "ok, DIFFERENTIAL, 2026-03-01 12:30:05"
    assert graph.nodes["sales.top"].note == "failed"


def test_no_stream_tables_are_no_graph_and_the_system_tables_are_not_asked() -> None:
    asked: list[str] = []

    def nothing(statement: str) -> list[Any]:
        asked.append(statement)
        return []

    empty = read_graph(nothing)
    assert asked == ["SHOW STREAM TABLES"]
    assert (str(empty), empty.layers(), empty.to_mermaid()) == ("", [], "flowchart LR")
    assert _parsed(empty).tag.endswith("svg")


def test_around_a_table_is_what_it_reads_and_what_reads_it(graph: StreamGraph) -> None:
    near = graph.around("Sales.By_Region")
    assert set(near.nodes) == {"sales.orders", "sales.regions", "sales.by_day", "sales.by_region", "sales.top"}
    assert ("sales.by_day", "sales.`odd name`") not in near.edges
    assert not graph.around("sales.nothing").nodes


def test_each_table_is_in_a_later_layer_than_all_that_it_reads(graph: StreamGraph) -> None:
    assert graph.layers() == [
        ["sales.my__stream", "sales.orders", "sales.regions"],
        ["sales.by_day"],
        ["sales.`odd name`", "sales.by_region"],
        ["sales.top"],
    ]


def test_a_circle_that_two_processes_have_closed_is_drawn_all_the_same() -> None:
    nodes = {name: GraphNode(name, "failed") for name in ("s.a", "s.b")}
    circle = StreamGraph(nodes, (("s.a", "s.b"), ("s.b", "s.a")))
    assert sorted(name for layer in circle.layers() for name in layer) == ["s.a", "s.b"]
    assert {"s.a", "s.b"} <= set(str(circle).replace("└── ", "").split())
    assert circle.to_svg().count("<rect") == 2


def test_tree_shows_each_reader_below_each_source_and_its_own_readers_once(graph: StreamGraph) -> None:
    assert str(graph).splitlines() == [
        "sales.my__stream",
        "└── sales.top  [failed]",
        "sales.orders",
        "└── sales.by_day  [ok, DIFFERENTIAL, 2026-03-01 12:30:05]",
        "    ├── sales.`odd name`  [ok, FULL, 2026-03-01 12:30:05]",
        "    │   └── sales.top  [failed]",
        "    └── sales.by_region  [ok, NO_CHANGE, 2026-03-01 12:30:05]",
        "        └── sales.top  [failed]",
        "sales.regions",
        "└── sales.by_region  [ok, NO_CHANGE, 2026-03-01 12:30:05] (its readers are shown above)",
    ]


def test_mermaid_text_has_every_table_edge_and_what_is_not_well(graph: StreamGraph) -> None:
    lines = graph.around("sales.`odd name`").to_mermaid().splitlines()
    assert lines == [
        "flowchart LR",
        '  n0["sales.#96;odd name#96;<br/>ok, FULL, 2026-03-01 12:30:05"]',
        '  n1["sales.by_day<br/>ok, DIFFERENTIAL, 2026-03-01 12:30:05"]',
        '  n2[("sales.orders")]',
        '  n3["sales.top<br/>failed"]',
        "  n0 --> n3",
        "  n1 --> n0",
        "  n2 --> n1",
        "  classDef trouble fill:#fde2e1,stroke:#b3261e",
        "  class n3 trouble",
    ]


def test_dot_text_quotes_names() -> None:
    text = StreamGraph({'a."b\\': GraphNode('a."b\\', "ok")}, ()).to_dot()
    assert '"a.\\"b\\\\" [label="a.\\"b\\\\\\nok", shape=box, style=rounded];' in text


def test_svg_has_a_box_for_each_table_and_a_curve_for_each_edge(graph: StreamGraph) -> None:
    root = _parsed(graph)
    name = "{http://www.w3.org/2000/svg}"
    boxes = root.findall(f"{name}rect")
    texts = [text.text for text in root.findall(f"{name}text")]
    assert len(boxes) == len(graph.nodes)
    assert len(root.findall(f"{name}path")) == len(graph.edges)
    assert set(graph.nodes) <= set(texts)
    assert "failed" in texts
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    spans = [tuple(float(box.get(key, "0")) for key in ("x", "y", "width", "height")) for box in boxes]
    assert all(min(x, y) >= 0 and x + w <= width and y + h <= height for x, y, w, h in spans)
    assert not any(
        a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
        for a in spans
        for b in spans
        if a is not b
    )
    assert graph._repr_svg_() == graph.to_svg()


def test_an_edge_over_several_layers_passes_beside_the_boxes_between() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("a", "d")]
    layout = lay_out([["a"], ["b"], ["c"], ["d"]], edges, lambda _: 100.0)
    for (read, reader), route in layout.routes.items():
        for name, box in layout.boxes.items():
            if name in (read, reader):
                continue
            through = [y for x, y in route[1:-1] if box.x <= x <= box.x + box.width]
            assert all(not box.y - 5 < y < box.y + BOX_HEIGHT + 5 for y in through), (read, reader, name)
    assert [len(layout.routes[edge]) for edge in edges] == [2, 2, 4, 2, 6]


def test_svg_shows_names_as_they_are() -> None:
    text = StreamGraph({"a.`<b>`": GraphNode("a.`<b>`")}, ()).to_svg()
    assert "&lt;b&gt;" in text
    assert "<b>" not in text

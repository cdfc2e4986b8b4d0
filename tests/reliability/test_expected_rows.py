"""What the soaks expect of a table follows from the files of the logs alone."""

from __future__ import annotations

import json

import pytest

from tests.reliability.delta_commits import DEFINITION, Position, read_commits
from tests.reliability.expected_rows import BrokenRecordError, GoneError, Tables, base_positions, expected_sql
from tests.reliability.graph import NODES


@pytest.fixture
def tables(tmp_path):
    return Tables(tmp_path)


def commit(tables, name, table_id, sources=None, *, number=1, variant=0):
    """Write the next version of a table's log; of a stream table's with a frontier."""
    stream_table = name in NODES
    log = tables.path(f"{name}__stream" if stream_table else name) / "_delta_log"
    log.mkdir(parents=True, exist_ok=True)
    version = len(list(log.iterdir()))
    query = json.dumps({"id": name, "version": 1, "query": NODES[name].query(variant)}) if stream_table else ""
    frontier = {"streamtables": 1, "id": name, "refresh": number, "definition": 1, "mode": "DIFFERENTIAL", "reason": ""}
    frontier["sources"] = {
        f"spark_catalog.s.{source}": {"id": id_, "version": at, "rows": None}
        for source, (id_, at) in (sources or {}).items()
    }
    actions = [
        {"commitInfo": {"operation": "WRITE", "userMetadata": json.dumps(frontier) if stream_table else None}},
        {
            "metaData": {
                "id": table_id,
                "configuration": {DEFINITION: query} if query else {},
                "schemaString": '{"fields":[]}',
            }
        },
        {"add": {"path": "x", "dataChange": True}},
    ]
    (log / f"{version:020}.json").write_text("\n".join(map(json.dumps, actions)), encoding="utf-8")


@pytest.fixture
def diamond(tables):
    """A diamond whose sides stand for different versions of orders."""
    for _ in range(3):
        commit(tables, "orders", "o")
    commit(tables, "by_customer", "b", {"orders": ("o", 1)})
    commit(tables, "open_orders", "p", {"orders": ("o", 2)})
    commit(tables, "diamond", "d", {"by_customer__stream": ("b", 0), "open_orders__stream": ("p", 0)})
    return tables


def test_a_query_goes_down_to_versions_of_the_base_tables(diamond):
    text = expected_sql(diamond, "diamond")
    assert f"(SELECT * FROM delta.`{diamond.path('orders')}` VERSION AS OF 1) GROUP BY customer" in text
    assert f"(SELECT * FROM delta.`{diamond.path('orders')}` VERSION AS OF 2) WHERE state = 'open'" in text
    assert "__stream" not in text


def test_sides_of_a_diamond_that_differ_are_seen_and_can_be_made_one(diamond):
    assert base_positions(diamond, "diamond") == {"orders": {Position("o", 1), Position("o", 2)}}
    assert expected_sql(diamond, "diamond", instead={"orders": 2}).count("VERSION AS OF 2") == 2


def test_the_query_is_the_one_that_the_table_had_at_that_version(diamond):
    commit(diamond, "by_customer", "b2", {"orders": ("o", 2)}, variant=1)
    assert "id < 190" in expected_sql(diamond, "by_customer")
    assert "id < 190" not in expected_sql(diamond, "diamond")


def test_a_source_that_was_created_again_is_gone(tables):
    commit(tables, "orders", "new")
    commit(tables, "states", "s", {"orders": ("old", 0)})
    with pytest.raises(GoneError):
        expected_sql(tables, "states")


def test_a_version_that_never_was_is_told(tables):
    commit(tables, "orders", "o")
    commit(tables, "states", "s", {"orders": ("o", 5)})
    with pytest.raises(BrokenRecordError, match="version 5 of orders"):
        expected_sql(tables, "states")


def test_half_written_files_are_no_commits(tables):
    commit(tables, "orders", "o")
    log = tables.path("orders") / "_delta_log"
    (log / ".00000000000000000001.json.tmp").write_text("{", encoding="utf-8")
    (log / "00000000000000000000.crc").write_text("{}", encoding="utf-8")
    assert [c.version for c in read_commits(tables.path("orders"))] == [0]

"""Rows that a refresh appends: written by the driver, or by a statement where the table asks for more."""

from __future__ import annotations

import pytest
from tests.same_rows import assert_same_rows

from streamtables.spark.tables.delta_log import DeltaTableLog


@pytest.mark.parametrize(("clause", "by_driver"), [("", True), ("PARTITIONED BY (k)", False)], ids=["driver", "insert"])
def test_a_refresh_appends_either_way(spark, schema, refresh, monkeypatch, clause, by_driver):
    own, taken = DeltaTableLog.append, []

    def watched(log, *given):
        is_done = own(log, *given)
        # The registry and the history are written in this way, too.
        if log.path.endswith("/r__stream"):
            taken.append(is_done)
        return is_done

    monkeypatch.setattr(DeltaTableLog, "append", watched)
    spark.sql("CREATE TABLE s USING delta AS SELECT id, id % 3 AS k FROM range(10)")
    query = "SELECT id + 1 AS n, k FROM s WHERE id > 2"
    spark.sql(f"CREATE STREAM TABLE r {clause} REFRESH MODE DIFFERENTIAL AS {query}")
    for change in ("INSERT INTO s VALUES (10, 1), (11, NULL)", "INSERT INTO s VALUES (10, 1), (1, 1)"):
        spark.sql(change)
        assert refresh("r")["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("r"), spark.sql(query))
    assert taken == [by_driver] * 2

"""Tables that hold the rows of stream tables, written to by hand: what edits them is noticed, told, and put right."""

from __future__ import annotations

import pytest
from tests.statements.test_source_columns import check, create

from streamtables.fault_points import FAULT_POINTS

QUERIES = {
    "totals": "SELECT region, count(*) AS n, sum(amount) AS s FROM orders GROUP BY region",
    "largest": "SELECT region, max(amount) AS m FROM orders GROUP BY region",
    "copy": "SELECT id, region FROM orders WHERE id > 0",
}
BELOW = "SELECT n, count(*) AS regions FROM totals GROUP BY n"
EDITED = "the stored rows were changed by another writer"
RESHAPED = "the rows are stored in other columns than are needed"


@pytest.fixture
def paths(spark, orders):
    """Stream tables in each layout and one above them; the paths of their rows."""
    for name, query in QUERIES.items():
        create(spark, name, query)
    create(spark, "below", BELOW)
    detail = "DESCRIBE DETAIL {}__stream"
    return {name: spark.sql(detail.format(name)).first()["location"] for name in QUERIES}


def _status(spark, schema, name):
    rows = spark.sql(f"SHOW STREAM TABLES IN {schema} LIKE '{name}'").collect()
    details = {row["col_name"]: row["data_type"] for row in spark.sql(f"DESCRIBE STREAM TABLE {name}").collect()}
    explained = {row["item"]: row["value"] for row in spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}").collect()}
    return rows[0]["status"], details.get("Problem"), explained["mode"]


EDITS = {
    "a DELETE": ("totals", "DELETE FROM delta.`{path}` WHERE region = 'north'"),
    "an UPDATE": ("copy", "UPDATE delta.`{path}` SET region = 'edited' WHERE id = 1"),
    "an INSERT": ("copy", "INSERT INTO delta.`{path}` SELECT * FROM delta.`{path}`"),
    "an INSERT of parts": ("totals", "INSERT INTO delta.`{path}` SELECT * FROM delta.`{path}`"),
    "a TRUNCATE": ("largest", "TRUNCATE TABLE delta.`{path}`"),
    "a RESTORE": ("largest", "RESTORE TABLE delta.`{path}` TO VERSION AS OF 0"),
}


def test_what_edits_the_stored_rows_is_noticed_and_put_right(spark, schema, paths, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'north', 9)")
    spark.sql(f"REFRESH STREAM TABLES IN {schema}")
    for number, (what, (name, statement)) in enumerate(EDITS.items()):
        refresh(name)
        spark.sql(statement.format(path=paths[name]))
        assert _status(spark, schema, name) == ("needs a rebuild", EDITED, "FULL"), what
        assert not spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], what
        row = refresh(name)
        assert (row["mode"], row["reason"], row["reason_code"]) == ("FULL", EDITED, "STORED_ROWS_EDITED"), what
        check(spark, name, QUERIES[name])
        spark.sql(f"INSERT INTO orders VALUES ({10 + number}, 'west', {number})")
        assert refresh(name)["mode"] == "DIFFERENTIAL", what
        check(spark, name, QUERIES[name])
    # What reads an edited table shows what that table shows, before and after it is put right.
    assert refresh("below")["mode"] == "DIFFERENTIAL"
    spark.sql(EDITS["a DELETE"][1].format(path=paths["totals"]))
    assert refresh("below", "WITHOUT UPSTREAM")["mode"] == "DIFFERENTIAL"
    check(spark, "below", BELOW)
    assert refresh("below")["mode"] == "DIFFERENTIAL"
    check(spark, "totals", QUERIES["totals"])
    check(spark, "below", BELOW)


def test_what_changes_no_row_is_no_edit_and_other_columns_are(spark, schema, paths, refresh):
    harmless = (
        "OPTIMIZE totals__stream",
        "OPTIMIZE delta.`{path}`",
        "VACUUM totals__stream",
        "VACUUM delta.`{path}`",
        "ALTER TABLE delta.`{path}` SET TBLPROPERTIES ('note' = 'x')",
        "COMMENT ON TABLE delta.`{path}` IS 'by hand'",
    )
    for statement in harmless:
        spark.sql(statement.format(path=paths["totals"]))
        assert refresh("totals")["mode"] == "NO_CHANGE", statement
    assert _status(spark, schema, "totals") == ("ok", None, "NO_CHANGE")
    spark.sql("INSERT INTO orders VALUES (10, 'west', 1)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    check(spark, "totals", QUERIES["totals"])
    spark.sql(f"ALTER TABLE delta.`{paths['totals']}` ADD COLUMN (more INT)")
    assert _status(spark, schema, "totals") == ("needs a rebuild", RESHAPED, "FULL")
    check(spark, "totals", QUERIES["totals"])
    row = refresh("totals")
    assert (row["mode"], row["reason"], row["reason_code"]) == ("FULL", RESHAPED, "STORED_ROWS_EDITED")
    check(spark, "totals", QUERIES["totals"])
    assert _status(spark, schema, "totals") == ("ok", None, "NO_CHANGE")


def test_rows_that_another_writer_adds_during_a_refresh_are_noticed_behind_it(spark, schema, paths, refresh):
    path, added = paths["copy"], []

    def add(point: str) -> None:
        if point == "refresh.computed" and not added:
            added.append(point)
            spark.sql(f"INSERT INTO delta.`{path}` SELECT * FROM delta.`{path}`")

    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    with FAULT_POINTS.listen(add):
        refresh("copy")
    assert added
    assert _status(spark, schema, "copy") == ("needs a rebuild", EDITED, "FULL")
    assert refresh("copy")["reason_code"] == "STORED_ROWS_EDITED"
    check(spark, "copy", QUERIES["copy"])
    assert refresh("copy")["mode"] == "NO_CHANGE"

"""A change is read from the rows that came or went, not from all rows of the files that hold them."""

from __future__ import annotations

import pytest

from streamtables.engine.sources.change_set import collect_changes
from streamtables.spark.late_materialization.change_frames import change_frame, live_difference
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_rewriter.sql.columns import WEIGHT

VECTORS = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"


@pytest.fixture
def log(spark, schema):
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT CAST(id AS INT) AS id FROM range(0, 1000, 1, 1)")
    return CatalogLookup(spark).log(("spark_catalog", schema, "t"))


def _changes(log, start):
    snapshot = log.latest()
    commits = [log.commit(version) for version in range(start + 1, snapshot.version + 1)]
    return snapshot, collect_changes(start, commits)


def _rows(log, snapshot, changes):
    files = {"added": changes.added, "removed": changes.removed, "change_paths": []}
    frame = change_frame(log, snapshot, **files, columns=["id"], multiplicity=None)
    return sorted((row["id"], row[WEIGHT]) for row in frame.collect())


def _read(log, snapshot, files):
    return sum(log.read_files(snapshot, [file]).count() for file in files)


def test_rows_that_a_vector_hides_are_read_alone(spark, log):
    spark.sql("DELETE FROM t WHERE id IN (3, 500)")
    snapshot, changes = _changes(log, 0)
    came, went = live_difference(log, changes.added, changes.removed)
    assert (came, _read(log, snapshot, went)) == ([], 2)
    assert _rows(log, snapshot, changes) == [(3, -1), (500, -1)]


def test_a_grown_vector_tells_the_rows_that_it_hides_besides(spark, log):
    spark.sql("DELETE FROM t WHERE id IN (3, 500)")
    spark.sql("DELETE FROM t WHERE id IN (4, 501)")
    spark.sql("DELETE FROM t WHERE id = 999")
    snapshot, changes = _changes(log, 1)
    came, went = live_difference(log, changes.added, changes.removed)
    assert (came, _read(log, snapshot, went)) == ([], 3)
    assert _rows(log, snapshot, changes) == [(4, -1), (501, -1), (999, -1)]


def test_restored_rows_come_back(spark, log):
    spark.sql("DELETE FROM t WHERE id IN (3, 500)")
    spark.sql("DELETE FROM t WHERE id IN (7)")
    spark.sql("RESTORE TABLE t TO VERSION AS OF 1")
    spark.sql("DELETE FROM t WHERE id IN (8)")
    snapshot, changes = _changes(log, 2)
    assert _rows(log, snapshot, changes) == [(7, 1), (8, -1)]
    spark.sql("RESTORE TABLE t TO VERSION AS OF 0")
    snapshot, changes = _changes(log, 2)
    assert _rows(log, snapshot, changes) == [(3, 1), (7, 1), (500, 1)]


def test_updated_rows_are_read_alone(spark, log):
    spark.sql("UPDATE t SET id = -id WHERE id IN (3, 500)")
    snapshot, changes = _changes(log, 0)
    came, went = live_difference(log, changes.added, changes.removed)
    assert (_read(log, snapshot, came), _read(log, snapshot, went)) == (2, 2)
    assert _rows(log, snapshot, changes) == [(-500, 1), (-3, 1), (3, -1), (500, -1)]


def test_states_of_one_file_that_do_not_follow_each_other_add_up(spark, log):
    files = []
    for number in range(4):
        snapshot, changes = _changes(log, -1)
        files.append(changes.added[0])
        spark.sql(f"DELETE FROM t WHERE id IN ({number}, {number + 500})")
    snapshot, changes = _changes(log, -1)
    files.append(changes.added[0])
    came, went = live_difference(log, [files[1], files[3]], [files[0], files[2]])
    assert sum(_read(log, snapshot, [file]) for file in went) - sum(_read(log, snapshot, [file]) for file in came) == 4


def test_every_row_may_have_changed(spark, log):
    spark.sql("DELETE FROM t WHERE id >= 1")
    snapshot, changes = _changes(log, 0)
    assert len(_rows(log, snapshot, changes)) == 999
    spark.sql("DELETE FROM t")
    snapshot, changes = _changes(log, 0)
    assert len(_rows(log, snapshot, changes)) == 1000

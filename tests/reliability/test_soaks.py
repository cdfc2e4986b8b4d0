"""The soaks, briefly; ``make soak`` runs them for as long as one likes."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.reliability import kills, other_writers, races
from tests.reliability.abandoned import abandoning
from tests.reliability.graph import NODES, set_up
from tests.reliability.inspection import Inspection
from tests.reliability.killed_process import RANDOM
from tests.reliability.recovery import Recovery
from tests.reliability.statements import APPENDS_BEFORE_COMPACTION, SOAKED, Statements
from tests.reliability.tally import Tally

SEED = 7
SHARES = 3

takes_minutes = pytest.mark.skipif(
    "STREAMTABLES_SOAK" not in os.environ, reason="soaks take minutes: set STREAMTABLES_SOAK, or run make soak"
)


@pytest.fixture
def folder(spark, schema):
    """The folder of a schema that will be made, and dropped behind the test."""
    name = f"{schema}_soak"
    yield Path(str(spark.conf.get("spark.sql.warehouse.dir")).removeprefix("file:")) / f"{name}.db"
    spark.sql("USE default")
    spark.sql(f"DROP SCHEMA IF EXISTS {name} CASCADE")


@takes_minutes
@pytest.mark.slow
@pytest.mark.thorough
def test_statements_that_never_end_are_finished_or_undone(spark, folder, monkeypatch):
    """Each step once, in this process: the statement is held there for good and everything begins anew."""
    monkeypatch.setattr("streamtables.engine.writing.compaction.MOST_APPENDS", APPENDS_BEFORE_COMPACTION)
    schema, tally, statements = folder.name.removesuffix(".db"), Tally(), Statements(SEED)
    set_up(spark, schema)
    inspection = Inspection(spark, folder)
    with abandoning(spark, schema) as abandoned:
        for number, point in enumerate(SOAKED):
            before, last = statements.to_reach(point)
            for statement in before:
                spark.sql(statement.text).collect()
            assert abandoned.hold_at(point, last), point
            Recovery(spark, inspection, SEED + number, tally).after(last, f"at {point}")
        assert not tally.problems, tally.text()
    assert inspection.compared >= len(NODES) * len(SOAKED)


@pytest.mark.slow
def test_killed_processes_leave_nothing_half_done(tmp_path, monkeypatch):
    """Real processes and SIGKILL, at each step of ours; with the last one its JVM is killed, too.

    A run that has to end soon takes a third of the steps, another one each day.
    """
    steps = random.Random(SEED).sample(SOAKED, len(SOAKED))
    if "STREAMTABLES_TEST_MINUTES" in os.environ:
        steps = steps[int(os.environ["STREAMTABLES_TEST_ORDER"]) % SHARES :: SHARES]
    points = [*steps, RANDOM]
    monkeypatch.setattr(kills, "points", lambda chance: iter(points))
    tally = kills.run(tmp_path, SEED, lambda _: True, compare_every=7)
    assert tally.of("kill") == len(points)
    assert tally.of("checked")
    assert not tally.problems, tally.text()


@takes_minutes
@pytest.mark.slow
@pytest.mark.thorough
def test_statements_that_race_end_well(spark, folder):
    tally = races.run(spark, folder, SEED, seconds=20, old_versions=2)
    assert tally.of("refresh") > 10
    assert not tally.problems, tally.text()


@takes_minutes
@pytest.mark.slow
@pytest.mark.thorough
def test_writes_of_another_process_are_followed(spark, folder, tmp_path):
    tally = other_writers.run(spark, folder, tmp_path / "writer", SEED, seconds=20, old_versions=2)
    assert tally.of("write of others") > 10
    assert not tally.problems, tally.text()

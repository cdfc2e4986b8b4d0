"""What either way of refreshing reads, from the sizes of files."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables.catalog.definition import dotted
from streamtables.engine.programs.program import Program
from streamtables.engine.reading.read_estimate import LEAST_BYTES, estimate_reading
from streamtables.engine.sources.change_set import ChangeSet, Provider
from streamtables.engine.sources.pins import PinnedSource
from streamtables.engine.sources.source_change import SourceChange
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.tables.commit_log import DataFile

SIZE = {"t": 10 * LEAST_BYTES, "u": LEAST_BYTES}


KEYS = {"t": 1_000, "u": 1_000}


class Files:
    """The files of tables whose keys lie between 1 and a number."""

    def at(self, log, snapshot, version):
        name = snapshot.table_id
        return (DataFile(name, {}, SIZE[name], None, None, {"id": 1}, {"id": KEYS[name]}),)


def _file(path, size):
    return DataFile(path, {}, size, None, 1)


def _change(name, added=(), removed=(), rows=1):
    provider = Provider.FILE_DIFFERENCE if removed else Provider.APPENDED_FILES if added else Provider.NOTHING
    change = ChangeSet(provider, tuple(added), tuple(removed), (), 1, rows, (), False, False)
    source = PinnedSource((name,), None, SimpleNamespace(table_id=name, size_bytes=SIZE[name], version=2), {})
    return SourceChange(source, None, change, None)


@pytest.fixture
def estimate():
    columns = [("id", "int"), ("v", "int")]
    database = Database({"t": columns, "u": columns})

    def estimated(query, *changes):
        program = Program(None, StreamTable(database, query).plan)
        by_name = {dotted(change.source.name): change for change in changes}
        return estimate_reading(program, SourceChanges.of(by_name, program.tables), Files())

    yield estimated
    database.connection.close()


def test_small_changes_are_not_estimated(estimate):
    assert estimate("SELECT id, v FROM t", _change("t", [_file("a", LEAST_BYTES - 1)])) is None


def test_a_file_whose_vector_has_grown_is_read_once(estimate):
    touched = [_file("a", SIZE["t"])]
    found = estimate("SELECT v, sum(id) AS s FROM t GROUP BY v", _change("t", touched, touched))
    assert (found.differential, found.full) == (SIZE["t"], SIZE["t"])


def test_what_the_change_is_joined_with_counts_as_often_as_it_is_read(estimate):
    touched = [_file("a", SIZE["t"])]
    found = estimate(
        "SELECT t.v, count(*) AS n FROM t JOIN u ON t.id = u.id GROUP BY t.v",
        _change("t", touched, touched),
        _change("u", [_file("b", LEAST_BYTES)]),
    )
    both = SIZE["t"] + SIZE["u"]
    assert (found.differential, found.full) == (SIZE["t"] + LEAST_BYTES + both, both)


def test_a_source_that_is_read_once_for_several_places_counts_once(estimate):
    touched = [_file("a", SIZE["t"])]
    query = "SELECT t.v, count(*) AS n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id) GROUP BY t.v"
    found = estimate(query, _change("t", touched, touched), _change("u", [_file("b", LEAST_BYTES)]))
    assert found.differential == 2 * (SIZE["t"] + SIZE["u"])


def test_a_source_of_whose_keys_many_changed_counts_in_each_place(estimate):
    touched = [_file("a", SIZE["t"])]
    query = "SELECT t.v, count(*) AS n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id) GROUP BY t.v"
    found = estimate(query, _change("t", touched, touched), _change("u", [_file("b", LEAST_BYTES)], rows=101))
    assert found.differential == 3 * (SIZE["t"] + SIZE["u"])


def test_a_change_whose_rows_nothing_asks_for_is_not_counted(estimate):
    touched = [_file("a", SIZE["t"])]
    query = "SELECT v, sum(id) AS s FROM t GROUP BY v ORDER BY s LIMIT 3"
    found = estimate(query, _change("t", touched, touched))
    assert (found.differential, found.full) == (SIZE["t"], SIZE["t"])

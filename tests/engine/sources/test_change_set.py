"""Which files hold a range's change."""

from __future__ import annotations

import json
from dataclasses import replace

from streamtables.catalog.frontier import Frontier
from streamtables.engine.sources.change_set import Provider, collect_changes
from streamtables.spark.tables.commit_log import Commit, parse_commit


def _add(path, rows=1, *, vector=None, data_change=True):
    action = {"path": path, "partitionValues": {}, "size": 10, "dataChange": data_change}
    action["stats"] = json.dumps({"numRecords": rows})
    if vector:
        action["deletionVector"] = vector
    return json.dumps({"add": action})


def _remove(path, rows=1, *, vector=None, data_change=True):
    action = {"path": path, "partitionValues": {}, "size": 10, "dataChange": data_change}
    action["stats"] = json.dumps({"numRecords": rows})
    if vector:
        action["deletionVector"] = vector
    return json.dumps({"remove": action})


def _vector(name, cardinality):
    return {"storageType": "u", "pathOrInlineDv": name, "offset": 1, "sizeInBytes": 3, "cardinality": cardinality}


def _info(operation, **metrics):
    return json.dumps({"commitInfo": {"operation": operation, "operationMetrics": metrics}})


def _cdc(path):
    return json.dumps({"cdc": {"path": path, "partitionValues": {}, "size": 5, "dataChange": False}})


def _commits(*entries: list[str]) -> list[Commit]:
    return [parse_commit(version, lines) for version, lines in enumerate(entries, 1)]


def _paths(files):
    return sorted(file.path for file in files)


def test_appended_files_are_the_change_of_appending_commits():
    change = collect_changes(0, _commits([_add("a", 3)], [_add("b", 4)]))
    assert change.provider is Provider.APPENDED_FILES
    assert change.insert_only
    assert _paths(change.added) == ["a", "b"]
    assert change.changed_rows == 7


def test_rearranging_files_is_no_change_and_moves_the_start():
    rearranged = [_add("c", 7, data_change=False), _remove("a", 3, data_change=False)]
    change = collect_changes(4, [parse_commit(5, rearranged)])
    assert change.provider is Provider.NOTHING
    assert change.unchanged_until == 5
    assert not change.vanished


def test_a_file_that_came_and_went_within_the_range_cancels():
    change = collect_changes(0, _commits([_add("a")], [_remove("a"), _add("b")]))
    assert _paths(change.added) == ["b"]
    assert not change.removed


def test_a_file_that_went_and_came_back_cancels():
    change = collect_changes(0, _commits([_remove("a")], [_add("a")]))
    assert change.provider is Provider.NOTHING


def test_a_grown_deletion_vector_is_the_file_before_and_after():
    vector = _vector("v1", 1)
    change = collect_changes(0, _commits([_remove("a", 5), _add("a", 5, vector=vector)]))
    assert change.provider is Provider.FILE_DIFFERENCE
    assert [file.deletion_vector for file in change.removed] == [None]
    assert [file.rows for file in change.added] == [4]


def test_change_files_replace_the_data_files_of_their_commit_only():
    commits = _commits([_add("a", 2)], [_remove("x"), _add("y"), _cdc("_change_data/c")], [_remove("y"), _add("z")])
    change = collect_changes(0, commits)
    assert _paths(change.change_files) == ["_change_data/c"]
    assert _paths(change.added) == ["a", "z"]
    assert _paths(change.removed) == ["y"]


def test_unreadable_change_files_are_passed_over_for_the_data_files():
    change = collect_changes(0, _commits([_remove("x"), _add("y"), _cdc("c")]), feed_readable=False)
    assert not change.change_files
    assert (_paths(change.added), _paths(change.removed)) == (["y"], ["x"])


def test_rows_changed_are_counted_by_the_operations_own_metrics():
    commits = _commits(
        [_info("UPDATE", numUpdatedRows="2"), _remove("a", 100), _add("b", 100)],
        [_info("DELETE", numDeletedRows="3"), _remove("b", 100), _add("c", 97)],
        [
            _info("MERGE", numTargetRowsInserted="4", numTargetRowsUpdated="5", numTargetRowsDeleted="6"),
            _remove("c", 97),
            _add("d", 95),
        ],
    )
    assert collect_changes(0, commits).changed_rows == 2 + 3 + 15


def test_of_a_file_that_stays_the_rows_that_its_vector_hides_are_counted():
    grown = [_remove("a", 500, vector=_vector("v1", 2)), _add("a", 500, vector=_vector("v2", 5)), _add("b", 4)]
    assert collect_changes(0, _commits([_info("UPDATE"), *grown])).changed_rows == 3 + 4
    shrunk = [_remove("a", 500, vector=_vector("v2", 5)), _add("a", 500), _remove("b", 4)]
    assert collect_changes(0, _commits([_info("RESTORE"), *shrunk])).changed_rows == 5 + 4


def test_a_refresh_says_itself_how_many_rows_it_changed():
    frontier = Frontier("id", 2, 1, {}, "DIFFERENTIAL", "", 1, "2026-01-01T00:00:00+00:00", touched=1)
    info = json.dumps({"commitInfo": {"operation": "UPDATE", "userMetadata": frontier.to_json()}})
    files = [_remove("a", 500), _add("a", 500, vector=_vector("v1", 1)), _add("b", 1)]
    assert collect_changes(0, _commits([info, *files])).changed_rows == 1
    nulls = json.dumps(
        {"commitInfo": {"operation": "UPDATE", "userMetadata": replace(frontier, touched=None).to_json()}}
    )
    assert collect_changes(0, _commits([nulls, *files])).changed_rows == 2


def test_a_removed_file_may_be_missing_later_also_if_only_rearranged():
    commits = _commits([_add("a")], [_remove("a", data_change=False), _add("b", data_change=False)])
    assert _paths(collect_changes(0, commits).vanished) == ["a"]

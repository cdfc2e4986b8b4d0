"""Each numbered pitfall has a test: one that bears its number here, or one elsewhere that is named below."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent
_LAST = 96
_ELSEWHERE = {
    78: ("statements/test_graph.py", "test_equal_rows_of_a_stream_table_count_for_its_readers"),
    79: ("statements/test_graph.py", "test_a_chain_is_refreshed_in_one_run_from_the_top"),
    80: ("statements/test_graph.py", "test_a_full_refresh_above_is_a_true_difference_below"),
    81: ("statements/test_graph.py", "test_a_diamond_reads_one_version_of_its_source"),
    82: ("statements/test_graph.py", "test_readers_of_one_source_keep_their_own_place"),
    83: ("statements/test_refresh.py", "test_a_second_refresh_does_nothing_and_makes_no_version"),
    84: ("statements/test_refresh.py", "test_a_refresh_that_another_one_has_overtaken_is_not_applied_twice"),
    85: ("reliability/test_races.py", "test_a_refresh_that_fails_leaves_no_lock"),
    86: ("equivalence/sources/rewrites.test", "INSERT OVERWRITE named"),
    87: ("statements/test_refresh.py", "test_an_update_of_a_table_that_was_only_appended_to_is_seen"),
    88: ("statements/test_refresh.py", "test_a_commit_that_lands_during_a_refresh_is_seen_by_the_next_one"),
    89: ("statements/test_create.py", "test_bad_input_is_one_clear_error_and_leaves_nothing"),
    90: ("statements/test_refresh.py", "test_a_change_without_rows_keeps_types"),
    92: ("statements/test_refresh.py", "test_a_used_column_that_is_gone_is_an_error_and_an_unused_one_is_not"),
    93: ("statements/test_refresh.py", "test_a_redefined_view_rebuilds_the_table"),
    94: ("statements/test_create.py", "test_or_replace_changes_query_columns_and_rows"),
    95: ("statements/test_inspect.py", "test_ordinary_sql_cannot_touch_a_stream_table"),
    96: ("engine/refreshing/test_decide.py", "test_a_forced_recomputation_does_not_forget_the_differential_refreshes"),
}


def test_each_number_has_a_script_or_a_test():
    scripts = {int(path.name[:2]) for path in _FOLDER.glob("scripts/*.test")}
    tests = {
        int(number)
        for path in _FOLDER.glob("test_*.py")
        for number in re.findall(r"^def test_(\d\d)_", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert scripts | tests | set(_ELSEWHERE) == set(range(1, _LAST + 1))


def test_the_tests_elsewhere_are_there():
    for path, name in _ELSEWHERE.values():
        assert name in (_FOLDER.parent / path).read_text(encoding="utf-8"), f"{path} has no {name}"

"""Ranges of changed keys are said where they leave out most of a table."""

from __future__ import annotations

from streamtables.engine.reading.read_ranges import ReadRanges, range_selectivity
from streamtables.spark.tables.commit_log import DataFile
from streamtables_rewriter.templates.runtime_filters import KeyRange, RuntimeFilter, SourceColumn


def _file(low, high, size=10):
    return DataFile("f", {}, size, None, None, {"k": low}, {"k": high})


def test_the_share_of_a_range_is_estimated_from_statistics():
    assert range_selectivity((_file(0, 99), _file(100, 199)), "k", KeyRange(100, 149)) == 0.25
    assert range_selectivity((_file("a", "f"), _file("g", "m")), "k", KeyRange("h", "i")) == 0.5
    assert range_selectivity((_file(0, 99), _file(100, 199, 30)), "k", KeyRange(500, 600)) == 0.0


def test_files_without_statistics_are_read():
    bare = DataFile("f", {}, 10, None, None)
    assert range_selectivity((bare,), "k", KeyRange(1, 2)) == 1.0
    assert range_selectivity((), "k", KeyRange(1, 2)) == 0.0


def test_ranges_that_leave_out_little_are_not_said():
    runtime_filter = RuntimeFilter(SourceColumn(1, "k"), frozenset({SourceColumn(0, "k")}))
    ranges = ReadRanges({0: {"k": (3, 9, False)}}, lambda source: (_file(0, 99),))
    assert ranges(runtime_filter) == KeyRange(3, 9)
    assert ReadRanges({0: {"k": (3, 90, False)}}, lambda source: (_file(0, 99),))(runtime_filter) is None
    assert ReadRanges({0: {"k": (3, 90, False)}}, lambda source: None)(runtime_filter) == KeyRange(3, 90)


def test_a_range_takes_in_all_changes():
    runtime_filter = RuntimeFilter(SourceColumn(1, "k"), frozenset({SourceColumn(0, "k"), SourceColumn(2, "j")}))
    bounds = {0: {"k": (3, 9, False)}, 2: {"j": (5, 12, True)}}
    assert ReadRanges(bounds, lambda source: None)(runtime_filter) == KeyRange(3, 12)
    assert ReadRanges({0: {"k": (3, 9, False)}}, lambda source: None)(runtime_filter) is None
    assert ReadRanges({**bounds, 2: {"j": (None, None, True)}}, lambda source: None)(runtime_filter) is None

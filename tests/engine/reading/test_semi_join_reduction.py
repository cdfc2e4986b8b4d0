"""Sources are read once where they are large, the keys few, and no range leaves most of the table out."""

from __future__ import annotations

import pytest

from streamtables.engine.reading.chosen_keys import LEAST_BYTES, choose_keys, skip_files
from streamtables.spark.tables.commit_log import DataFile
from streamtables_rewriter.templates.runtime_filters import KeyRange, SourceColumn
from streamtables_rewriter.templates.semi_join_keys import SemiJoinKeys

BY_ORDER = SemiJoinKeys("order_id", frozenset({SourceColumn(0, "id")}), or_null=False)
BY_SHOP = SemiJoinKeys("shop", frozenset({SourceColumn(0, "shop")}), or_null=False)


def _files(size=LEAST_BYTES):
    statistics = {"order_id": 1, "shop": 1}, {"order_id": 100_000, "shop": 50}
    return DataFile("a", {}, size, None, None, *statistics), DataFile("b", {}, 1, None, None)


def _choose(*candidates, files=None, rows=10, ranges=lambda _: None):
    return choose_keys(1, candidates, files or _files(), {0: rows}, ranges)


def test_the_keys_that_leave_out_most_are_chosen():
    assert _choose(BY_ORDER, BY_SHOP) == _choose(BY_SHOP, BY_ORDER) == BY_ORDER


@pytest.mark.parametrize(
    "case",
    [
        {"files": _files(100)},
        {"files": (DataFile("b", {}, LEAST_BYTES, None, None),)},
        {"rows": 60_000},
        {
            "ranges": lambda runtime_filter: (
                KeyRange(1, 2) if runtime_filter.target == SourceColumn(1, "order_id") else None
            )
        },
    ],
    ids=["small table", "no statistics", "many keys", "a range does"],
)
def test_otherwise_each_place_reads_the_source(case):
    assert _choose(BY_ORDER, **case) is None


def test_files_are_left_out_in_which_no_key_can_be():
    files = tuple(DataFile(str(n), {}, 1, None, None, {"k": 10 * n}, {"k": 10 * n + 9}) for n in range(5))
    assert [f.path for f in skip_files(files, "k", [(12, 25, False), (40, 40, False)])] == ["1", "2", "4"]
    assert skip_files(files, "other", [(1, 1, False)]) == files
    assert skip_files(files, "k", [(1, 1, False), None]) == files
    assert skip_files(files, "k", [(1, 1, False), (None, None, True)]) == files

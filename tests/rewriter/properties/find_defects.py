"""Plants each defect in turn, and tells after how many random cases the tests caught it.

Run ``make defects``, or ``python -m tests.rewriter.properties.find_defects [part of a name ...]``. It ends with 1 if
a defect was not caught.
"""

from __future__ import annotations

import sys
import time

import pytest
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from tests.rewriter.properties.planted_defects import DEFECTS
from tests.rewriter.properties.property_run import Tally, WrongRowsError, run

MOST_REFRESHES = 10_000
STARTS = {
    "always_tell_first_rows": 2,
    "ask_rows_below_groups_what_is_asked_of_groups": 15,
    "decide_without_a_known_value": 3,
    "do_not_widen_unions": 6,
    "forget_filter_clauses": 4,
    "forget_padded_rows": 2,
    "forget_that_values_count_once": 6,
    "forget_the_copies_that_stay": 3,
    "forget_the_offset": 6,
    "forget_the_old_marks": 5,
    "forget_the_partition_of_nulls": 2,
    "forget_what_nested_groups_were": 4,
    "forget_what_windows_gave": 2,
    "hand_keys_to_padded_rows": 5,
    "keep_one_group_too_many": 15,
    "keep_zero_for_a_sum_of_nothing": 2,
    "leave_nulls_out_of_ranges": 28,
    "let_nulls_count_as_different_for_not_in": 6,
    "need_only_rows_with_partners": 7,
    "part_sessions_that_touch": 10,
    "reduce_outer_joins_whatever_is_asked": 5,
    "repeat_changed_rows_once": 6,
    "take_a_cover_that_misses_rows": 54,
    "take_all_conditions_for_met": 3,
    "take_computed_columns_for_columns": 125,
    "take_constants_for_columns": 355,
    "take_every_change_for_insert_only": 2,
    "take_filtered_rows_for_equal": 35,
    "take_missing_counts_for_null": 5,
}
"""Seeds near which a rare shape is met, so that the tests need not wait for it; the run goes on from there."""


def find(name: str) -> Tally | None:
    """Run random cases until one shows wrong rows.

    Args:
        name: The name of the planted defect.

    Returns:
        What was run until then; None if nothing was found.
    """
    tally = Tally()
    try:
        run(STARTS.get(name, 0), MOST_REFRESHES, tally)
    except WrongRowsError:
        return tally
    return None


def main(words: list[str]) -> int:
    """Plant the defects whose names contain a word, or all.

    Args:
        words: Parts of names.

    Returns:
        0 if all were caught, else 1.
    """
    console = Console(width=None if sys.stdout.isatty() else 120)
    table = Table("planted defect", "caught after queries", "refreshes", "seconds", title="Planted defects")
    chosen = [plant for plant in DEFECTS if not words or any(word in plant.__name__ for word in words)]
    missed = 0
    with Progress(console=console) as progress:
        task = progress.add_task("planting", total=len(chosen))
        for plant in chosen:
            progress.update(task, description=plant.__name__)
            started = time.perf_counter()
            with pytest.MonkeyPatch.context() as patch:
                plant(patch)
                tally = find(plant.__name__)
            missed += tally is None
            seen = ("NOT CAUGHT", "") if tally is None else (str(tally.queries), str(tally.refreshes))
            table.add_row(plant.__name__.replace("_", " "), *seen, f"{time.perf_counter() - started:.1f}")
            progress.advance(task)
    console.print(table)
    console.print(f"{len(chosen) - missed} of {len(chosen)} planted defects caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A change is taken for small by its rows, by what it meets, and by its bytes; never again where that was wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from streamtables.engine.reading.shortcuts import Shortcuts
from streamtables.spark.rows.materialized_frames import DRIVER_LIMIT_ROWS
from streamtables.spark.tables.delta_writes import NO_BROADCAST


def _shortcuts(changed: int = 10, met: int = 10, bytes_: int = 10, *, allowed: bool = True) -> Shortcuts:
    session: Any = None
    share: Any = SimpleNamespace(bytes=1000)
    changes: Any = SimpleNamespace(changed_rows=changed)
    sizes: Any = SimpleNamespace(rows=met, bytes=bytes_)
    return Shortcuts(session, share, changes, sizes, allowed=allowed)


def test_few_rows_are_sent_around() -> None:
    few = _shortcuts()
    assert (few.fit, few.expected_rows, few.auto_broadcast) == (True, 10, {})


@pytest.mark.parametrize("many", [_shortcuts(DRIVER_LIMIT_ROWS + 1), _shortcuts(met=DRIVER_LIMIT_ROWS + 1)])
def test_many_rows_are_sent_around_where_spark_asks_for_it_only(many: Shortcuts) -> None:
    assert (many.fit, many.expected_rows, many.auto_broadcast) == (False, None, {})


@pytest.mark.parametrize("wide", [_shortcuts(bytes_=1001), _shortcuts(allowed=False)])
def test_nothing_is_sent_around_where_rows_are_wide_or_it_is_not_allowed(wide: Shortcuts) -> None:
    assert (wide.fit, wide.expected_rows, wide.auto_broadcast) == (False, None, NO_BROADCAST)


def test_what_did_not_fit_once_does_not_fit() -> None:
    few = _shortcuts()
    few.disable_broadcast()
    assert (few.fit, few.auto_broadcast) == (False, NO_BROADCAST)

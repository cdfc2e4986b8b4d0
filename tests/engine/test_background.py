"""Work that no user waits for: its failures are told, unless they are none."""

from __future__ import annotations

import logging
import threading
from typing import Any

import pytest

from streamtables.engine.context import Engine
from streamtables_grammar.names import QualifiedName

_NAME = QualifiedName(("lake", "sales", "by_region"))


def _warnings_of_a_failure(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, there: bool) -> Any:
    def tidy(engine: Engine, name: QualifiedName) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Engine, "_finds", lambda engine, name: there)
    engine = Engine.over(lambda settings, user: pytest.fail("nothing here needs a session"))
    engine.later(tidy, _NAME)
    engine.background.shutdown(wait=True)
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_failure_in_the_background_is_a_warning_with_table_and_task(monkeypatch, caplog):
    (record,) = _warnings_of_a_failure(monkeypatch, caplog, there=True)
    assert record.getMessage() == "lake.sales.by_region: tidy in the background failed"
    assert "no space left" in str(record.exc_info[1])


def test_failure_over_a_table_that_was_dropped_meanwhile_is_none(monkeypatch, caplog):
    assert _warnings_of_a_failure(monkeypatch, caplog, there=False) == []


def _engine() -> Engine:
    return Engine.over(lambda settings, user: pytest.fail("nothing here needs a session"))


def test_what_only_a_next_statement_needs_is_not_begun_where_none_comes():
    done, engine = [], _engine()
    engine.for_next_statement(lambda engine, name: done.append(name), _NAME)
    engine.end()
    engine.background.shutdown(wait=True)
    assert done == []


def test_what_only_a_next_statement_needs_is_done_a_moment_later():
    done, engine = [], _engine()
    engine.for_next_statement(lambda engine, name: done.append(name), _NAME)
    engine.background.shutdown(wait=True)
    assert done == [_NAME]


def test_the_end_waits_for_what_is_needed_and_for_nothing_else():
    done, engine, held = [], _engine(), threading.Event()
    engine.later(lambda engine, name: done.append("needed"), _NAME, needed=True)
    engine.later(lambda engine, name: held.wait(60), _NAME)
    engine.end()
    assert done == ["needed"]
    held.set()

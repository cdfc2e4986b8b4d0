"""Work that no user waits for: its failures are told, unless they are none."""

from __future__ import annotations

import logging
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

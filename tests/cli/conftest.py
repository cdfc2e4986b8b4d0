"""What the tests of the command line have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.recording import RecordingSession

import streamtables
from streamtables.session import builder


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RecordingSession:
    recording = RecordingSession()

    def open_recording(warehouse: Any, **_: Any) -> RecordingSession:
        recording.warehouse = str(warehouse)
        return recording

    monkeypatch.chdir(tmp_path)
    (tmp_path / "warehouse" / ".metastore").mkdir(parents=True)
    (tmp_path / "elsewhere" / ".metastore").mkdir(parents=True)
    monkeypatch.setattr(builder, "open_session", open_recording)
    monkeypatch.setattr(streamtables, "disable", lambda spark: spark.flush())
    return recording

"""Every script, on DuckDB: after each section the stream tables equal their queries, in the mode claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.equivalence.script import read_script
from tests.pitfalls.stage import Performer, Stage
from tests.rewriter.close_rows import close_rows

SCRIPTS = sorted(Path(__file__).parent.glob("scripts/*.test"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_stream_tables_equal_their_queries_after_every_section(path: Path) -> None:
    """The claim is the script's own."""
    script = read_script(path)
    stage = Stage(script)
    for number, section in enumerate(script.sections[1:], 1):
        for statement in section.statements:
            stage.play(statement)
        for performer, mode in zip(stage.performers, section.modes_of(len(stage.performers)), strict=True):
            _refresh_and_check(performer, mode, f"{script.claim} (section {number}, {performer.name})")
    stage.close()


def _refresh_and_check(performer: Performer, mode: str, claim: str) -> None:
    """Refresh; what cancels out reaches the rewriter all the same, and must change nothing."""
    assert performer.mode() == mode, claim
    table = performer.table
    changed = any(performer.database.pending[source.table.name[-1]] for source in table.bound.sources)
    before = table.stored()
    template = table.refresh()
    assert (template is not None) == changed, claim
    if mode == "NO_CHANGE":
        assert close_rows(table.stored(), before), claim
    wrong = table.wrong()
    assert wrong is None, f"{claim}\n{wrong}"
    shown, own = performer.columns()
    assert shown == own, claim

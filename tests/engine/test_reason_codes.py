"""The codes of reasons, and the modes that they come with."""

from __future__ import annotations

from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.reason_codes import ReasonCode


def test_every_code_begins_with_modes_and_every_mode_has_codes():
    modes = {mode.value for mode in RanMode}
    found = set()
    for code in ReasonCode:
        given = [word.strip(",") for word in code.value.split(":")[0].split() if word.strip(",") in modes]
        assert given, code
        found |= set(given)
    assert found == modes

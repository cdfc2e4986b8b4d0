"""The list of reason codes that users read."""

from __future__ import annotations

from pathlib import Path

from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.reason_codes import ReasonCode

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_readme_lists_every_reason_code_with_what_it_stands_for():
    text = README.read_text(encoding="utf-8")
    listed = text.split("<!-- reason-codes:begin -->\n")[1].split("<!-- reason-codes:end -->")[0]
    rows = "".join(f"| `{code.name}` | {code.value} |\n" for code in ReasonCode)
    assert listed == f"| `reason_code` | with |\n|---|---|\n{rows}"


def test_every_code_begins_with_modes_and_every_mode_has_codes():
    modes = {mode.value for mode in RanMode}
    found = set()
    for code in ReasonCode:
        given = [word.strip(",") for word in code.value.split(":")[0].split() if word.strip(",") in modes]
        assert given, code
        found |= set(given)
    assert found == modes

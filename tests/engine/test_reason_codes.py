"""The lists of what the history tells that users read."""

from __future__ import annotations

from pathlib import Path

from streamtables.catalog.history_row import HISTORY_COLUMNS
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.engine.reason_codes import ReasonCode

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_readme_lists_every_reason_code_with_what_it_stands_for():
    text = README.read_text(encoding="utf-8")
    listed = _between(text, "reason-codes")
    rows = "".join(f"| `{code.name}` | {code.value} |\n" for code in ReasonCode)
    assert listed == f"| `reason_code` | with |\n|---|---|\n{rows}"


def test_the_readme_lists_who_can_ask_for_a_refresh_and_every_column_of_the_history():
    text = README.read_text(encoding="utf-8")
    rows = "".join(f"| `{one.name}` | {one.value} |\n" for one in RequestedBy)
    assert _between(text, "requested-by") == f"| `requested_by` | when |\n|---|---|\n{rows}"
    told = [line.split("|")[1] for line in _between(text, "history-columns").splitlines()[2:]]
    assert [name.strip(" `") for names in told for name in names.split(",")] == list(HISTORY_COLUMNS)


def _between(text: str, name: str) -> str:
    return text.split(f"<!-- {name}:begin -->\n")[1].split(f"<!-- {name}:end -->", maxsplit=1)[0]


def test_every_code_begins_with_modes_and_every_mode_has_codes():
    modes = {mode.value for mode in RanMode}
    found = set()
    for code in ReasonCode:
        given = [word.strip(",") for word in code.value.split(":")[0].split() if word.strip(",") in modes]
        assert given, code
        found |= set(given)
    assert found == modes

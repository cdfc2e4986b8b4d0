from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import streamtables_grammar
from streamtables_grammar.errors import Condition, load_conditions

PACKAGE = Path(streamtables_grammar.__file__).parent
RAW = json.loads((PACKAGE / "conditions.json").read_text(encoding="utf-8"))


def test_conditions_are_sorted_and_have_a_state() -> None:
    assert list(RAW) == sorted(RAW)
    assert all(re.fullmatch(r"[0-9A-Z]{5}", entry["sqlState"]) for entry in RAW.values())
    assert all(list(entry) == ["message", "sqlState"] for entry in RAW.values())


@pytest.mark.parametrize("name", RAW)
def test_condition_is_raised_by_the_code_and_shown_by_a_test(name: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert f'"{name}"' in code
    assert f'"{name}"' in tests


@pytest.mark.parametrize("given", [{}, {"name": "orders"}, {"name": "orders", "column": "id", "kind": "key"}])
def test_message_takes_exactly_its_parameters(given: dict[str, str]) -> None:
    condition = Condition("COLUMN_MISSING", "<name> has no column <column>.", "42000", "never")
    assert condition.render({"name": "orders", "column": "<name>"}) == "orders has no column <name>."
    with pytest.raises(KeyError, match="COLUMN_MISSING takes"):
        condition.render(given)


def test_loaded_conditions_are_those_of_the_file() -> None:
    assert set(load_conditions("streamtables_grammar")) == set(RAW)

"""Values of rows as JSON and as plain text."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from pyspark.sql.types import Row

from streamtables.values import distinct_names, json_text, plain_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (Decimal("1.50"), "1.50"),
        (Decimal("12345678901234567890.123456789"), "12345678901234567890.123456789"),
        (Decimal("1E+3"), "1000"),
        (float("nan"), '"NaN"'),
        (float("-inf"), '"-Infinity"'),
        (1e300, "1e+300"),
        (date(2026, 1, 2), '"2026-01-02"'),
        (datetime(2026, 1, 2, 3, 4, 5), '"2026-01-02 03:04:05"'),  # noqa: DTZ001 - as Spark gives TIMESTAMP_NTZ
        (b"\x00\xff", '"AP8="'),
        ("é\n", '"é\\n"'),
    ],
)
def test_value_keeps_its_kind_and_every_digit_in_json(value: Any, text: str) -> None:
    assert json_text(value) == text


def test_structure_is_kept_in_json_at_every_depth() -> None:
    inner = Row(x=1, y=[Row(z=Decimal("2.0"))])
    value = {"m": {1: inner, None: "n"}, "l": [inner, None]}
    assert json.loads(json_text(value)) == {
        "m": {"1": {"x": 1, "y": [{"z": 2.0}]}, "None": "n"},
        "l": [{"x": 1, "y": [{"z": 2.0}]}, None],
    }


def test_names_that_repeat_lose_no_value() -> None:
    assert distinct_names(["n", "n", "n_2", "n"]) == ["n", "n_3", "n_2", "n_4"]
    twice = Row("a", "a")(1, 2)
    assert json.loads(json_text(twice)) == {"a": 1, "a_2": 2}


def test_structures_are_json_in_plain_text_too() -> None:
    assert plain_text(Row(x=1, y="t")) == '{"x": 1, "y": "t"}'
    assert plain_text([1, None]) == "[1, null]"
    assert plain_text(Decimal("0E-10")) == "0.0000000000"
    assert plain_text("text") == "text"

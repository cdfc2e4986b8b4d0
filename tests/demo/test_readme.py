"""The README's first Python example runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import streamtables

_README = Path(__file__).resolve().parents[2] / "README.md"


def test_example_of_the_readme_gives_the_rows_that_its_statements_say(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    example, *_ = re.findall(r"```python\n(.*?)```", _README.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.setattr(streamtables, "session", lambda **_: spark)
    try:
        exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - our own text
        rows = spark.sql(
            "SELECT region, orders, CAST(revenue AS STRING) FROM sales.by_region ORDER BY region"
        ).collect()
        assert [tuple(row) for row in rows] == [("north", 2, "11.25"), ("south", 1, "5.50")]
    finally:
        spark.sql("DROP STREAM TABLE IF EXISTS sales.by_region")
        spark.sql("DROP SCHEMA IF EXISTS sales CASCADE")

"""What stands before the SQL of a magic."""

from __future__ import annotations

import pytest

from streamtables.jupyter.request import Request, read_request


@pytest.mark.parametrize(
    ("line", "cell", "request_read"),
    [
        ("SELECT 1", None, Request("SELECT 1", 1)),
        ("late << SELECT 1 << 2", None, Request("SELECT 1 << 2", 1, target="late")),
        ("SELECT 1 << 2", None, Request("SELECT 1 << 2", 1)),
        ("--limit 5 --session other SELECT 1", None, Request("SELECT 1", 1, session="other", limit="5")),
        ("--session=sc://h:1/;token=a", "SELECT 1", Request("SELECT 1", 2, session="sc://h:1/;token=a")),
        ("-- a comment", None, Request("-- a comment", 1)),
        ("late <<", "SELECT 1\nFROM t", Request("SELECT 1\nFROM t", 2, target="late")),
        ("", "late <<\nSELECT 1", Request("\nSELECT 1", 2, target="late")),
        ("SELECT 1", "FROM t", Request("SELECT 1\nFROM t", 1)),
        ("", "", Request("", 2)),
    ],
)
def test_options_and_target_are_taken_off_the_sql(line: str, cell: str | None, request_read: Request) -> None:
    assert read_request(line, cell) == request_read

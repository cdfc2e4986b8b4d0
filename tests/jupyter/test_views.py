"""What answers look like."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from streamtables.engine.result import RESULT_COLUMNS
from streamtables.jupyter.answer import Answer, Column, duration
from streamtables.jupyter.statement_views import view_of

REFRESHED = ("s.<b>x</b>", "DIFFERENTIAL", "1 < 2 & 3", 4, 5, None, 0, 7, 1234, "SOURCES_CHANGED")
EXPLAINED = [
    ("UPSTREAM s.a", "FULL: because"),
    ("mode", "DIFFERENTIAL or NO_CHANGE"),
    ("reason", "the <sources> changed"),
    ("alternative FULL", "possible: always"),
    ("delta SQL", "SELECT a < b\nFROM t"),
]


def _answer(
    columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[object]], *, ours: bool = True, more: bool = False
) -> Answer:
    return Answer([Column(*column) for column in columns], rows, more, 0.25, ours)


def _without_tags(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html.partition("</style>")[2])


@pytest.mark.parametrize("mode", ["INITIAL", "DIFFERENTIAL", "FULL", "NO_CHANGE", "SKIPPED", "FAILED"])
def test_a_refresh_has_the_badge_of_its_mode(mode: str) -> None:
    view = view_of(_answer(RESULT_COLUMNS, [(REFRESHED[0], mode, *REFRESHED[2:])]))
    assert re.search(rf'<span class="badge \w+">{mode}</span>', view.html)
    assert mode in view.text


def test_a_refresh_tells_why_and_how_much() -> None:
    view = view_of(_answer(RESULT_COLUMNS, [REFRESHED]))
    assert "1 &lt; 2 &amp; 3" in view.html
    assert "+5 ~?" in view.html
    assert "1.2 s" in view.html
    assert "<b>x</b>" not in view.html
    assert "s.&lt;b&gt;x&lt;/b&gt;" in view.html


def test_explain_begins_with_mode_and_reason_and_folds_sql() -> None:
    view = view_of(_answer([("item", "string"), ("value", "string")], EXPLAINED))
    said = _without_tags(view.html).split()
    assert said[:6] == ["DIFFERENTIAL", "or", "NO_CHANGE", "the", "&lt;sources&gt;", "changed"]
    assert "<details><summary>delta SQL</summary><pre>SELECT a &lt; b\nFROM t</pre></details>" in view.html
    assert view.text.splitlines()[:2] == ["mode: DIFFERENTIAL or NO_CHANGE", "reason: the <sources> changed"]
    assert "UPSTREAM s.a" in view.html


@pytest.mark.parametrize(
    ("equal", "kind", "words"), [(True, "good", "equal"), (False, "bad", "not equal"), (None, "rest", "never filled")]
)
def test_verify_says_clearly_what_it_found(equal: bool | None, kind: str, words: str) -> None:
    columns = [("stream_table", "string"), ("equal", "boolean"), ("missing_rows", "bigint"), ("extra_rows", "bigint")]
    view = view_of(_answer(columns, [("s.x", equal, 1, 2)]))
    assert f'<span class="badge {kind}">{words}</span>' in view.html
    assert words in view.text


def test_rows_are_escaped_and_null_is_no_text() -> None:
    view = view_of(_answer([("<i>n</i>", "string"), ("n", "int")], [("<script>", None), ("NULL", 1)], ours=False))
    assert "<script>" not in view.html
    assert "<i>" not in view.html
    assert "&lt;script&gt;" in view.html
    assert '<span class="dim">NULL</span>' in view.html
    assert "<td>NULL</td>" in view.html


def test_the_limit_is_said() -> None:
    view = view_of(_answer([("n", "int")], [(1,), (2,)], ours=False, more=True))
    assert "the first 2 rows; there are more" in view.html
    assert "the first 2 rows; there are more" in view.text
    assert "2 rows, 250 ms" in view_of(_answer([("n", "int")], [(1,), (2,)], ours=False)).text


def test_only_columns_of_ours_have_badges() -> None:
    columns = [("mode", "string"), ("status", "string")]
    assert "badge" in view_of(_answer(columns, [("FULL", "ok")])).html.partition("</style>")[2]
    assert "badge" not in view_of(_answer(columns, [("FULL", "ok")], ours=False)).html.partition("</style>")[2]


def test_a_long_value_says_that_it_goes_on() -> None:
    view = view_of(_answer([("n", "string")], [("x" * 5000,)], ours=False))
    assert "x" * 2001 not in view.html
    assert "(5,000 characters)" in view.html


def test_a_table_too_wide_for_a_terminal_is_written_row_by_row() -> None:
    columns = [(f"column_{number}", "string") for number in range(30)]
    text = view_of(_answer(columns, [["value"] * 30], ours=False)).text
    assert text.splitlines()[:2] == ["--- row 1", "column_0   value"]


def test_a_statement_without_columns_is_done() -> None:
    assert view_of(_answer([], [], ours=False)).text == "done, 250 ms"


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(12.4, "12 ms"), (1234, "1.2 s"), (59_940, "59.9 s"), (61_000, "1 min 1 s")]
)
def test_times_are_written_as_people_read_them(milliseconds: float, text: str) -> None:
    assert duration(milliseconds) == text

"""What REFRESH, EXPLAIN and VERIFY answer, as an analyst reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from streamtables.jupyter.answer import Answer, duration
from streamtables.jupyter.badges import mode_badge, verdict, verdict_badge
from streamtables.jupyter.page import Html, View, element, page, table
from streamtables.jupyter.rows_view import rows_view, text_table

_REFRESH = ("stream_table", "mode", "reason", "changed_rows", "rows_inserted", "rows_updated", "rows_deleted")
_EXPLAIN = ("item", "value")
_VERIFY = ("stream_table", "equal", "missing_rows", "extra_rows")
_UNKNOWN, _NOT_COUNTED = "?", "This refresh did not have to learn it, so it was not counted."
_COUNTS = (("+", "rows_inserted"), ("~", "rows_updated"), ("-", "rows_deleted"))
_MODE_ITEMS = ("mode", "change")


def view_of(answer: Answer) -> View:
    """Show an answer.

    Args:
        answer: The answer.

    Returns:
        The view that fits its columns: statements of ours have their own.
    """
    if answer.is_ours and answer.names[: len(_REFRESH)] == _REFRESH and answer.rows:
        return _refresh_view(answer)
    if answer.is_ours and answer.names == _EXPLAIN and answer.rows:
        return _explain_view(answer)
    if answer.is_ours and answer.names == _VERIFY and answer.rows:
        return _verify_view(answer)
    return rows_view(answer)


def _records(answer: Answer) -> list[Mapping[str, Any]]:
    return [dict(zip(answer.names, row, strict=True)) for row in answer.rows]


def _refresh_view(answer: Answer) -> View:
    head = [element("th", name) for name in ("stream table", "mode", "reason")]
    head += [element("th", "changed", kind="number", title="Changed rows of the sources that the query can see")]
    head += [element("th", "rows", kind="number", title="Rows of the stream table: + came, ~ changed, - went")]
    head += [element("th", name, kind="number") for name in ("version", "time")]
    records = _records(answer)
    rows = [
        [
            element("td", element("b", str(row["stream_table"]))),
            element("td", mode_badge(str(row["mode"]))),
            element("td", str(row["reason"]), title=str(row.get("reason_code", ""))),
            _count(row["changed_rows"]),
            _counts(row),
            _count(row["version"]),
            element("td", duration(row["duration_ms"]), kind="number"),
        ]
        for row in records
    ]
    names = ("stream table", "mode", "reason", "changed", "rows", "version", "time")
    texts = [
        [
            *(str(row[name]) for name in ("stream_table", "mode", "reason")),
            _number(row["changed_rows"]),
            _counts_text(row),
            _number(row["version"]),
            duration(row["duration_ms"]),
        ]
        for row in records
    ]
    return View(page(table(head, rows), element("div", _note(answer), kind="note")), text_table(names, texts))


def _note(answer: Answer) -> str:
    """Say how long the statement took, of one table only where more tables could have been shown."""
    shown = "" if len(answer.rows) == 1 and not answer.has_more else answer.note
    return shown or ("" if answer.seconds is None else f"{duration(1000 * answer.seconds)} in all")


def _number(count: int | None) -> str:
    return _UNKNOWN if count is None else f"{count:,}"


def _count(count: int | None) -> Html:
    return element("td", _number(count), kind="number", title=_NOT_COUNTED if count is None else "")


def _counts(row: Mapping[str, Any]) -> Html:
    text = _counts_text(row)
    return element("td", text, kind="number", title=_NOT_COUNTED if text == _UNKNOWN else "")


def _counts_text(row: Mapping[str, Any]) -> str:
    known = [(sign, row[name]) for sign, name in _COUNTS]
    if all(count is None for _, count in known):
        return _UNKNOWN
    return " ".join(f"{sign}{_number(count)}" for sign, count in known if count != 0) or "0"


def _explain_view(answer: Answer) -> View:
    """Say the mode and its reason first; SQL is folded, since it is long."""
    said: list[Html] = []
    rows: list[Sequence[Html]] = []
    folded: list[Html] = []
    items = [(str(item), str(value)) for item, value in answer.rows]
    # Of several tables each has its own mode.
    first = next((place for place, (item, _) in enumerate(items) if item in _MODE_ITEMS), None)
    reason = None if first is None else next((n for n, (item, _) in enumerate(items) if item == "reason"), None)
    if first is not None:
        mode = items[first][1]
        label = mode_badge(mode) if items[first][0] == "mode" else element("b", mode)
        why = "" if reason is None else f" {items[reason][1]}"
        said.append(element("div", label, why, kind="said"))
    for place, (item, value) in enumerate(items):
        if place in {first, reason}:
            continue
        if item.endswith("SQL") or item.startswith("SQL"):
            folded.append(element("details", element("summary", item), element("pre", value)))
        else:
            name = element("b", item) if item.startswith(("blocking", "stream table")) else item
            rows.append([element("td", name), element("td", mode_badge(value) if item == "mode" else value)])
    parts = [*said, *([table([], rows)] if rows else []), *folded]
    ordered = [items[n] for n in (first, reason) if n is not None]
    ordered += [pair for n, pair in enumerate(items) if n not in {first, reason}]
    return View(page(*parts), "\n".join(_explained(item, value) for item, value in ordered))


def _explained(item: str, value: str) -> str:
    return f"{item}: {value}" if "\n" not in value else f"{item}:\n{value}"


def _verify_view(answer: Answer) -> View:
    records = _records(answer)
    head = [element("th", "stream table"), element("th", "table and query")]
    head += [element("th", name, kind="number") for name in ("missing rows", "extra rows")]
    rows = [
        [
            element("td", element("b", str(row["stream_table"]))),
            element("td", verdict_badge(row["equal"])),
            _count(row["missing_rows"]),
            _count(row["extra_rows"]),
        ]
        for row in records
    ]
    texts = [
        [str(row["stream_table"]), verdict(row["equal"]), _number(row["missing_rows"]), _number(row["extra_rows"])]
        for row in records
    ]
    names = ("stream table", "table and query", "missing rows", "extra rows")
    return View(page(table(head, rows), element("div", _note(answer), kind="note")), text_table(names, texts))

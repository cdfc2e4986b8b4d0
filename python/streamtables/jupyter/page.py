"""Pieces of HTML: every text is escaped here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

STYLE = """<style>
.streamtables {font-size: 13px; line-height: 1.45; margin: 2px 0 6px}
.streamtables table {border-collapse: collapse; margin: 0}
.streamtables th, .streamtables td {padding: 3px 10px; text-align: left !important; vertical-align: top; border: none;
  border-bottom: 1px solid rgba(128, 128, 128, .25); max-width: 46em; white-space: pre-wrap; overflow-wrap: anywhere}
.streamtables th {font-weight: 600; border-bottom: 1px solid rgba(128, 128, 128, .6); white-space: nowrap}
.streamtables th.number, .streamtables td.number {text-align: right !important;
  font-variant-numeric: tabular-nums; white-space: nowrap}
.streamtables .dim {opacity: .65}
.streamtables .note {opacity: .75; margin-top: 4px}
.streamtables .said {font-size: 14px; margin: 2px 0 6px}
.streamtables .badge {display: inline-block; padding: 0 7px; border-radius: 9px; font-size: 11px; font-weight: 600;
  line-height: 18px; color: #fff; white-space: nowrap}
.streamtables .good {background: #2f7d3b} .streamtables .new {background: #2563b8}
.streamtables .full {background: #a15c00} .streamtables .rest {background: #66707c}
.streamtables .bad {background: #b3261e}
.streamtables pre {margin: 4px 0; padding: 6px 10px; background: rgba(128, 128, 128, .12); white-space: pre-wrap}
.streamtables summary {cursor: pointer}
</style>"""


@dataclass(frozen=True, slots=True)
class Html:
    """A piece of HTML, which is not escaped again.

    Attributes:
        text: The piece.
    """

    text: str


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of an answer.

    Attributes:
        html: In a notebook.
        text: In a terminal.
    """

    html: str
    text: str


def element(tag: str, *content: str | Html, kind: str = "", title: str = "") -> Html:
    """Build an element.

    Args:
        tag: Its name.
        content: What is in it; texts are escaped.
        kind: Its class.
        title: What is shown where the pointer rests.

    Returns:
        The element.
    """
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in (("class", kind), ("title", title)) if value)
    return Html(f"<{tag}{attributes}>{''.join(map(_escaped, content))}</{tag}>")


def table(head: Sequence[Html], rows: Iterable[Sequence[Html]]) -> Html:
    """Build a table.

    Args:
        head: The cells of its head.
        rows: The cells of its rows.

    Returns:
        The table.
    """
    body = [element("tr", *row) for row in rows]
    return element("table", element("thead", element("tr", *head)), element("tbody", *body))


def page(*content: Html) -> str:
    """Put pieces into one output of a cell.

    Args:
        content: The pieces.

    Returns:
        HTML with its style.
    """
    return STYLE + element("div", *content, kind="streamtables").text


def _escaped(content: str | Html) -> str:
    return content.text if isinstance(content, Html) else escape(content)

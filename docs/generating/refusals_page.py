"""The page of what cannot be maintained from changes, each with what to write in its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import sqlglot
from docs.generating.markdown import anchor, sql, table

from streamtables_rewriter.support_table import refused_shapes

_TEXTS = Path(__file__).with_name("refusals.json")
_FAMILY = "UNSUPPORTED_QUERY."
_HEAD = """# What is refused

Some queries cannot be brought up to date from the changes of their sources. What becomes of one depends on the refresh mode:

- `AUTO` (the default) accepts it, recomputes it at each refresh, and says so in its answers: `FULL`, with the reason code `NOT_MAINTAINABLE` and the condition below;
- `FULL` recomputes in any case;
- `DIFFERENTIAL` and `IMMEDIATE` refuse it at `CREATE`, before anything is written, with the condition below as the error.

`EXPLAIN CREATE STREAM TABLE …` tells beforehand, and the error names the part of the query and its place. Nothing else is lost: a recomputed table has the same
rows, history and readers. Often a part can be written another way. A query that reads a recomputed stream table can itself be maintained, so that only the part that
cannot be is computed again.

The examples use the tables of the [SQL reference](sql/index.md#the-tables-of-the-examples).
"""


@cache
def refusals() -> Mapping[str, Mapping[str, str]]:
    """Read what is known of each condition.

    Returns:
        Title, meaning, example, advice and rewrite by the condition's last part; an example or a rewrite may be missing.

    Raises:
        ValueError: The conditions and the texts are not the same ones.
    """
    texts: dict[str, dict[str, str]] = json.loads(_TEXTS.read_text(encoding="utf-8"))
    conditions = {name.removeprefix(_FAMILY) for name, _ in refused_shapes()}
    if texts.keys() != conditions:
        raise ValueError(f"{_TEXTS.name} and the conditions differ in {sorted(texts.keys() ^ conditions)}")
    return texts


def refusals_page() -> str:
    """Write the page.

    Returns:
        Markdown.
    """
    rows = [(f"[`{name}`](#{anchor(name)})", text["title"]) for name, text in refusals().items()]
    messages = {name.removeprefix(_FAMILY): message for name, message in refused_shapes()}
    parts = [_HEAD, table(("condition, below `UNSUPPORTED_QUERY`", "what it is"), rows), ""]
    for name, text in refusals().items():
        parts += [
            f"## {text['title']} {{ #{anchor(name)} }}",
            "",
            f"`UNSUPPORTED_QUERY.{name}`: `{messages[name]}`",
            "",
        ]
        parts += [text["meaning"], ""]
        if "example" in text:
            parts += [sql(_pretty(text["example"])), ""]
        parts += [f"**In its place.** {text['advice']}", ""]
        if "rewrite" in text:
            parts += [sql(_pretty(text["rewrite"])), ""]
    return "\n".join(parts).rstrip() + "\n"


def _pretty(query: str) -> str:
    """Break a long query into lines, before its clauses."""
    if len(query) <= 92:
        return f"{query};"
    lines, depth, start = [], 0, 0
    for token in sqlglot.tokenize(query, read="spark"):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.start and token.text.upper() in _CLAUSES and token.start - start > 30:
            lines.append(query[start : token.start].rstrip())
            start = token.start
    return "\n".join([*lines, query[start:]]) + ";"


_CLAUSES = frozenset({"FROM", "WHERE", "JOIN", "LEFT", "FULL", "GROUP BY", "HAVING", "ORDER BY", "QUALIFY"})

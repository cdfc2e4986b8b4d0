"""What the page on Superset puts into its configuration: SQL Lab sends statements as they were typed."""

from __future__ import annotations

from typing import Any

import pytest
import sqlglot

from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.recognize import is_ours
from tests.docs.pages import blocks, pages

_PAGE = "docs/how-to/superset.md"


@pytest.fixture(scope="module")
def dialect() -> Any:
    """The dialect that the page defines."""
    (text,) = (block.text for block in blocks(_PAGE) if "SQLGLOT_DIALECTS_EXTENSIONS" in block.text)
    defined: dict[str, Any] = {}
    exec(text, defined)  # noqa: S102 - it is the page's code
    return defined["SQLGLOT_DIALECTS_EXTENSIONS"]["hive"]


def _statements() -> list[str]:
    """Every statement of ours that a page shows, with single spaces."""
    shown = (
        " ".join(statement.split())
        for page in pages()
        for block in blocks(page)
        if block.language == "sql"
        for statement in block.text.split(";\n")
    )
    return sorted({statement for statement in shown if not statement.startswith("--") and _is_one(statement)})


def _is_one(text: str) -> bool:
    try:
        return is_ours(text)
    except StreamTableError:
        # Pages show what is refused, too.
        return False


def test_pages_show_every_kind_of_statement() -> None:
    begun = {" ".join(statement.split()[:2]) for statement in _statements()}
    assert begun >= {"CREATE STREAM", "REFRESH STREAM", "DESCRIBE STREAM", "VERIFY STREAM", "ALTER STREAM"}


@pytest.mark.parametrize("statement", _statements())
def test_statements_are_sent_as_they_were_typed(dialect: Any, statement: str) -> None:
    (tree,) = sqlglot.parse(statement, dialect=dialect)
    assert tree is not None
    assert tree.sql(dialect=dialect).rstrip("; ") == statement.rstrip("; ")

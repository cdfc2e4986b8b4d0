"""Every block of SQL and Python in the pages runs, and answers what the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

import streamtables
from tests.docs.pages import blocks, pages
from tests.docs.running import Page, clean, compare, fits

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_TABLES = "docs/sql/index.md"
"""The page whose last block makes the tables of the SQL reference, of what is supported and of the settings."""
_ON_ITS_TABLES = ("docs/sql/", "docs/supported.md", "docs/settings.md", "docs/refresh-history.md")
_ELSEWHERE = "docs/refusals.md"  # tests/docs/test_refusals.py


def _group(page: str) -> str:
    """The group of pages that one test runs: a folder, or the pages of the top."""
    folder = page.removeprefix("docs/").rpartition("/")[0]
    return folder or "top"


_PAGES = [
    page
    for page in pages()
    if page != _ELSEWHERE and any(b.language in {"sql", "python"} and b.not_run is None for b in blocks(page))
]


@pytest.fixture
def run_page(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Runs a page in a session without other schemas than those of tests."""
    monkeypatch.setattr(streamtables, "session", lambda *_, **__: spark)
    before = [row[0] for row in spark.sql("SHOW SCHEMAS").collect()]
    settings = dict(spark.conf.getAll)

    def run(page: str) -> None:
        try:
            if page.startswith(_ON_ITS_TABLES) and page != _TABLES:
                for statement in blocks(_TABLES)[-1].text.split(";\n"):
                    if statement.strip():
                        spark.sql(statement)
            Page(spark).run(page)
        finally:
            streamtables.stop_scheduler(spark)
            clean(spark, before)
            for name in set(dict(spark.conf.getAll)) - set(settings):
                spark.conf.unset(name)

    yield run
    for name, value in settings.items():
        if spark.conf.get(name, None) != value and spark.conf.isModifiable(name):
            spark.conf.set(name, value)


@pytest.mark.parametrize(
    "group",
    # README and the first pages in each run; the others take minutes.
    [
        group if group == "top" else pytest.param(group, marks=pytest.mark.thorough)
        for group in sorted({_group(page) for page in _PAGES})
    ],
)
def test_blocks_of_the_pages_run_and_answer_what_they_show(run_page: Callable[[str], None], group: str) -> None:
    failed = []
    for page in _PAGES:
        if _group(page) == group:
            try:
                run_page(page)
            except AssertionError as error:
                failed.append(str(error))
    assert not failed, "\n\n".join(failed)


def test_an_answer_that_differs_from_the_page_is_found(spark: SparkSession) -> None:
    answer = spark.sql("SELECT 1 AS a, 'x y' AS b, true AS c")
    assert compare("| b | c |\n| x… | true |", answer) is None
    assert compare("| a |\n| 1 |\n| … |", answer) is None
    assert compare("| a |\n| 2 |", answer) is not None
    assert compare("| a |", answer) is not None
    assert compare("| d |\n| 1 |", answer) is not None
    assert fits("[A] no…end", "[A] not the\nend")
    assert not fits("[A]", "[B]")

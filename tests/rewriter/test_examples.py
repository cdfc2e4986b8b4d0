"""The examples in the rewriter's docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from tests.rewriter.duckdb_engine import Database

import streamtables_rewriter

_SCHEMA = {
    "orders": [("id", "int"), ("customer", "int"), ("amount", "decimal(12,2)"), ("day", "date"), ("weight", "double")],
    "customers": [("id", "int"), ("region", "string")],
}


def _examples() -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in pkgutil.walk_packages(streamtables_rewriter.__path__, "streamtables_rewriter."):
        yield from (found for found in finder.find(importlib.import_module(module.name)) if found.examples)


@pytest.mark.parametrize("example", list(_examples()), ids=lambda example: example.name)
def test_example_gives_what_it_shows(example):
    database = Database(_SCHEMA)
    example.globs |= {"relations": database.relations, "oracle": database.oracle}
    told: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append).failed
    database.connection.close()
    assert failed == 0, "".join(told)

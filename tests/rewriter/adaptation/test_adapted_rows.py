"""Rows that are adapted to a changed query equal its rows recomputed, and are kept up to date from there."""

from __future__ import annotations

import os
import random

from sqlglot import exp
from tests.rewriter.adaptation.random_alterations import SCHEMA, altered, random_query
from tests.rewriter.duckdb_engine import Database, StreamTable
from tests.rewriter.duckdb_sql import render
from tests.rewriter.properties.random_changes import change, fill

from streamtables_rewriter.adaptation.adapt import Adaptation, Unadaptable, adapt
from streamtables_rewriter.compile import Apply
from streamtables_rewriter.errors import InvalidQueryError, UnsupportedQueryError
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

CASES = int(os.environ.get("STREAMTABLES_ADAPTATIONS", "150"))
SEED = int(os.environ.get("STREAMTABLES_SEED", "0"))


def take_over(before: StreamTable, text: str, apply: Apply) -> tuple[StreamTable, Adaptation | Unadaptable]:
    """Make the stream table of another query, its rows adapted where they can be."""
    connection = before.connection
    connection.execute("CREATE OR REPLACE TABLE __before AS FROM __backing")
    after = StreamTable(before.database, text, apply=apply)
    found = adapt(before.plan, after.plan)
    if isinstance(found, Adaptation):
        backing = exp.Table(this=exp.to_identifier("__before"))
        query = render(found.rows.bind({Placeholder(PlaceholderKind.BACKING): backing}))
        connection.execute("DELETE FROM __backing")
        connection.execute(f"INSERT INTO __backing {'FROM __before' if found.keeps_rows else query}")
        if found.keeps_rows:
            after._unconsolidated = before._unconsolidated
    return after, found


def test_adapted_rows_are_those_of_the_new_query():
    adapted, refused = {"groups": 0, "parts": 0, "rows": 0, "kept": 0, "filtered": 0}, 0
    seed = SEED
    while sum(adapted[layout] for layout in ("groups", "parts", "rows")) < CASES:
        seed += 1
        chance = random.Random(seed)
        old = random_query(chance)
        new = altered(chance, old).text()
        database = Database(SCHEMA)
        fill(chance, database)
        where = f"seed {seed}\n{old.text()}\n{new}"
        apply = chance.choice((Apply.MERGE, Apply.AUTO))
        try:
            table = StreamTable(database, old.text(), apply=apply)
            change(chance, database, ["t", "u"])
            table.refresh()
            after, found = take_over(table, new, apply)
        except (UnsupportedQueryError, InvalidQueryError):
            continue
        if isinstance(found, Unadaptable):
            refused += 1
            continue
        adapted[after.plan.layout] += 1
        adapted["kept"] += found.keeps_rows
        adapted["filtered"] += found.filtered
        assert after.wrong() is None, f"{where}\n{after.wrong()}"
        for _ in range(2):
            change(chance, database, ["t", "u"])
            after.refresh()
            assert after.wrong() is None, f"{where}\nrefreshed: {after.wrong()}"
        database.connection.close()
    # A run that leaves out a way of storing proves nothing.
    assert refused > CASES / 10
    assert all(number > CASES / 50 for number in adapted.values()), adapted

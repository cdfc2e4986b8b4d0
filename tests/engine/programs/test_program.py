"""What a compiled definition knows: the columns of changes whose ranges are worth finding out."""

from __future__ import annotations

from typing import Any

from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables.engine.programs.program import Program


def test_the_keys_that_changes_meet_by_depend_on_what_changed() -> None:
    database = Database(
        {
            "customers": [("id", "int"), ("name", "string")],
            "orders": [("key", "int"), ("customer", "int")],
            "lines": [("key_of_order", "int"), ("amount", "int")],
        }
    )
    query = (
        "SELECT name, sum(amount) AS total FROM customers JOIN orders ON id = customer "
        "JOIN lines ON key = key_of_order GROUP BY name"
    )
    plan = StreamTable(database, query).plan
    definition: Any = None
    program = Program(definition, plan)
    index = {source.table.name[-1]: source.index for source in plan.bound.sources}

    def keys(of: str, *changed: str) -> tuple[str, ...]:
        return program.joined_keys(index[of], frozenset(index[name] for name in changed))

    assert keys("orders", "orders") == ("customer", "key")
    assert keys("orders", "orders", "lines") == ("key",)
    assert keys("orders", "customers", "orders") == ("customer",)
    assert keys("lines", "orders", "lines") == ("key_of_order",)
    assert keys("lines", "orders") == ()
    database.connection.close()

"""A shop in DuckDB: orders, their customers and items."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database


@pytest.fixture
def shop():
    database = Database(
        {
            "orders": [("id", "int"), ("customer", "int"), ("amount", "decimal(10,2)"), ("note", "string")],
            "customers": [("id", "int"), ("region", "string")],
            "items": [("order_id", "int"), ("sku", "string"), ("qty", "int")],
            "regions": [("name", "string"), ("boss", "string")],
        }
    )
    database.insert("customers", (1, "north"), (2, "south"), (3, None))
    database.insert("orders", (10, 1, 5, "a"), (11, 1, 7, None), (12, 2, 9, "b"))
    database.insert("items", (10, "x", 1), (10, "y", 2), (12, "x", 3))
    database.insert("regions", ("north", "Ann"), ("south", "Bob"))
    database.settle()
    yield database
    database.connection.close()


@pytest.fixture
def numbers():
    """One table ``t`` with a key, a value and a float, and one ``u`` like it; both empty."""
    columns = [("k", "string"), ("v", "int"), ("f", "double")]
    database = Database({"t": columns, "u": columns})
    yield database
    database.connection.close()

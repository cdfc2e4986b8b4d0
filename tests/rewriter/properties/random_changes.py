"""Random rows and random changes: few distinct values, so that rows meet, repeat and vanish."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from tests.rewriter.duckdb_engine import Database, Row


def random_value(chance: random.Random, type_: str) -> object:
    """Choose a value of a type, NULL among them."""
    if chance.random() < 0.15:
        return None
    if type_ == "int":
        return chance.randint(-1, 3)
    if type_ == "string":
        return chance.choice(("a", "b", "A", "", "a|b"))
    if type_.startswith("decimal"):
        return Decimal(chance.choice(("0.00", "1.25", "-2.50", "10.01")))
    if type_ == "double":
        return chance.choice((0.0, 0.25, -1.5, 1024.125))
    return date(2024, 1, chance.randint(1, 3))


def random_row(chance: random.Random, database: Database, table: str) -> Row:
    """Choose a row, often one that is there already."""
    rows = database.rows[table]
    if rows and chance.random() < 0.25:
        return chance.choice(rows)
    return tuple(random_value(chance, type_) for _, type_ in database.schema[table])


def fill(chance: random.Random, database: Database) -> None:
    """Put a few rows into every table."""
    for table in database.schema:
        for _ in range(chance.choice((0, 3, 5, 8))):
            database.insert(table, random_row(chance, database, table))


def change(chance: random.Random, database: Database, tables: Sequence[str]) -> None:
    """Change some of these tables, in many ways at once."""
    insert_only = chance.random() < 0.25
    for table in chance.sample(tables, chance.randint(1, len(tables))):
        for _ in range(chance.randint(1, 4)):
            if insert_only:
                database.change(table, random_row(chance, database, table), chance.choice((1, 1, 2)))
            else:
                _change_once(chance, database, table)


def _change_once(chance: random.Random, database: Database, table: str) -> None:
    rows = database.rows[table]
    kind = chance.randrange(12)
    if kind < 4 or not rows:
        database.change(table, random_row(chance, database, table), chance.choice((1, 1, 1, 3)))
    elif kind < 6:
        database.delete(table, chance.choice(rows))
    elif kind < 9:
        old = chance.choice(rows)
        new = list(old)
        position = chance.randrange(len(new))
        new[position] = random_value(chance, database.schema[table][position][1])
        database.update(table, old, tuple(new))
    elif kind == 9:
        row = random_row(chance, database, table)
        database.insert(table, row)
        database.delete(table, row)
    elif kind == 10:
        row = chance.choice(rows)
        database.change(table, row, -rows.count(row))
    else:
        database.truncate(table)
        database.insert(table, random_row(chance, database, table))

"""Statements that change the sources, as the user's own process or another one would run them."""

from __future__ import annotations

import random

from tests.reliability.graph import CUSTOMERS

STATES = ("open", "paid", "done")


class SourceWrites:
    """Gives statement after statement.

    Args:
        seed: Which statements.
        orders: What stands for the table of orders: its name, or ``delta`` and its path.
        customers: What stands for the table of customers.
    """

    def __init__(self, seed: int, orders: str = "orders", customers: str = "customers") -> None:
        self._random = random.Random(seed)
        self._orders = orders
        self._customers = customers
        self._next = 1_000 + self._random.randrange(1_000_000) * 100

    def next(self) -> str:
        """Return a statement of a few rows."""
        kinds = (self._insert, self._insert, self._update, self._delete, self._merge, self._move_customer)
        return self._random.choice(kinds)()

    def insert(self) -> str:
        """Return one that inserts orders."""
        return self._insert()

    def _rows(self) -> str:
        rows = []
        for _ in range(self._random.randint(1, 4)):
            self._next += 1
            rows.append(f"({self._next}, {self._customer()}, {self._amount()}, {self._state()})")
        return ", ".join(rows)

    def _customer(self) -> int:
        return self._random.randrange(CUSTOMERS + 2)

    def _amount(self) -> str:
        return self._random.choice(("CAST(NULL AS INT)", *[str(self._random.randrange(1000))] * 5))

    def _state(self) -> str:
        return f"'{self._random.choice(STATES)}'"

    def _some_orders(self, column: str = "id") -> str:
        modulus = self._random.choice((17, 23, 61))
        return f"pmod({column}, {modulus}) = {self._random.randrange(modulus)}"

    def _insert(self) -> str:
        return f"INSERT INTO {self._orders} VALUES {self._rows()}"

    def _update(self) -> str:
        change = self._random.choice((f"amount = {self._amount()}", f"state = {self._state()}"))
        return f"UPDATE {self._orders} SET {change} WHERE {self._some_orders()}"

    def _delete(self) -> str:
        return f"DELETE FROM {self._orders} WHERE id > 150 AND {self._some_orders()}"

    def _merge(self) -> str:
        known = f"({self._random.randrange(200)}, {self._customer()}, {self._amount()}, {self._state()})"
        return (
            f"MERGE INTO {self._orders} t USING (SELECT * FROM VALUES {known}, {self._rows()} "
            "AS v(id, customer, amount, state)) s ON t.id = s.id "
            "WHEN MATCHED AND s.state = 'done' THEN DELETE WHEN MATCHED THEN UPDATE SET * "
            "WHEN NOT MATCHED THEN INSERT *"
        )

    def _move_customer(self) -> str:
        region = f"'r{self._random.randrange(5)}'"
        return f"UPDATE {self._customers} SET region = {region} WHERE id = {self._random.randrange(CUSTOMERS)}"

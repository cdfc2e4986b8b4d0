"""Random queries over outer joins of derived tables that carry constants and computed columns.

In a row that is padded all of them are NULL, also those that are the same in every row, or that no row makes NULL.
"""

from __future__ import annotations

from tests.rewriter.properties.random_queries import Columns, QueryWriter

_CONSTANTS = (
    *(("'y'", "string"), ("1", "int"), ("DATE '2024-01-02'", "date"), ("CAST(1.50 AS DECIMAL(8,2))", "decimal")),
    *(("CAST(NULL AS INT)", "int"), ("2 - 1", "int"), ("upper('y')", "string")),
)


class PaddingWriter(QueryWriter):
    """Writes queries whose relations have constants, and whose joins are outer ones."""

    def _from(self, depth: int) -> tuple[str, Columns, list[str]]:
        text, columns = self._relation(depth)
        for _ in range(self.random.choice((1, 1, 2)) if depth < 2 else 0):
            if self._chance(0.15):
                other, more = self._dependent(columns)
                text = f"{text} LEFT JOIN LATERAL {other} ON TRUE"
            else:
                other, more = self._relation(depth + 1)
                on = self._outer_condition(self._join_condition(columns, more), columns, more)
                text = f"{text} {self.random.choice(('LEFT', 'LEFT', 'RIGHT', 'FULL'))} JOIN {other} ON {on}"
            columns = columns + more
        shown = [name for name, _ in columns if name.split(".")[-1].startswith("c")]
        asked = shown and self._chance(0.4)
        where = [f"{self.random.choice(shown)} IS {self.random.choice(('', 'NOT '))}NULL"] if asked else []
        return text, columns, where

    def _relation(self, depth: int) -> tuple[str, Columns]:
        if self._chance(0.2):
            return super()._relation(2)
        alias = self._alias()
        if depth < 2 and self._chance(0.3):
            rows, columns, where = self._from(depth + 1)
        else:
            rows, columns = super()._relation(2)
            where = [self._condition(columns)] if self._chance(0.3) else []
        text, columns = self._listed(columns)
        only = "DISTINCT " if self._chance(0.1) else ""
        tail = f" WHERE {' AND '.join(f'({c})' for c in where)}" if where else ""
        return f"(SELECT {only}{text} FROM {rows}{tail}) AS {alias}", [(f"{alias}.{n}", kind) for n, kind in columns]

    def _dependent(self, columns: Columns) -> tuple[str, Columns]:
        """Write rows with constants that depend on the columns before them."""
        table, alias, own = self.random.choice(sorted(self.tables)), self._alias(), self._alias()
        inner = [(f"{own}.{name}", kind) for name, kind in self.tables[table]]
        text, found = self._listed(inner)
        rows = f"SELECT {text} FROM {table} AS {own} WHERE {self._join_condition(columns, inner)}"
        return f"({rows}) AS {alias}", [(f"{alias}.{n}", kind) for n, kind in found]

    def _listed(self, columns: Columns) -> tuple[str, Columns]:
        """Write a select list of some columns, constants and computed columns."""
        shown = self.random.sample(columns, self.random.randint(1, min(3, len(columns))))
        items, found = [], []
        for number, (name, kind) in enumerate(shown):
            items.append(f"{name} AS p{number}")
            found.append((f"p{number}", kind))
        for number in range(self.random.randint(1, 3)):
            text, kind = self.random.choice(_CONSTANTS)
            if self._chance(0.3):
                text, kind = self._computed(columns, "int", [n for n, k in columns if k == "int"]), "int"
            items.append(f"{text} AS c{number}")
            found.append((f"c{number}", kind))
        return ", ".join(items), found

"""Random pipes, each with the same query without pipes, which DuckDB understands."""

from __future__ import annotations

from collections.abc import Callable

from tests.rewriter.properties.random_queries import Columns, QueryWriter

_GROUPED = ("int", "string", "decimal", "date")


class PipeWriter(QueryWriter):
    """Writes a pipe stage by stage, and beside it a derived table around what came before."""

    def pipe(self) -> tuple[str, str]:
        """Write a pipe.

        Returns:
            The pipe, and the query without pipes.
        """
        if self._chance(0.3):
            table = self.random.choice(sorted(self.tables))
            first, self._plain, self._columns = f"FROM {table}", f"SELECT * FROM {table}", list(self.tables[table])
        else:
            self._plain, self._columns = self._select(depth=1, nested=True)
            first = f"({self._plain})" if self._chance(0.5) else self._plain
        stages = [first]
        for _ in range(self.random.randint(1, 4)):
            write: Callable[[], str] = self.random.choice(
                (self._filter, self._extend, self._set, self._drop, self._name, self._unite, self._choose, self._group)
            )
            stages.append(write())
        if self._chance(0.1) and all(kind not in ("quotient", "array") for _, kind in self._columns):
            top_k_rows = self._top(self._columns).strip()
            self._plain = f"SELECT * FROM ({self._plain}) AS p {top_k_rows}"
            stages.append(top_k_rows)
        return " |> ".join(stages), self._plain

    def _filter(self) -> str:
        condition = self._condition(self._columns)
        self._plain = f"SELECT * FROM ({self._plain}) AS p WHERE {condition}"
        return f"WHERE {condition}"

    def _extend(self) -> str:
        text, kind = self._expression(self._columns, self._kind(self._columns))
        name = f"{self._alias()}x"
        self._plain = f"SELECT *, {text} AS {name} FROM ({self._plain}) AS p"
        self._columns = [*self._columns, (name, kind)]
        return f"EXTEND {text} AS {name}"

    def _set(self) -> str:
        name, _ = self.random.choice(self._columns)
        text, kind = self._expression(self._columns, self._kind(self._columns))
        self._show([(text if old == name else old, old, kind if old == name else k) for old, k in self._columns])
        return f"SET {name} = {text}"

    def _drop(self) -> str:
        if len(self._columns) == 1:
            return self._filter()
        name, _ = self.random.choice(self._columns)
        self._show([(old, old, kind) for old, kind in self._columns if old != name])
        return f"DROP {name}"

    def _name(self) -> str:
        alias = self._alias()
        name, kind = self.random.choice(self._columns)
        own = f"{alias}x"
        self._plain = f"SELECT *, {name} AS {own} FROM ({self._plain}) AS p"
        self._columns = [*self._columns, (own, kind)]
        return f"AS {alias} |> EXTEND {alias}.{name} AS {own}"

    def _unite(self) -> str:
        word = self.random.choice(("UNION ALL", "UNION", "EXCEPT ALL", "INTERSECT"))
        other = f"SELECT * FROM ({self._plain}) AS p WHERE {self._condition(self._columns)}"
        if any(kind in ("quotient", "array") for _, kind in self._columns):
            word = "UNION ALL"
        self._plain = f"SELECT * FROM ({self._plain}) AS p {word} ({other})"
        return f"{word} ({other})"

    def _choose(self) -> str:
        own = self._alias()
        chosen = []
        for number in range(self.random.randint(1, 3)):
            text, kind = self._expression(self._columns, self._kind(self._columns))
            chosen.append((text, f"{own}c{number}", kind))
        only = "DISTINCT " if self._chance(0.1) else ""
        self._show(chosen, only)
        return f"SELECT {only}{', '.join(f'{text} AS {name}' for text, name, _ in chosen)}"

    def _group(self) -> str:
        own = self._alias()
        able = [column for column in self._columns if column[1] in _GROUPED]
        keys = self.random.sample(able, min(len(able), self.random.randint(0, 2)))
        calls = []
        for number in range(self.random.randint(1, 2)):
            text, kind = self._call(self._columns, nested=True)
            calls.append((text, f"{own}a{number}", kind))
        self._show([*((name, name, kind) for name, kind in keys), *calls])
        listed = ", ".join(name for name, _ in keys)
        self._plain += f" GROUP BY {listed}" if keys else ""
        aggregates = ", ".join(f"{text} AS {name}" for text, name, _ in calls)
        return f"AGGREGATE {aggregates}" + (f" GROUP BY {listed}" if keys else "")

    def _show(self, columns: list[tuple[str, str, str]], only: str = "") -> None:
        listed = ", ".join(f"{text} AS {name}" for text, name, _ in columns)
        self._plain = f"SELECT {only}{listed} FROM ({self._plain}) AS p"
        self._columns: Columns = [(name, kind) for _, name, kind in columns]

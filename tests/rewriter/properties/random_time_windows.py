"""Random queries with time windows in Spark's SQL, and what they mean in the SQL that DuckDB understands.

The meaning is written by definition, not by what the rewriter makes of it: a row is in all windows that hold its time,
and a session begins where no earlier row of the same keys reaches.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

Columns = Sequence[tuple[str, str]]

_ALL_HOURS = "range(19700 * 24, 19760 * 24)"
"""The hours since 1970 around the days that random rows have."""


class TimeWindowWriter:
    """Writes one query.

    Args:
        chance: Where chance comes from.
        tables: The columns of each table with their kinds.
    """

    def __init__(self, chance: random.Random, tables: Mapping[str, Columns]) -> None:
        self._chance = chance
        self._dated = {name: columns for name, columns in tables.items() if any(kind == "date" for _, kind in columns)}

    def query(self) -> tuple[str, str] | None:
        """Write a query.

        Returns:
            The query and its meaning; None where no table has a date.
        """
        if not self._dated:
            return None
        table = self._chance.choice(sorted(self._dated))
        columns = self._dated[table]
        time = self._chance.choice([name for name, kind in columns if kind == "date"])
        if self._chance.random() < 0.2:
            joined = f"{table} AS l {self._chance.choice(('LEFT JOIN', 'JOIN'))} {table} AS r ON l.k = r.id"
            same = dict(columns)["k"] == "int"
            rows = f"(SELECT l.* FROM {joined if same else joined.replace('r.id', 'r.k')}) AS x"
        else:
            rows = f"{table} AS x"
        keys = self._chance.sample(
            [name for name, kind in columns if kind in ("int", "string")], self._chance.choice((0, 1, 1, 2))
        )
        call, meaning = (self._session if self._chance.random() < 0.5 else self._window)(rows, time, keys)
        shown = self._chance.sample(("w", "w.start AS s", "w.end AS e"), self._chance.randint(0, 2))
        calls = self._chance.sample(
            ("count(*) AS n", "sum(id) AS t", "max(id) AS m", "min(k) AS f"), self._chance.randint(1, 2)
        )
        listed = ", ".join([*keys, *(("w",) if "w" in shown else ()), *(s for s in shown if s != "w"), *calls])
        having = " HAVING count(*) > 1" if self._chance.random() < 0.2 else ""
        by = ", ".join(self._chance.sample([*keys, "w"], len(keys) + 1))
        text = self._grouped(listed, rows, call, by) + having
        plain = f"SELECT {listed} FROM ({meaning}) AS y GROUP BY {by}{having}"
        if self._chance.random() < 0.25:
            outer = "SELECT count(*) AS c, max(x) AS x FROM ({}) AS z"
            inner = [f"SELECT count(*) AS x FROM {part}" for part in (f"({text}) AS i", f"({plain}) AS i")]
            return outer.format(inner[0]), outer.format(inner[1])
        return text, plain

    def _grouped(self, listed: str, rows: str, call: str, by: str) -> str:
        """Name the window by the call itself, by its function or by an alias."""
        style = self._chance.randrange(3)
        function = call.split("(", 1)[0]
        if style == 0:
            return f"SELECT {_renamed(listed, call)} FROM {rows} GROUP BY {_renamed(by, call)}"
        if style == 1:
            return f"SELECT {_renamed(listed, function)} FROM {rows} GROUP BY {_renamed(by, call)}"
        # In a subquery, sessions are merged only above it.
        return f"SELECT {listed} FROM (SELECT x.*, {call} AS w FROM {rows}) AS v GROUP BY {by}"

    def _window(self, rows: str, time: str, keys: Sequence[str]) -> tuple[str, str]:
        duration = self._chance.choice((12, 24, 36, 48))
        slide = self._chance.choice((duration, duration, duration // 2, 8))
        begin = self._chance.choice((0, 0, 6))
        numbers = [duration, slide, begin][: 3 if begin else 2 if slide != duration else 1]
        durations = [f"'{number} hours'" for number in numbers]
        call = f"window({', '.join([time, *durations])})"
        start = "TIMESTAMP '1970-01-01' + to_hours(h)"
        end = f"TIMESTAMP '1970-01-01' + to_hours(h + {duration})"
        hours = f"SELECT unnest({_ALL_HOURS}) AS h"
        return call, (
            f"SELECT x.*, {{'start': {start}, 'end': {end}}} AS w FROM {rows} JOIN ({hours}) AS hours "
            f"ON (h - {begin}) % {slide} = 0 AND {time} >= {start} AND {time} < {end}"
        )

    def _session(self, rows: str, time: str, keys: Sequence[str]) -> tuple[str, str]:
        gap = self._chance.choice(
            (
                *("'1 day'", "'2 days'", "'36 hours'"),
                "CASE WHEN id > 1 THEN '2 days' WHEN id = 1 THEN '-1 day' ELSE '12 hours' END",
                "CASE WHEN k IS NULL THEN NULL ELSE '1 day' END",
            )
        )
        own = f"SELECT x.*, {time}::TIMESTAMP AS b, {time}::TIMESTAMP + CAST({gap} AS INTERVAL) AS u FROM {rows}"
        own = f"SELECT * FROM ({own}) AS o WHERE u > b"
        same = " AND ".join(["TRUE", *(f"p.{key} IS NOT DISTINCT FROM q.{key}" for key in keys)])
        reaching = f"SELECT 1 FROM own AS p WHERE {same} AND p.b < q.b AND p.u >= q.b"
        first = f"SELECT * FROM own AS q WHERE NOT EXISTS ({reaching})"
        begun = f"SELECT q.*, (SELECT max(p.b) FROM first AS p WHERE {same} AND p.b <= q.b) AS begun FROM own AS q"
        within = ", ".join([*keys, "begun"])
        merged = f"SELECT *, {{'start': begun, 'end': max(u) OVER (PARTITION BY {within})}} AS w FROM ({begun}) AS z"
        return f"session_window({time}, {gap})", f"WITH own AS ({own}), first AS ({first}) {merged}"


def _renamed(listed: str, name: str) -> str:
    """Put something in the place of the window."""
    parts = listed.split(", ")
    return ", ".join(name + part[1:] if part == "w" or part.startswith("w.") else part for part in parts)

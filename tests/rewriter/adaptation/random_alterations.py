"""Random pairs of queries: one, and what a user makes of it by a small change."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

SCHEMA = {
    "t": [("id", "int"), ("k", "int"), ("s", "string"), ("v", "int"), ("d", "decimal(8,2)"), ("f", "double")],
    "u": [("k", "int"), ("w", "int"), ("name", "string")],
}
_ALL = ", ".join(f"t.{name} NULLS LAST" for name in ("v", "id", "k", "s", "d", "f"))
_FROM = (
    "t",
    "t",
    "t JOIN u ON t.k = u.k",
    "t LEFT JOIN u ON t.k = u.k AND u.w > 0",
    "(SELECT id, k, s, v, d, f FROM t UNION ALL SELECT k, id, s, v, d, f FROM t WHERE v > 0) AS t",
    "(SELECT DISTINCT k AS k, s, v, 1 AS id, d, f FROM t) AS t",
    "(SELECT id, k, s, v, d, f FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)) AS t",
    "(SELECT k, s, max(id) AS id, sum(v) AS v, min(d) AS d, count(*) AS f FROM t GROUP BY k, s) AS t",
    f"(SELECT id, k, s, v, d, f FROM t ORDER BY {_ALL} LIMIT 6) AS t",
)
_KEYS = ("t.k", "t.s", "t.k + 1", "t.v", "CASE WHEN t.v > 1 THEN 'big' ELSE t.s END")
_CALLS = (
    *("count(*)", "count(t.v)", "sum(t.v)", "avg(t.v)", "sum(t.d)", "min(t.v)", "max(t.s)", "sum(t.v) + count(*)"),
    *("count(DISTINCT t.v)", "median(t.v)", "sum(t.v) FILTER (WHERE t.k > 0)", "COALESCE(max(t.v), 0)", "avg(t.d) * 2"),
)
_HAVING = ("count(*) > 1", "sum(t.v) >= 1", "max(t.v) < 3", "median(t.v) > 0")
_PLAIN = (
    *("t.id", "t.k", "t.s", "t.v", "t.d", "t.f", "t.v + 1", "t.k * 10 + t.v", "COALESCE(t.s, '-')", "7"),
    f"row_number() OVER (PARTITION BY t.k ORDER BY {_ALL})",
    "rank() OVER (PARTITION BY t.k ORDER BY t.v NULLS LAST)",
    "sum(t.v) OVER (PARTITION BY t.s)",
)
_WHERE = ("t.k > 0", "t.s = 'a'", "t.v IS NOT NULL", "t.k + 1 < 3", "t.d > 0", "t.s IN ('a', 'b') OR t.k = 2", "1 = 0")


@dataclass(frozen=True)
class Query:
    """The parts of a query."""

    rows: str
    keys: tuple[str, ...] | None
    items: tuple[tuple[str, str], ...]
    where: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    first: int | None = None
    around: str = ""

    def text(self) -> str:
        """Write the query."""
        listed = ", ".join(f"{text} AS {name}" for text, name in self.items)
        text = f"SELECT {listed} FROM {self.rows}"
        for word, conditions in (("WHERE", self.where), ("GROUP BY", self.keys), ("HAVING", self.having)):
            glue = ", " if word == "GROUP BY" else " AND "
            if conditions:
                text += f" {word} {glue.join(c if word == 'GROUP BY' else f'({c})' for c in conditions)}"
        if self.first is not None:
            text += f" ORDER BY {', '.join(f'{name} NULLS LAST' for _, name in self.items)} LIMIT {self.first}"
        return self.around.format(text) if self.around else text


def random_query(chance: random.Random) -> Query:
    """Write a query."""
    rows = chance.choice(_FROM)
    where = tuple(chance.sample(_WHERE[:5], chance.choice((0, 0, 1))))
    if chance.random() < 0.35:
        return Query(rows, None, _named(chance.sample(_PLAIN, chance.randint(2, 5))), where)
    keys = tuple(chance.sample(_KEYS, chance.choice((0, 1, 1, 2))))
    items = [key for key in keys if chance.random() < 0.8] + chance.sample(_CALLS, chance.randint(1, 4))
    having = tuple(chance.sample(_HAVING, chance.choice((0, 0, 1))))
    first = chance.choice((None, None, None, 2))
    return Query(rows, keys, _named(items), where, having, first)


def altered(chance: random.Random, query: Query) -> Query:
    """Change a query a little, once to three times."""
    for _ in range(chance.randint(1, 3)):
        query = _altered_once(chance, query)
    return query


def _altered_once(chance: random.Random, query: Query) -> Query:
    pool = _PLAIN if query.keys is None else (*query.keys, *_CALLS)
    kind = chance.randrange(10)
    items = list(query.items)
    if kind < 2 and len(items) > 1:
        items.remove(chance.choice(items))
    elif kind == 2:
        chance.shuffle(items)
    elif kind == 3:
        place = chance.randrange(len(items))
        items[place] = (items[place][0], f"renamed{chance.randrange(100)}")
    elif kind == 4:
        items.append((chance.choice(pool), f"added{chance.randrange(1000)}"))
    elif kind in (5, 6):
        conditions = [*_WHERE, *(f"{key} IS NOT NULL" for key in query.keys or ())]
        return replace(query, where=(*query.where, chance.choice(conditions)))
    elif kind == 7 and query.keys and chance.random() < 0.3:
        others = dict(zip(query.keys, chance.sample(_KEYS, len(query.keys)), strict=True))
        items = [(others.get(text, text), name) for text, name in items]
        return replace(query, keys=tuple(others.values()), items=tuple(items))
    elif kind == 7 and query.keys:
        return replace(query, having=(*query.having, chance.choice(_HAVING)))
    elif kind == 8:
        return replace(query, having=query.having[1:], where=query.where[:-1], first=chance.choice((None, query.first)))
    elif kind == 9 and not query.around:
        shown = ", ".join(name for _, name in chance.sample(items, chance.randint(1, len(items))))
        condition = chance.choice(("", f" WHERE {items[0][1]} IS NOT NULL"))
        return replace(query, around=f"SELECT {shown} FROM ({{}}) AS q{condition}")
    if query.around:
        return query
    return replace(query, items=tuple(dict.fromkeys(items)))


def _named(items: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple((text, f"c{number}") for number, text in enumerate(dict.fromkeys(items)))

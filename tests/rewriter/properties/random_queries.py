"""Random queries over what is maintained, in the SQL that Spark and DuckDB share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.rewriter.properties.random_aggregates import random_call, random_sets
from tests.rewriter.properties.random_windows import random_window, total_order

Columns = list[tuple[str, str]]
"""Pairs of a name and one of the kinds int, string, decimal, double, quotient, date, array."""

SCHEMA_KINDS = {
    "int": "int",
    "string": "string",
    "decimal": "decimal(8,2)",
    "double": "double",
    "date": "date",
}


@dataclass
class QueryWriter:
    """Writes one query.

    Attributes:
        random: Where chance comes from.
        tables: The columns of each table.
    """

    random: random.Random
    tables: dict[str, Columns]
    _aliases: int = 0
    _ctes: list[tuple[str, str, Columns]] = field(default_factory=list)

    def query(self) -> str:
        """Write a whole query."""
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            text, columns = self._select(depth=1, nested=True)
            self._ctes.append((f"c{len(self._ctes)}", text, columns))
        text, columns = self._select(depth=0, nested=False)
        if self._chance(0.08):
            text, columns = self._union(0)
            text = text.removeprefix("(").removesuffix(")")
        if self._chance(0.1) and all(kind != "quotient" for _, kind in columns):
            text += self._top(columns)
        if not self._ctes:
            return text
        return "WITH " + ", ".join(f"{n} AS ({t})" for n, t, _ in self._ctes) + " " + text

    def grouped_outer_join(self) -> str:
        """Write groups by an outer join's keys that are recomputed, so that the keys are handed down into the join."""
        left, right = (self.random.choice(sorted(self.tables)) for _ in range(2))
        if dict(self.tables[left])["k"] != dict(self.tables[right])["k"]:
            right = left
        kind = self.random.choice(("LEFT", "RIGHT", "FULL"))
        keys = self.random.choice((("l.k",), ("r.k",), ("l.k", "r.k"), ("l.id", "r.k"), ("l.k", "r.id")))
        shown = ", ".join(f"{key} AS g{number}" for number, key in enumerate(keys))
        joined = f"{left} AS l {kind} JOIN {right} AS r ON l.k = r.k"
        return f"SELECT {shown}, max(l.id) AS m, min(r.id) AS n FROM {joined} GROUP BY {', '.join(keys)}"

    def top_k_rows(self) -> str:
        """Write first rows of which all columns are shown, so that stored and changed rows mostly tell them."""
        table = self.random.choice(sorted(self.tables))
        columns = [(name, kind) for name, kind in self.tables[table] if kind != "array"]
        if self._chance(0.6):
            columns, rows = columns[: self.random.randint(1, len(columns))], table
            shown = ", ".join(name for name, _ in columns)
        else:
            columns, rows = [("i", "int"), ("j", "int")], f"{table} AS l LEFT JOIN {table} AS r ON l.k = r.k"
            shown = "l.id AS i, r.id AS j"
        order = self._top(columns).split(" LIMIT ")[0]
        return f"SELECT {shown} FROM {rows}{order} LIMIT {self.random.randint(1, 8)}"

    def _chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _alias(self) -> str:
        self._aliases += 1
        return f"r{self._aliases}"

    def _top(self, columns: Columns) -> str:
        names = [name for name, _ in self.random.sample(columns, len(columns))]
        directions = (" NULLS FIRST", " DESC NULLS LAST", " NULLS LAST", " DESC NULLS FIRST")
        order = ", ".join(f"{name}{self.random.choice(directions)}" for name in names)
        offset = f" OFFSET {self.random.randint(1, 2)}" if self._chance(0.4) else ""
        return f" ORDER BY {order} LIMIT {self.random.randint(1, 4)}{offset}"

    def _select(self, depth: int, *, nested: bool) -> tuple[str, Columns]:
        source, columns, joined = self._from(depth)
        where = [self._condition(columns)] if self._chance(0.4) else []
        if self._chance((0.3, 0.1, 0)[depth]):
            where.append(self._asking(columns))
        dates = [name for name, kind in columns if kind == "date"]
        if dates and self._chance(0.15):
            where.append(f"{self.random.choice(dates)} {self.random.choice(('<=', '>', '='))} current_date")
        where += joined
        tail = f" WHERE {' AND '.join(f'({c})' for c in where)}" if where else ""
        if self._chance(0.55 if depth == 0 else 0.4):
            return self._aggregate(source, columns, tail, nested=nested)
        names: Columns = []
        items = []
        qualify = ""
        if self._chance(0.25):
            listed = [name for name, _ in columns]
            own = self._alias()

            def argument(kind: str) -> str:
                return self._expression(columns, kind)[0]

            total = total_order(self.random, listed, argument)
            for number in range(self.random.choice((1, 1, 2))):
                text, kind = random_window(self.random, listed, argument, total)
                if kind == "int" and self._chance(0.3):
                    text = f"COALESCE({text}, 0) + 1"
                items.append(f"{text} AS {own}w{number}")
                names.append((f"{own}w{number}", kind))
            if self._chance(0.3):
                qualify = f" QUALIFY row_number() OVER ({total}) <= 3"
        for number in range(self.random.randint(1, 4)):
            text, kind = self._expression(columns, self._kind(columns))
            if depth == 0 and self._chance(0.08):
                text, kind = self._value(columns)
            items.append(f"{text} AS o{number}")
            names.append((f"o{number}", kind))
        only = "DISTINCT " if self._chance(0.15) else ""
        return f"SELECT {only}{', '.join(items)} FROM {source}{tail}{qualify}", names

    def _aggregate(self, source: str, columns: Columns, tail: str, *, nested: bool) -> tuple[str, Columns]:
        keys = [
            self._expression(columns, self._kind(columns), shallow=True)
            for _ in range(self.random.choice((0, 1, 1, 1, 2)))
        ]
        keys = [(text, kind) for text, kind in keys if kind not in ("quotient", "array")]
        items, names = [], []
        own = self._alias()  # GROUP BY prefers a column of the input to an alias of the same name.
        style = self.random.choice(("expression", "ordinal", "alias"))
        if not keys or self._chance(0.8):
            shown = list(range(len(keys)))
        else:
            shown, style = [], "expression"
        for position in shown:
            items.append(f"{keys[position][0]} AS {own}g{position}")
            names.append((f"{own}g{position}", keys[position][1]))
        for number in range(self.random.randint(0 if items else 1, 3)):
            text, kind = self._call(columns, nested=nested)
            if kind in ("int", "quotient") and self._chance(0.15):
                text = f"COALESCE({text}, 0) + 1"
            if not nested and self._chance(0.06):
                text, kind = self._value([], "int")
            items.append(f"{text} AS a{number}")
            names.append((f"a{number}", kind))
        # A number in GROUP BY is a position; a constant key must not look like one.
        groups = {
            "ordinal": [str(i + 1) for i in range(len(keys))],
            "alias": [f"{own}g{i}" for i in range(len(keys))],
            "expression": [text for text, _ in keys],
        }[style]
        group = f" GROUP BY {', '.join(groups)}" if keys else ""
        having = f" HAVING {self._having(columns)}" if self._chance(0.3) else ""
        texts = [text for text, _ in keys]
        if keys and self._chance(0.25) and all("." in text for text in texts) and len(set(texts)) == len(texts):
            # Over no rows, the total of all rows is a row in DuckDB and none in Spark.
            group = f" GROUP BY {random_sets(self.random, texts)} HAVING count(*) > 0"
            having = f" AND ({self._having(columns)})" if having else ""
            items.append(f"grouping_id({', '.join(texts)}) AS {own}id, grouping({texts[0]}) + 0 AS {own}bit")
            names += [(f"{own}id", "int"), (f"{own}bit", "int")]
        if self._chance(0.1):
            items.append(f"sum(count(*)) OVER (ORDER BY count(*)) AS {own}over")
            names.append((f"{own}over", "int"))
        return f"SELECT {', '.join(items)} FROM {source}{tail}{group}{having}", names

    def _call(self, columns: Columns, *, nested: bool) -> tuple[str, str]:
        if self._chance(0.3):
            return random_call(
                self.random,
                lambda kind: self._expression(columns, kind)[0],
                self._condition(columns),
                nested=nested,
            )
        function = self.random.choice(("count", "count", "sum", "sum", "avg", "min", "max"))
        if function == "count" and self._chance(0.5):
            text, kind = f"count({self.random.choice('*1')})", "int"
        else:
            wanted = self._kind(columns)
            if function in ("sum", "avg"):
                wanted = self.random.choice(("int", "decimal") if nested else ("int", "int", "decimal", "double"))
            argument, kind = self._expression(columns, wanted)
            text = f"{function}({argument})"
            kind = {"count": "int", "avg": "quotient"}.get(function, kind)
            if function == "sum" and kind == "double":
                kind = "quotient"
        if self._chance(0.2):
            text += f" FILTER (WHERE {self._condition(columns)})"
        return text, kind

    def _asking(self, columns: Columns) -> str:
        """Write a condition with a subquery."""
        choice = self.random.randrange(8)
        if choice == 0:
            return f"{self._value(columns, 'int')[0]} {self.random.choice(('=', '<', '>='))} {self._constant('int')}"
        asked = self._membership(columns)
        if choice < 6:
            return asked
        if choice == 6:
            return f"{asked} OR {self._condition(columns)}"
        return f"CASE WHEN {self._condition(columns)} THEN COALESCE({asked}, FALSE) ELSE TRUE END"

    def _membership(self, columns: Columns) -> str:
        alias, inner, tail, _ = self._inside(columns)
        negated = self.random.choice(("", "NOT "))
        name, kind = self.random.choice(inner)
        outer = [n for n, k in columns if k == kind]
        if not outer or self._chance(0.5):
            nested = f" AND {self._membership(inner)}" if self._chance(0.15) else ""
            return f"{negated}EXISTS (SELECT 1 FROM {alias} WHERE {tail}{nested})"
        tail = tail if self._chance(0.4) else self._condition(inner)
        asked, value = f"{self.random.choice(outer)} {negated}IN", name
        choice = self.random.randrange(8)
        if choice == 0 and kind not in ("quotient", "array"):
            tail += f" ORDER BY {name} NULLS FIRST LIMIT {self.random.randint(1, 3)}"
        elif choice == 1:
            tail += f" GROUP BY {name} HAVING count(*) {self.random.choice(('=', '>'))} 1"
        elif choice == 2:
            tail += f" QUALIFY rank() OVER (PARTITION BY {self.random.choice(inner)[0]} ORDER BY {name} NULLS LAST) = 1"
        elif choice == 3:
            value = f"DISTINCT {name}"
        return f"{asked} (SELECT {value} FROM {alias} WHERE {tail})"

    def _value(self, columns: Columns, kind: str | None = None) -> tuple[str, str]:
        """Write a scalar subquery."""
        alias, inner, tail, equal = self._inside(columns)
        name, own = self.random.choice(inner)
        numbers = [n for n, k in inner if k == "int"]
        if kind in (None, "int") and self._chance(0.2):
            order = f"ORDER BY {self.random.choice(numbers)} {self.random.choice(('NULLS FIRST', 'DESC NULLS LAST'))}"
            rows = f"SELECT {numbers[0]} AS n FROM {alias} WHERE {tail} {order}, {numbers[0]} NULLS FIRST"
            return f"(SELECT max(w.n) FROM ({rows} LIMIT {self.random.randint(1, 2)}) AS w)", "int"
        if kind in (None, "int") and self._chance(0.25):

            def argument(wanted: str) -> str:
                return self._expression(inner, wanted)[0]

            call, found = random_call(self.random, argument, self._condition(inner), nested=True)
            if found == "int":
                # Over no rows, DuckDB gives NULL for a correlated count of another name than count, and Spark 0.
                call = f"COALESCE({call}, 0)" if call.startswith(("approx_count_distinct", "CAST(regr_count")) else call
                return f"(SELECT {call} FROM {alias} WHERE {equal})", "int"
        function = self.random.choice(("count", "sum", "max", "min", "max_if"))
        having = f" HAVING count(*) {self.random.choice(('>', '<'))} 1" if self._chance(0.15) else ""
        condition = equal if self._chance(0.6) else tail
        if function == "max" and kind is None and own not in ("double", "quotient"):
            return f"(SELECT max({name}) FROM {alias} WHERE {condition}{having})", own
        call = f"count({name})" if function == "count" else f"{function.split('_')[0]}({self.random.choice(numbers)})"
        if function == "max_if":
            call = f"COALESCE({call}, 0) + count(*)"
        return f"(SELECT {call} FROM {alias} WHERE {condition}{having})", "int"

    def _inside(self, columns: Columns) -> tuple[str, Columns, str, str]:
        """Write a relation for a subquery, and conditions that compare it with the columns around it."""
        table, alias = self.random.choice(sorted(self.tables)), self._alias()
        inner = [(f"{alias}.{name}", kind) for name, kind in self.tables[table]]
        equal = self._join_condition(columns, inner) if columns else self._condition(inner)
        choice = self.random.randrange(6)
        condition = equal
        if choice == 0:
            condition = self._condition(inner)
        elif choice == 1:
            condition = equal.replace(" = ", f" {self.random.choice(('<', '>=', '<>'))} ", 1)
        elif choice == 2:
            condition = f"{equal} AND {self._condition(inner)}"
        elif choice == 3 and columns:
            condition = f"{equal} AND {self._condition(columns)}"
        return f"{table} AS {alias}", inner, condition, equal

    def _having(self, columns: Columns) -> str:
        choice = self.random.randrange(5)
        if choice == 4:
            return f"count(*) {self.random.choice(('>', '<', '='))} COALESCE({self._value([], 'int')[0]}, 1)"
        if choice == 0:
            return f"count(*) {self.random.choice(('>', '<', '='))} {self.random.randint(1, 3)}"
        if choice == 1:
            return f"sum({self._expression(columns, 'int')[0]}) > {self.random.randint(-2, 3)}"
        if choice == 2:
            return f"min({self._expression(columns, 'int')[0]}) <= {self.random.randint(0, 2)}"
        return f"count({self._expression(columns, self._kind(columns))[0]}) > 1 OR count(*) = 1"

    def _from(self, depth: int) -> tuple[str, Columns, list[str]]:
        chain = depth == 0 and self._chance(0.15)
        number = self.random.choice(((1, 1, 1, 2, 2, 2, 3, 4), (1, 1, 1, 2, 2), (1,))[depth])
        relations = [
            self._relation(2 if chain else depth) for _ in range(self.random.choice((3, 4)) if chain else number)
        ]
        text, columns = relations[0]
        where: list[str] = []
        crossed = False
        for other, more in relations[1:]:
            choice = 10 if chain else self.random.randrange(16)
            both = columns + more
            condition = self._join_condition(columns, more)
            if choice < 5:
                text = f"{text} JOIN {other} ON {condition}"
            elif choice < 7:
                text = f"{text} JOIN {other} ON {condition} AND {self._condition(both)}"
            elif choice == 7:
                text, where = f"{text} CROSS JOIN {other}", [*where, condition]
            elif choice == 8 and not crossed:
                crossed = True
                text = f"{text} CROSS JOIN {other}"
            elif choice < 10:
                operator = self.random.choice(("<", ">=", "<>"))
                text = f"{text} JOIN {other} ON {condition.replace(' = ', f' {operator} ', 1)}"
            else:
                kind = self.random.choice(("LEFT", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"))
                on = condition if chain else self._outer_condition(condition, columns, more)
                text = f"{text} {kind} JOIN {other} ON {on}"
                both = columns if kind in ("SEMI", "ANTI") else both
            columns = both
        return text, columns, where

    def _outer_condition(self, condition: str, left: Columns, right: Columns) -> str:
        choice = self.random.randrange(8)
        if choice < 3:
            return condition
        if choice == 3:
            return condition.replace(" = ", f" {self.random.choice(('<', '>=', '<>'))} ", 1)
        if choice == 4:
            return f"{condition} OR {self._condition(left + right)}"
        if choice == 5:
            return self._condition(self.random.choice((left, right, left + right)))
        return f"{condition} AND {self._condition(self.random.choice((left, right, left + right)))}"

    def _join_condition(self, left: Columns, right: Columns) -> str:
        pairs = [(a, b) for a, k in left for b, j in right if k == j and k in ("int", "string", "date")]
        if not pairs:
            a, b = self.random.choice(left)[0], self.random.choice(right)[0]
            return f"CAST({a} AS STRING) = CAST({b} AS STRING)"
        a, b = self.random.choice(pairs)
        return f"{a} = {b}" if self._chance(0.7) else f"{b} = {a}"

    def _relation(self, depth: int) -> tuple[str, Columns]:
        alias = self._alias()
        choice = self.random.randrange(12)
        if depth < 2 and choice == 0:
            text, columns = self._select(depth + 1, nested=True)
            text = f"({text}{self._top(columns) if self._chance(0.4) else ''})"
        elif depth < 2 and choice == 1:
            text, columns = self._union(depth)
        elif choice == 11:
            text, columns = self._text_of_widened()
        elif depth < 2 and choice == 2:
            text, columns = self._using()
        elif choice == 3:
            text, columns = self._reshaped()
        elif self._ctes and choice < 6:
            text, _, columns = self.random.choice(self._ctes)
        else:
            text = self.random.choice(sorted(self.tables))
            columns = self.tables[text]
        return f"{text} AS {alias}", [(f"{alias}.{name}", kind) for name, kind in columns]

    def _reshaped(self) -> tuple[str, Columns]:
        table = self.random.choice(sorted(self.tables))
        kind = dict(self.tables[table])["k"]
        choice = self.random.randrange(3)
        if choice == 0:
            return "(SELECT * FROM (VALUES (1, 'a'), (NULL, 'b'), (1, 'a')) AS w(n, s))", [
                ("n", "int"),
                ("s", "string"),
            ]
        if choice == 1:
            nulls = self.random.choice(("", "INCLUDE NULLS "))
            inner = f"(SELECT id AS a, id + 1 AS b, k FROM {table}) UNPIVOT {nulls}(n FOR c IN (a, b))"
            return f"(SELECT k, c, n FROM {inner})", [("k", kind), ("c", "string"), ("n", "int")]
        values = "1 AS one, 2 AS two" if kind == "int" else "'a' AS one, '' AS two"
        function = self.random.choice(("sum", "max"))
        inner = f"(SELECT id, id + 1 AS b, k FROM {table}) PIVOT ({function}(b) FOR k IN ({values}))"
        return f"(SELECT id, one, two FROM {inner})", [("id", "int"), ("one", "int"), ("two", "int")]

    def _using(self) -> tuple[str, Columns]:
        left, right = (self.random.choice(sorted(self.tables)) for _ in range(2))
        common = [(n, k) for n, k in self.tables[left] if (n, k) in self.tables[right]]
        if not common:
            return f"(SELECT * FROM {left})", self.tables[left]
        key = self.random.choice(common)
        other = self.random.choice(self.tables[right])
        kind = self.random.choice(("", "", "LEFT ", "RIGHT ", "FULL "))
        text = (
            f"(SELECT {key[0]}, x.{key[0]} AS own, y.{other[0]} AS other "
            f"FROM {left} AS x {kind}JOIN {right} AS y USING ({key[0]}))"
        )
        return text, [key, ("own", key[1]), ("other", other[1])]

    def _text_of_widened(self) -> tuple[str, Columns]:
        """Show the type of a union whose branches differ: as a text, 1 is not 1.00."""
        left, right = (self.random.choice(sorted(self.tables)) for _ in range(2))
        wide = [name for name, kind in self.tables[right] if kind == "decimal"] or ["CAST(id AS DECIMAL(8,2))"]
        union = f"SELECT id AS n FROM {left} UNION ALL SELECT {self.random.choice(wide)} FROM {right}"
        return f"(SELECT CAST(w.n AS STRING) AS x FROM ({union}) AS w)", [("x", "string")]

    def _union(self, depth: int) -> tuple[str, Columns]:
        kinds = [self.random.choice(("int", "string", "decimal")) for _ in range(self.random.randint(1, 3))]
        branches = []
        mixed = self._chance(0.5)
        for _ in range(self.random.choice((2, 2, 3))):
            source, columns, where = self._from(depth + 1)
            wanted = [("int" if k == "decimal" and self._chance(0.5) else k) for k in kinds]
            items = [f"{self._expression(columns, k)[0]} AS u{i}" for i, k in enumerate(wanted)]
            tail = f" WHERE {' AND '.join(where)}" if where else ""
            limit = self._top([(f"u{i}", k) for i, k in enumerate(wanted)]) if mixed and self._chance(0.15) else ""
            branches.append(f"SELECT {', '.join(items)} FROM {source}{tail}{limit}")
        if mixed:
            text = branches[0]
            for branch in branches[1:]:
                words = f"{self.random.choice(('UNION', 'INTERSECT', 'EXCEPT'))}{self.random.choice(('', ' ALL'))}"
                text = f"({text}) {words} ({branch})" if self._chance(0.7) else f"({branch}) {words} ({text})"
            return f"({text})", [(f"u{i}", k) for i, k in enumerate(kinds)]
        return f"({' UNION ALL '.join(branches)})", [(f"u{i}", k) for i, k in enumerate(kinds)]

    def _kind(self, columns: Columns) -> str:
        return self.random.choice(columns)[1]

    def _expression(self, columns: Columns, kind: str, *, shallow: bool = False) -> tuple[str, str]:
        candidates = [name for name, k in columns if k == kind]
        if kind in ("quotient", "array") or (candidates and (shallow or self._chance(0.6))):
            if kind in ("quotient", "array") and not candidates:
                return self._expression(columns, "int")
            if candidates and not (shallow and self._chance(0.25)):
                return self.random.choice(candidates), kind
        return self._computed(columns, kind, candidates), kind

    def _computed(self, columns: Columns, kind: str, candidates: Sequence[str]) -> str:
        first = self.random.choice(candidates) if candidates else self._constant(kind)
        second = self.random.choice(candidates) if candidates and self._chance(0.7) else self._constant(kind)
        choice = self.random.randrange(4)
        if choice == 0:
            return f"CASE WHEN {self._condition(columns)} THEN {first} ELSE {second} END"
        if choice == 1:
            return f"COALESCE({first}, {second})"
        if kind == "int":
            return self.random.choice((f"{first} + {self._constant(kind)}", f"{first} - {second}", f"abs({first})"))
        if kind == "decimal":
            return self.random.choice((f"{first} + {self._constant(kind)}", f"{first} * 2"))
        if kind == "double":
            return f"{first} * 2"
        if kind == "string":
            numbers = [name for name, k in columns if k == "decimal"] or [n for n, k in columns if k == "int"]
            numbers = numbers or [self._constant("int")]
            return self.random.choice(
                (f"upper({first})", f"{first} || 'x'", f"CAST({self.random.choice(numbers)} AS STRING)")
            )
        return f"COALESCE({first}, {second})"

    def _constant(self, kind: str) -> str:
        if kind == "int":
            return str(self.random.randint(1, 3))
        if kind == "string":
            return self.random.choice(("'a'", "'b'", "''"))
        if kind == "decimal":
            return self.random.choice(("CAST(1.50 AS DECIMAL(8,2))", "CAST(0 AS DECIMAL(8,2))"))
        if kind == "double":
            return self.random.choice(("CAST(0.5 AS DOUBLE)", "CAST(2 AS DOUBLE)"))
        return "DATE '2024-01-02'"

    def _condition(self, columns: Columns) -> str:
        name, kind = self.random.choice(columns)
        choice = self.random.randrange(6)
        if choice == 0:
            return f"{name} IS {self.random.choice(('', 'NOT '))}NULL"
        if choice == 1:
            return f"({self._condition(columns)} OR {self._condition(columns)})"
        if choice == 2:
            return f"NOT ({self._condition(columns)})"
        if kind in ("quotient", "array"):
            return f"{name} IS NOT NULL"
        others = [n for n, k in columns if k == kind and n != name]
        other = self.random.choice(others) if others and self._chance(0.3) else self._constant(kind)
        return f"{name} {self.random.choice(('=', '<>', '<', '>='))} {other}"

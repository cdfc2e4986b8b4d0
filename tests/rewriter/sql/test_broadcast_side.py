"""Whether joins find their partners by a value."""

from __future__ import annotations

import pytest
from sqlglot import parse_one

from streamtables_rewriter.sql.broadcast_side import has_equi_joins_only


@pytest.mark.parametrize(
    ("joins", "expected"),
    [
        ("", True),
        ("JOIN b ON a.id = b.id", True),
        ("LEFT JOIN b ON a.x < b.x AND a.id <=> b.id", True),
        ("LEFT SEMI JOIN b ON a.id = b.id JOIN c ON b.k = c.k", True),
        ("CROSS JOIN b", False),
        ("JOIN b ON a.x < b.x", False),
        ("LEFT ANTI JOIN b ON a.x = 1 AND a.y <> b.y", False),
        ("JOIN b ON (a.id = b.id) AND a.x < b.x", True),
        ("JOIN b ON a.id = b.id OR a.x < b.x", False),
        ("JOIN b ON NOT (a.id = b.id)", False),
        ("JOIN b ON a.x + b.x = 3", False),
        ("JOIN b ON b.y = a.x + b.x", False),
        ("JOIN b ON a.id = b.id JOIN c ON b.x >= c.x", False),
        ("JOIN (SELECT b.id FROM b JOIN c ON b.x > c.x) AS d ON a.id = d.id", False),
    ],
)
def test_every_join_is_looked_at(joins, expected):
    assert has_equi_joins_only(parse_one(f"SELECT a.id FROM a {joins}", read="spark")) is expected

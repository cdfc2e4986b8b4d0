"""Statements of other products, and slips in ours, that Spark would refuse in words that help nobody.

Each pattern begins no statement that Spark or Delta accept, so ordinary SQL is untouched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A beginning that is not ours and is meant to be.

    Attributes:
        words: The words behind the first one.
        instead: The statement to write, with places for ``name`` and ``replace``.
        named: Whether it counts only with a name behind it: without one it may be SQL of Spark's.
    """

    words: Words
    instead: str
    named: bool = False


_CREATE = "CREATE {replace}STREAM TABLE {name} AS <query>"
_TABLES: tuple[Words, ...] = (
    ("STREAMING", "TABLE"),
    ("STREAMING", "LIVE", "TABLE"),
    ("MATERIALIZED", "VIEW"),
    ("DYNAMIC", "TABLE"),
    ("LIVE", "TABLE"),
    ("LIVE", "VIEW"),
    ("STREAMTABLE",),
)
_LISTS: tuple[Words, ...] = (
    ("STREAMING", "TABLES"),
    ("MATERIALIZED", "VIEWS"),
    ("DYNAMIC", "TABLES"),
    ("LIVE", "TABLES"),
    ("STREAMTABLES",),
    ("STREAM", "TABLE"),
)
_STARTS: tuple[Words, ...] = ((), ("OR", "REPLACE"), ("OR", "REFRESH"))
_TEMPORARY: tuple[Words, ...] = (("TEMP", "STREAM"), ("TEMPORARY", "STREAM"))
_EXPLAINED: tuple[Words, ...] = (("EXTENDED",), ("FORMATTED",), ("COST",), ("CODEGEN",))


def _all(words: tuple[Words, ...], instead: str, *, named: bool = False) -> tuple[NearMiss, ...]:
    return tuple(NearMiss(each, instead, named) for each in words)


_CREATED = (*_TABLES, ("INCREMENTAL",), ("STREAM", "VIEW"), *_TEMPORARY)

NEAR_MISSES: Mapping[str, tuple[NearMiss, ...]] = MappingProxyType(
    {
        "ALTER": _all(_TABLES, "ALTER STREAM TABLE {name} AS <query>"),
        "CREATE": (
            *_all(tuple((*start, *kind) for start in _STARTS for kind in _CREATED), _CREATE),
            NearMiss(("OR", "REFRESH", "STREAM"), _CREATE),
        ),
        "DESC": _all(_TABLES, "DESCRIBE STREAM TABLE {name}", named=True),
        "DESCRIBE": _all(_TABLES, "DESCRIBE STREAM TABLE {name}", named=True),
        "DROP": _all(_TABLES, "DROP STREAM TABLE {name}"),
        "EXPLAIN": (
            *_all(
                tuple((*how, "CREATE", *start, "STREAM") for how in _EXPLAINED for start in _STARTS),
                f"EXPLAIN {_CREATE}",
            ),
            *_all(tuple((*how, "REFRESH", "STREAM") for how in _EXPLAINED), "EXPLAIN REFRESH STREAM TABLE {name}"),
            NearMiss(("STREAM",), "EXPLAIN REFRESH STREAM TABLE {name}", named=True),
        ),
        "REFRESH": (
            # A path without quotes, which Spark would read here, has no blanks inside.
            *_all(_TABLES, "REFRESH STREAM TABLE {name}", named=True),
            NearMiss(("ALL", "STREAM", "TABLES"), "REFRESH STREAM TABLES"),
            NearMiss(("STREAM",), "REFRESH STREAM TABLE {name}", named=True),
        ),
        "REPLACE": (NearMiss(("STREAM", "TABLE"), "CREATE OR REPLACE STREAM TABLE {name} AS <query>"),),
        "SHOW": (
            *_all(tuple(("CREATE", *kind) for kind in _TABLES), "SHOW CREATE STREAM TABLE {name}"),
            *_all(_LISTS, "SHOW STREAM TABLES"),
            NearMiss(("HISTORY", "FOR"), "SHOW REFRESH HISTORY FOR {name}"),
        ),
        "VERIFY": _all(((),), "VERIFY STREAM TABLE {name}", named=True),
    }
)
"""By first word; the first that fits counts, and statements of ours are looked for before."""

NOT_A_NAME = frozenset(
    {"DYNAMIC", "EXISTS", "IF", "LIVE", "MATERIALIZED", "NOT", "STREAM", "STREAMING", "TABLE", "TABLES", "VIEW"}
)
"""Words between a near miss and the name that it is about."""

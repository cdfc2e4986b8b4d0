"""Statements during which a process may die, and by which of them a step of our own code is reached."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

from streamtables.fault_points import POINTS
from tests.reliability.graph import NODES, SHOWN_OTHERWISE, alter_texts, create_text, readers
from tests.reliability.source_writes import SourceWrites

APPENDS_BEFORE_COMPACTION = 3
"""What ``compaction.MOST_APPENDS`` is to be: tables of the soaks are folded after a few refreshes."""
SOAKED = tuple(sorted(point for point in POINTS if not point.startswith("trigger.")))
"""The steps at which processes of the soaks die: none of their tables has triggers."""
_RETYPED = {
    "customers": "CAST(id AS {type}) AS id, region",
    "orders": "id, customer, CAST(amount AS {type}) AS amount, state",
}
_ADOPTED = 0.4
"""How often a definition alone is written by a refresh: that of a table whose view was redefined."""
_REPLACED = 0.4
"""How often a step of CREATE is reached by CREATE OR REPLACE."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, and what may be so when it was begun and never ended.

    Attributes:
        kind: What it does.
        name: The stream table or source that it is about.
        text: The statement.
        may_be_gone: Stream tables of which nobody knows whether they are there if it does not end.
    """

    kind: str
    name: str
    text: str
    may_be_gone: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what goes into a journal."""
        return asdict(self)

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Statement:
        """Read it back."""
        return cls(raw["kind"], raw["name"], raw["text"], tuple(raw["may_be_gone"]))


def renamed(name: str) -> str:
    """Return the name that a stream table gets, and that only a statement which was killed leaves it with."""
    return f"{name}_renamed"


class Statements:
    """Makes statements at random.

    Args:
        seed: Which ones.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._writes = SourceWrites(seed)

    def write(self) -> Statement:
        """Return one that changes a source."""
        return Statement("write", "orders", self._writes.next())

    def insert(self) -> Statement:
        """Return one that inserts orders."""
        return Statement("write", "orders", self._writes.insert())

    def refresh(self, name: str) -> Statement:
        """Return one that refreshes a stream table."""
        mode = self._random.choice(("", "", "", " FULL"))
        return Statement("refresh", name, f"REFRESH STREAM TABLE {name}{mode}")

    def create(self, name: str) -> Statement:
        """Return one that creates a stream table which is not there."""
        return Statement("create", name, create_text(name, self._variant(name)), (name, *sorted(readers(name))))

    def replace(self, name: str) -> Statement:
        """Return one that puts another definition in a stream table's place."""
        return Statement("replace", name, create_text(name, self._variant(name), "CREATE OR REPLACE"))

    def alter(self, name: str) -> Statement:
        """Return one that alters a stream table."""
        return Statement("alter", name, self._random.choice(alter_texts(name, self._variant(name))))

    def rename(self) -> Statement:
        """Return one that gives a stream table which nobody reads another name."""
        name = self._random.choice([name for name in NODES if not readers(name)])
        return Statement("rename", name, f"ALTER STREAM TABLE {name} RENAME TO {renamed(name)}")

    def drop(self, name: str) -> Statement:
        """Return one that drops a stream table, and those that read it."""
        tail = " CASCADE" if readers(name) else self._random.choice(("", " CASCADE"))
        return Statement("drop", name, f"DROP STREAM TABLE {name}{tail}", (name, *sorted(readers(name))))

    def verify(self, name: str) -> Statement:
        """Return one that verifies a stream table."""
        return Statement("verify", name, f"VERIFY STREAM TABLE {name}")

    def retype(self, source: str = "", type_: str = "") -> Statement:
        """Return one that gives a source's column another type, so that what reads it is rebuilt."""
        source = source or self._random.choice(tuple(_RETYPED))
        columns = _RETYPED[source].format(type=type_ or self._random.choice(("INT", "BIGINT")))
        return Statement(
            "retype", source, f"CREATE OR REPLACE TABLE {source} USING delta AS SELECT {columns} FROM {source}"
        )

    def name(self) -> str:
        """Return a stream table."""
        return self._random.choice(tuple(NODES))

    def any(self) -> Statement:
        """Return one that works where all stream tables are there and ends so, but for DROP."""
        kinds = (self.write, self.write, self._any_refresh, self._any_refresh, self._any_refresh, self._any_replace,
                 self._any_alter, self._any_drop, self.retype, self._any_verify)  # fmt: skip
        return self._random.choice(kinds)()

    def to_reach(self, point: str) -> tuple[list[Statement], Statement]:
        """Return what has to be run for a step to be reached.

        Args:
            point: A name of ``fault_points.POINTS``.

        Returns:
            Statements before, and the one that reaches it.
        """
        name, topic = self.name(), point.split(".", 1)[0]
        if topic == "replace" or (topic == "create" and self._random.random() < _REPLACED):
            return [], self.replace(name)
        if topic in ("create", "registry"):
            create = self.create(name)
            return [Statement("drop", name, f"DROP STREAM TABLE {name} CASCADE", create.may_be_gone)], create
        if topic == "rebuild":
            return self._rebuild()
        if topic == "drop":
            return [], self.drop(name)
        if topic == "rename":
            return [], self.rename()
        if point == "alter.view":
            plain, more = self._shown_otherwise()
            return [plain], more
        if topic == "alter":
            number = self._random.randrange(1_000_000)
            return [], Statement("alter", name, f"ALTER STREAM TABLE {name} SET TBLPROPERTIES ('soak.n' = '{number}')")
        if topic == "verify":
            return [], self.verify(name)
        if topic == "fold":
            refresh = self._plain_refresh("by_customer")
            whole = Statement("refresh", "by_customer", f"{refresh.text} FULL")
            return [whole, *[self.insert(), refresh] * (APPENDS_BEFORE_COMPACTION - 1), self.insert()], refresh
        return [self.write(), self.insert()], self.refresh(name)

    def _rebuild(self) -> tuple[list[Statement], Statement]:
        """Return a refresh that writes a definition: with other rows, or alone, since it names a view as it is now."""
        if self._random.random() < _ADOPTED:
            plain, more = self._shown_otherwise()
            refresh = self._plain_refresh(self._random.choice(sorted(readers("by_customer"))))
            return [plain, refresh, more], refresh
        source = self._random.choice(tuple(_RETYPED))
        refresh = self._plain_refresh("regions" if source == "customers" else "open_orders")
        return [self.retype(source, "INT"), refresh, self.retype(source, "BIGINT")], refresh

    def _shown_otherwise(self) -> tuple[Statement, Statement]:
        """Return statements of which the second changes what a view shows, and no row."""
        own, node = "ALTER STREAM TABLE by_customer AS ", NODES["by_customer"]
        plain, more = (Statement("alter", node.name, own + node.query(variant)) for variant in (0, SHOWN_OTHERWISE))
        return plain, more

    def _plain_refresh(self, name: str) -> Statement:
        return Statement("refresh", name, f"REFRESH STREAM TABLE {name}")

    def _variant(self, name: str) -> int:
        return self._random.randrange(len(NODES[name].variants))

    def _any_refresh(self) -> Statement:
        if self._random.random() < 0.2:
            return Statement("refresh", self.name(), "REFRESH STREAM TABLES")
        return self.refresh(self.name())

    def _any_alter(self) -> Statement:
        return self.alter(self.name())

    def _any_replace(self) -> Statement:
        return self.replace(self.name())

    def _any_drop(self) -> Statement:
        return self.drop(self.name())

    def _any_verify(self) -> Statement:
        return self.verify(self.name())

"""The triggers of a stream table: properties of the table that holds its rows, one for each trigger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from streamtables.catalog.stored_format import FORMAT, require_readable
from streamtables_grammar.statements import TriggerEvent

TRIGGER_PREFIX = "streamtables.trigger."
"""How the names of the properties begin; the trigger's name in lower case follows."""
TRIGGERS_PROPERTY = "streamtables.triggers"
"""Says whether a stream table's triggers run."""
TRIGGER_CHOICES = ("auto", "on", "off")


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger.

    Attributes:
        id: Lasts until the trigger is dropped or replaced.
        name: Its name, one part.
        events: What it waits for, in the order INSERT, UPDATE, DELETE.
        statement: What it runs.
        condition: On which; None for always.
        old_table: Under which name the statement reads the rows that went; None where it does not.
        new_table: Under which name it reads those that came; None where it does not.
        namespace: Catalog and schema that were current at CREATE.
        settings: Spark settings that decide the meaning of statement and condition, as they were at CREATE.
        created_at: ISO 8601 in UTC.
        since: The version of the backing table from which changes count, exclusive.
    """

    id: str
    name: str
    events: tuple[TriggerEvent, ...]
    statement: str
    condition: str | None
    old_table: str | None
    new_table: str | None
    namespace: tuple[str, ...]
    settings: Mapping[str, str]
    created_at: str
    since: int

    @property
    def property_name(self) -> str:
        """The name of the property that keeps it."""
        return f"{TRIGGER_PREFIX}{self.name.lower()}"

    def counting_from(self, version: int) -> Trigger:
        """Return the trigger as one for which changes count from a version on."""
        return replace(self, since=version)

    def to_json(self) -> str:
        """Return the property's text."""
        return json.dumps(
            {
                "id": self.id,
                "name": self.name,
                "events": [event.value for event in self.events],
                "statement": self.statement,
                "condition": self.condition,
                "old_table": self.old_table,
                "new_table": self.new_table,
                "namespace": self.namespace,
                "settings": dict(self.settings),
                "created_at": self.created_at,
                "since": self.since,
                "format": FORMAT,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Trigger:
        """Read the property's text.

        Args:
            text: The text.

        Returns:
            The trigger.

        Raises:
            NewerFormatError: A newer release has written it.
        """
        raw: dict[str, Any] = json.loads(text)
        require_readable(raw, raw.get("format"), f"The trigger {raw.get('name')}")
        return cls(
            id=raw["id"],
            name=raw["name"],
            events=tuple(TriggerEvent(event) for event in raw["events"]),
            statement=raw["statement"],
            condition=raw["condition"],
            old_table=raw["old_table"],
            new_table=raw["new_table"],
            namespace=tuple(raw["namespace"]),
            settings=raw["settings"],
            created_at=raw["created_at"],
            since=raw["since"],
        )


def has_triggers(properties: Mapping[str, str]) -> bool:
    """Return whether a stream table has triggers.

    Args:
        properties: All properties of its backing table.

    Returns:
        Whether there are any, whether they run or not.
    """
    return any(name.startswith(TRIGGER_PREFIX) for name in properties)


def triggers_in(properties: Mapping[str, str]) -> tuple[Trigger, ...]:
    """Return the triggers of a stream table, in the order in which they run.

    Args:
        properties: All properties of its backing table.

    Returns:
        The triggers by name.

    Raises:
        NewerFormatError: A newer release has made one of them.
    """
    return tuple(
        Trigger.from_json(text) for name, text in sorted(properties.items()) if name.startswith(TRIGGER_PREFIX)
    )

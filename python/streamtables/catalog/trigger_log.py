"""The table ``streamtables.trigger_log``: which triggers there are, for readers, and how far each has got.

The triggers themselves are properties of the tables that hold the rows; the log lists them for whoever selects from
``streamtables.triggers``. How far a trigger has got is in no row: it is a transaction number of Delta's, in a commit of
the log without rows, which Delta keeps for each trigger however many follow. There are two numbers for each: the
version up to which its statement has begun, and that up to which it is done. What has begun and is not done is done
again for exactly the same versions, so that Delta leaves out a write that had been committed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.system_tables import REGISTRY_TABLE, SYSTEM_SCHEMA, make_system_table, run_plainly
from streamtables.catalog.triggers import Trigger
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables.spark.tables.delta_writes import transaction_settings
from streamtables_grammar.quoting import quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_NAME = (SESSION_CATALOG, SYSTEM_SCHEMA, "trigger_log")
_TABLE = f"{SYSTEM_SCHEMA}.trigger_log"
_VIEW = (SESSION_CATALOG, SYSTEM_SCHEMA, "triggers")
_COLUMNS = (
    "stream_table_id STRING, trigger_id STRING, name STRING, events STRING, condition STRING, old_table STRING, "
    "new_table STRING, statement STRING, created_at TIMESTAMP, dropped BOOLEAN, written_at TIMESTAMP"
)
_VIEW_QUERY = f"""\
WITH newest AS (
  SELECT *, row_number() OVER (PARTITION BY stream_table_id, lower(name) ORDER BY written_at DESC) AS place
  FROM {_TABLE}
)
SELECT
  newest.name, registry.stream_table, newest.events, newest.old_table, newest.new_table, newest.condition,
  newest.statement, newest.created_at, newest.trigger_id, newest.stream_table_id
FROM newest JOIN {REGISTRY_TABLE} AS registry ON registry.id = newest.stream_table_id
WHERE newest.place = 1 AND NOT newest.dropped"""


@dataclass(frozen=True, slots=True)
class TriggerProgress:
    """How far a trigger has got.

    Attributes:
        begun: The version up to which its statement has last begun; None if it never has.
        done: The version up to which it is done.
    """

    begun: int | None
    done: int

    @property
    def interrupted(self) -> int | None:
        """The version up to which it has begun and is not done; None where it is."""
        return self.begun if self.begun is not None and self.begun > self.done else None


class TriggerLog:
    """The log, made where it is missing.

    Args:
        session: A session of our own, with the engine's settings.
    """

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        lookup = CatalogLookup(session)
        if lookup.find(_VIEW) is None:
            run_plainly(session, f"CREATE SCHEMA IF NOT EXISTS {SYSTEM_SCHEMA}")
            make_system_table(session, _NAME, _COLUMNS)
            run_plainly(session, f"CREATE OR REPLACE VIEW {SYSTEM_SCHEMA}.{_VIEW[-1]} AS {_VIEW_QUERY}")
        self._log: DeltaTableLog = lookup.log(_NAME)

    def progress(self, trigger: Trigger) -> TriggerProgress:
        """Return how far a trigger has got."""
        done = self._log.transaction_version(f"{trigger.id}/done")
        begun = self._log.transaction_version(f"{trigger.id}/begun")
        return TriggerProgress(begun, trigger.since if done is None else done)

    def begin(self, trigger: Trigger, found: TriggerProgress, version: int) -> bool:
        """Note that a trigger's statement is about to run for the changes up to a version.

        Args:
            trigger: The trigger.
            found: How far it had got.
            version: The version.

        Returns:
            Whether it is this process that runs it; False where another one has begun meanwhile.
        """
        return self._log.advance(f"{trigger.id}/begun", found.begun, version)

    def finish(self, trigger: Trigger, version: int) -> None:
        """Note that a trigger needs the changes up to a version no more."""
        self._log.commit_without_changes(f"{trigger.id}/done", version)

    def list(self, trigger: Trigger, stream_table_id: str) -> None:
        """List a trigger among those of a stream table, once.

        Args:
            trigger: The trigger.
            stream_table_id: The stream table's id.
        """
        key = f"{trigger.id}/{stream_table_id}"
        if self._log.transaction_version(key) is None:
            with settings_for(self._session, transaction_settings(key, 1)):
                self._append(trigger, stream_table_id, dropped=False)

    def drop(self, trigger: Trigger, stream_table_id: str) -> None:
        """Take a trigger off the list.

        Args:
            trigger: The trigger.
            stream_table_id: The stream table's id.
        """
        self._append(trigger, stream_table_id, dropped=True)

    def _append(self, trigger: Trigger, stream_table_id: str, *, dropped: bool) -> None:
        events = " OR ".join(event.value for event in trigger.events)
        texts = [
            *(stream_table_id, trigger.id, trigger.name, events),
            *(trigger.condition, trigger.old_table, trigger.new_table, trigger.statement),
        ]
        values = ", ".join("NULL" if text is None else quote_string(text) for text in texts)
        created_at = f"TIMESTAMP {quote_string(trigger.created_at)}"
        self._session.sql(
            f"INSERT INTO {_TABLE} VALUES ({values}, {created_at}, {str(dropped).lower()}, current_timestamp())"
        )

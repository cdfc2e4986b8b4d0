"""The schema ``streamtables``: what users select from, and the tables behind it.

``stream_tables`` joins the registry, which DDL writes, with the newest rows of the history, which is written in the
background. It and ``dependencies`` are views of plain SQL, so that every client of the catalog can read them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.history_row import HISTORY_COLUMNS
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables.spark.sessions.recorded_settings import PLAIN_SETTINGS
from streamtables_grammar.quoting import quote_name, quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.delta_log import DeltaTableLog

SYSTEM_SCHEMA = "streamtables"
REGISTRY = (SESSION_CATALOG, SYSTEM_SCHEMA, "registry")
STREAM_TABLES = (SESSION_CATALOG, SYSTEM_SCHEMA, "stream_tables")
"""A view; an older version made the registry itself under this name."""
DEPENDENCIES = (SESSION_CATALOG, SYSTEM_SCHEMA, "dependencies")
IMMVS = (SESSION_CATALOG, SYSTEM_SCHEMA, "pg_ivm_immv")
"""The catalog of pg_ivm, in its columns."""
HISTORY = (SESSION_CATALOG, SYSTEM_SCHEMA, "refresh_history")
REGISTRY_TABLE, HISTORY_TABLE = f"{SYSTEM_SCHEMA}.registry", f"{SYSTEM_SCHEMA}.refresh_history"

_OLD_REGISTRY_COLUMNS = {
    "id": "STRING",
    "stream_table": "STRING",
    "backing_table": "STRING",
    "refresh_mode": "STRING",
    "maintained": "STRING",
    "reason": "STRING",
    "schedule": "STRING",
    "query": "STRING",
    "sources": "ARRAY<STRING>",
    "created_at": "TIMESTAMP",
}
REGISTRY_COLUMNS = {**_OLD_REGISTRY_COLUMNS, "suspended": "BOOLEAN", "fresh_reads": "BOOLEAN"}
_DEPENDENCIES_QUERY = f"SELECT stream_table, explode(sources) AS source, id AS stream_table_id FROM {REGISTRY_TABLE}"
_STREAM_TABLES_QUERY = f"""\
WITH attempts AS (
  SELECT *, coalesce(mode, 'FAILED') IN ('FAILED', 'SKIPPED') AS undone, reason_code <=> 'CREATED_EMPTY' AS unfilled
  FROM {HISTORY_TABLE}
), newest AS (
  SELECT
    coalesce(stream_table_id, stream_table) AS owner,
    bool_or(unfilled) AS unfilled,
    max_by(struct(started_at, mode, version, data_oldest_at, data_newest_at, size_bytes, files), started_at)
      FILTER (WHERE NOT undone AND NOT unfilled) AS done,
    max_by(struct(started_at, mode, coalesce(error, reason) AS error), started_at) FILTER (WHERE undone) AS undone
  FROM attempts GROUP BY coalesce(stream_table_id, stream_table)
), joined AS (
  SELECT
    registry.*,
    coalesce(own.done, old.done) AS done,
    coalesce(own.undone, old.undone) AS undone,
    coalesce(own.unfilled, old.unfilled) AS unfilled
  FROM {REGISTRY_TABLE} AS registry
  LEFT JOIN newest AS own ON own.owner = registry.id
  LEFT JOIN newest AS old
    ON own.owner IS NULL AND old.owner = substring(registry.stream_table, {len(SESSION_CATALOG) + 2})
)
SELECT
  {", ".join(_OLD_REGISTRY_COLUMNS)},
  CASE
    WHEN suspended THEN 'suspended'
    WHEN undone.started_at > done.started_at OR done IS NULL AND undone IS NOT NULL
      THEN CASE undone.mode WHEN 'SKIPPED' THEN 'skipped' ELSE 'failed' END
    WHEN done IS NOT NULL THEN 'ok'
    WHEN unfilled THEN 'empty'
  END AS status,
  done.started_at AS last_refreshed_at,
  done.mode AS last_mode,
  unix_millis(current_timestamp()) - unix_millis(done.started_at) AS staleness_ms,
  done.data_oldest_at,
  done.data_newest_at,
  undone.started_at AS last_failed_at,
  undone.error AS last_error,
  done.version,
  done.size_bytes,
  done.files
FROM joined"""

_IMMV_QUERY = f"""\
SELECT
  stream_table AS immvrelid,
  query AS viewdef,
  NOT status <=> 'empty' AS ispopulated,
  last_refreshed_at AS lastivmupdate
FROM {SYSTEM_SCHEMA}.stream_tables WHERE refresh_mode = 'IMMEDIATE'"""


def ensure_system_tables(session: SparkSession) -> None:
    """Make what is missing of the schema, and bring what an older version made up to date.

    Each step leaves something that this function goes on from.

    Args:
        session: A session of our own.
    """
    lookup = CatalogLookup(session)
    if not lookup.schema_exists(SYSTEM_SCHEMA):
        run_plainly(session, f"CREATE SCHEMA IF NOT EXISTS {SYSTEM_SCHEMA}")
    registry, shown, dependencies, immvs = lookup.find_all([REGISTRY, STREAM_TABLES, DEPENDENCIES, IMMVS])
    old = shown is not None and not shown.is_view
    if registry is None and old:
        columns = ", ".join(_OLD_REGISTRY_COLUMNS)
        run_plainly(
            session,
            f"CREATE TABLE IF NOT EXISTS {REGISTRY_TABLE} USING delta AS "
            f"SELECT {columns}, CAST(NULL AS BOOLEAN) AS suspended, CAST(NULL AS BOOLEAN) AS fresh_reads "
            f"FROM {SYSTEM_SCHEMA}.stream_tables",
        )
    else:
        if registry is None:
            make_system_table(session, REGISTRY, _ddl(REGISTRY_COLUMNS))
        log = lookup.log(REGISTRY) if registry is None else lookup.log_of(registry)
        _add_missing_columns(session, log, REGISTRY_TABLE, REGISTRY_COLUMNS)
    for name, entry, query in (
        ("dependencies", dependencies, _DEPENDENCIES_QUERY),
        ("stream_tables", shown, _STREAM_TABLES_QUERY),
        (IMMVS[-1], immvs, _IMMV_QUERY),
    ):
        if entry is not None and entry.view_text == query:
            continue
        if name == "stream_tables":
            ensure_history(session)
        if entry is not None and not entry.is_view:
            run_plainly(session, f"DROP TABLE {SYSTEM_SCHEMA}.{name}")
        run_plainly(session, f"CREATE OR REPLACE VIEW {SYSTEM_SCHEMA}.{name} AS {query}")


def ensure_history(session: SparkSession) -> DeltaTableLog:
    """Make the history, or give one of an older version the columns that it lacks.

    Args:
        session: A session of our own.

    Returns:
        Its log.
    """
    lookup = CatalogLookup(session)
    entry = lookup.find(HISTORY)
    if entry is None:
        run_plainly(session, f"CREATE SCHEMA IF NOT EXISTS {SYSTEM_SCHEMA}")
        make_system_table(session, HISTORY, _ddl(HISTORY_COLUMNS))
    log = lookup.log(HISTORY) if entry is None else lookup.log_of(entry)
    _add_missing_columns(session, log, HISTORY_TABLE, HISTORY_COLUMNS)
    return log


def make_system_table(session: SparkSession, name: tuple[str, str, str], columns: str) -> None:
    """Make a table of the system, or take the one whose files are where it would be: of another catalog, or a lost one.

    Args:
        session: A session of our own.
        name: Its full name; the schema is there.
        columns: Its columns, as CREATE TABLE has them.
    """
    lookup = CatalogLookup(session)
    location = lookup.default_location(name)
    kept = lookup.log_at(location).exists()
    rest = f"USING delta LOCATION {quote_string(location)}" if kept else f"({columns}) USING delta"
    run_plainly(session, f"CREATE TABLE IF NOT EXISTS {quote_name(name)} {rest}")


def _add_missing_columns(session: SparkSession, log: DeltaTableLog, table: str, columns: dict[str, str]) -> None:
    there = {name.lower() for name in log.latest().schema.names}
    missing = {name: type_ for name, type_ in columns.items() if name not in there}
    if missing:
        run_plainly(session, f"ALTER TABLE {table} ADD COLUMNS ({_ddl(missing)})")


def run_plainly(session: SparkSession, statement: str) -> None:
    """Run a statement that makes a table or view of the system: it means what it says, whatever the session has set.

    Args:
        session: A session of our own.
        statement: The statement.
    """
    with settings_for(session, PLAIN_SETTINGS):
        session.sql(statement)


def _ddl(columns: dict[str, str]) -> str:
    return ", ".join(f"{name} {type_}" for name, type_ in columns.items())

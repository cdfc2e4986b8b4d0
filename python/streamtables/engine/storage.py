"""The two objects behind a stream table: the Delta table with its rows, and the view that users read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, backing_name
from streamtables.catalog.frontier import Frontier
from streamtables.engine.bind_versions import table_at
from streamtables.engine.program import Program
from streamtables.spark.catalog_lookup import MULTIPLICITY, READ_QUERY, STREAM_TABLE_ID
from streamtables.spark.column_metadata import with_comments_only
from streamtables.spark.delta_writes import commit_settings
from streamtables.spark.literals import name_sql, properties_sql, string_sql
from streamtables_grammar.names import quote_identifier
from streamtables_rewriter.bind.dialect import FaithfulSpark
from streamtables_rewriter.columns import ROWS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ROWS_VIEW = "__st_new_rows"
_OWN_PROPERTIES = {
    "delta.enableDeletionVectors": "true",
    # Folding makes checkpoints in the background; by default every tenth refresh would wait for one.
    "delta.checkpointInterval": "100",
}


def write_backing(session: SparkSession, program: Program, query: str, frontier: Frontier, *, replace: bool) -> None:
    """Create or replace the backing table and fill it, in one commit.

    Args:
        session: A session of our own.
        program: The compiled definition.
        query: The rows to store.
        frontier: What the commit records.
        replace: Whether a table of that name is replaced.
    """
    definition = program.definition
    clauses = ["USING delta"]
    if definition.partitioned_by:
        clauses.append(f"PARTITIONED BY ({', '.join(map(quote_identifier, definition.partitioned_by))})")
    if definition.clustered_by:
        clauses.append(f"CLUSTER BY ({', '.join(map(quote_identifier, definition.clustered_by))})")
    if definition.location is not None:
        clauses.append(f"LOCATION {string_sql(definition.location)}")
    if definition.comment is not None:
        clauses.append(f"COMMENT {string_sql(definition.comment)}")
    clauses.append(f"TBLPROPERTIES {properties_sql(_backing_properties(program))}")
    verb = "CREATE OR REPLACE TABLE" if replace else "CREATE TABLE"
    rows = with_comments_only(session, query, _ROWS_VIEW)
    statement = f"{verb} {name_sql(definition.backing)} {' '.join(clauses)} AS {rows}"
    with commit_settings(
        session,
        user_metadata=frontier.to_json(),
        transaction_id=frontier.stream_table_id,
        transaction_version=frontier.refresh_number,
    ):
        session.sql(statement)


def write_view(session: SparkSession, program: Program, *, replace: bool) -> None:
    """Create or replace the view that shows a stream table's rows.

    Args:
        session: A session of our own, under the definition's settings.
        program: The compiled definition.
        replace: Whether a view of that name is replaced.
    """
    definition = program.definition
    columns = ", ".join(
        quote_identifier(column.name) + (f" COMMENT {string_sql(column.comment)}" if column.comment else "")
        for column in definition.columns
    )
    comment = f" COMMENT {string_sql(definition.comment)}" if definition.comment is not None else ""
    properties = properties_sql({STREAM_TABLE_ID: definition.id, READ_QUERY: read_query(program)})
    verb = "CREATE OR REPLACE VIEW" if replace else "CREATE VIEW"
    session.sql(
        f"{verb} {name_sql(definition.name)} ({columns}){comment} TBLPROPERTIES {properties} AS {view_query(program)}"
    )


def drop_storage(session: SparkSession, name: tuple[str, ...]) -> None:
    """Drop the view and the backing table of a stream table, whichever is there.

    Args:
        session: A session of our own.
        name: Full name of the stream table.
    """
    session.sql(f"DROP VIEW IF EXISTS {name_sql(name)}")
    session.sql(f"DROP TABLE IF EXISTS {name_sql(backing_name(name))}")


def view_query(program: Program) -> str:
    """Return the query of the view: exactly the user's columns and rows."""
    backing = table_at(program.definition.backing, None)
    if program.plan is not None:
        view: str = program.plan.view(backing).sql(dialect=FaithfulSpark)
        return view
    return _outputs(program.definition).from_(backing).sql(dialect=FaithfulSpark)


def read_query(program: Program) -> str:
    """Return the query by which another stream table reads this one: as users do, or rows as stored, with a count."""
    if program.plan is None or program.plan.layout != "rows":
        return view_query(program)
    return _outputs(program.definition).from_(table_at(program.definition.backing, None)).sql(dialect=FaithfulSpark)


def _outputs(definition: Definition) -> exp.Select:
    return exp.select(
        *(
            exp.alias_(
                exp.column(exp.to_identifier(column.stored, quoted=True)),
                exp.to_identifier(column.name, quoted=True),
            )
            for column in definition.columns
        )
    )


def _backing_properties(program: Program) -> dict[str, str]:
    definition = program.definition
    properties = {**_OWN_PROPERTIES, **definition.properties}
    properties[DEFINITION_PROPERTY] = definition.to_json()
    if program.plan is not None and program.plan.layout == "rows":
        properties[MULTIPLICITY] = ROWS
    return properties

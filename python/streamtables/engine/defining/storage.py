"""The two objects behind a stream table: the Delta table with its rows, and the view that users read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, backing_name
from streamtables.catalog.frontier import Frontier
from streamtables.engine.programs.bind_versions import table_at
from streamtables.engine.programs.program import Program
from streamtables.engine.writing.committing import committing, on_definition
from streamtables.errors import DefinitionError
from streamtables.spark.lookup.catalog_lookup import (
    DEFINITION_VERSION,
    MULTIPLICITY,
    READ_QUERY,
    STREAM_TABLE_ID,
    CatalogLookup,
)
from streamtables.spark.lookup.column_metadata import with_comments_only
from streamtables_grammar.quoting import quote_identifier, quote_name, quote_properties, quote_string
from streamtables_rewriter.sql.columns import ROWS
from streamtables_rewriter.sql.dialect import FaithfulSpark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ROWS_VIEW = "__st_new_rows"
_OWN_PROPERTIES = {
    "delta.enableDeletionVectors": "true",
    # Compaction makes checkpoints in the background; by default every tenth refresh would wait for one.
    "delta.checkpointInterval": "100",
}


def write_backing(
    session: SparkSession,
    program: Program,
    query: str,
    frontier: Frontier,
    *,
    replaced: str | None,
    kept: Mapping[str, str],
) -> None:
    """Create or replace the backing table and fill it, in one commit.

    Delta finds out in its own transaction whether the table is still the one that is to be replaced. A folder that a
    killed statement left behind, without a table in the catalog, is taken over.

    Args:
        session: A session of our own.
        program: The compiled definition.
        query: The rows to store.
        frontier: What the commit records.
        replaced: The text of the definition that is replaced; None where there is no table.
        kept: The properties of the table that is replaced which are its users' own.
    """
    definition = program.definition
    clauses = ["USING delta"]
    if definition.partitioned_by:
        clauses.append(f"PARTITIONED BY ({', '.join(map(quote_identifier, definition.partitioned_by))})")
    if definition.clustered_by:
        clauses.append(f"CLUSTER BY ({', '.join(map(quote_identifier, definition.clustered_by))})")
    if definition.location is not None:
        clauses.append(f"LOCATION {quote_string(definition.location)}")
    if definition.comment is not None:
        clauses.append(f"COMMENT {quote_string(definition.comment)}")
    clauses.append(f"TBLPROPERTIES {quote_properties(_backing_properties(program, kept))}")
    # What lies in a folder that the user has named is the user's, unless it is a table of ours.
    verb = "CREATE TABLE" if replaced is None and definition.location is not None else "CREATE OR REPLACE TABLE"
    rows = with_comments_only(session, query, _ROWS_VIEW)
    statement = f"{verb} {quote_name(definition.backing)} {' '.join(clauses)} AS {rows}"
    with committing(session, frontier, replaced):
        session.sql(statement)


def write_view(session: SparkSession, program: Program) -> None:
    """Create the view that shows a stream table's rows, or replace that of an earlier definition.

    Args:
        session: A session of our own, under the definition's settings.
        program: The compiled definition.

    Raises:
        DefinitionError: ``STREAM_TABLE_EXISTS``: the name is that of something else by now.
    """
    definition = program.definition
    properties = {
        STREAM_TABLE_ID: definition.id,
        DEFINITION_VERSION: str(definition.version),
        READ_QUERY: read_query(program),
    }
    _put_view(session, definition, properties, view_query(program))


def show_version(session: SparkSession, program: Program, version: int) -> None:
    """Let the view of a stream table show one version of the rows, while the table behind it is replaced.

    Whoever reads meanwhile, or after a statement that was killed half-way, sees the rows that were there before. That
    the view belongs to no version of the definition tells the next statement to put it right.

    Args:
        session: A session of our own, under the definition's settings.
        program: The compiled definition of these rows.
        version: The version of the backing table.
    """
    definition = program.definition
    properties = {STREAM_TABLE_ID: definition.id, READ_QUERY: read_query(program)}
    _put_view(session, definition, properties, view_query(program, version))


def _put_view(session: SparkSession, definition: Definition, properties: Mapping[str, str], query: str) -> None:
    columns = ", ".join(
        quote_identifier(column.name) + (f" COMMENT {quote_string(column.comment)}" if column.comment else "")
        for column in definition.columns
    )
    comment = f" COMMENT {quote_string(definition.comment)}" if definition.comment is not None else ""
    name = quote_name(definition.name)
    rest = f"{name} ({columns}){comment} TBLPROPERTIES {quote_properties(properties)} AS {query}"
    entry = CatalogLookup(session).find(definition.name)
    if entry is None:
        # Without REPLACE the catalog itself refuses the name if somebody has taken it meanwhile.
        session.sql(f"CREATE VIEW {rest}")
    elif entry.stream_table_id is None:
        kind = "view" if entry.is_view else "table"
        raise DefinitionError("STREAM_TABLE_EXISTS", {"name": definition.display_name, "kind": kind})
    else:
        session.sql(f"CREATE OR REPLACE VIEW {rest}")


def drop_view(session: SparkSession, name: tuple[str, ...]) -> None:
    """Drop the view of a stream table, if there is one: what else has its name stays.

    Args:
        session: A session of our own.
        name: Full name of the stream table.
    """
    entry = CatalogLookup(session).find(name)
    if entry is not None and entry.stream_table_id is not None:
        session.sql(f"DROP VIEW IF EXISTS {quote_name(name)}")


def set_definition(
    session: SparkSession, found: str, after: Definition, properties: Mapping[str, str] | None = None
) -> None:
    """Give a backing table another definition, in a commit without rows.

    Args:
        session: A session of our own.
        found: The text of the definition that it has.
        after: The definition; the table has its name.
        properties: What is set besides.
    """
    pairs = quote_properties({**(properties or {}), DEFINITION_PROPERTY: after.to_json()})
    with on_definition(session, found):
        session.sql(f"ALTER TABLE {quote_name(after.backing)} SET TBLPROPERTIES {pairs}")


def drop_backing(session: SparkSession, name: tuple[str, ...], stream_table_id: str) -> None:
    """Drop the backing table of a stream table, if it is this one's.

    Args:
        session: A session of our own.
        name: Full name of the stream table.
        stream_table_id: Its id.
    """
    lookup = CatalogLookup(session)
    entry = lookup.find(backing_name(name))
    if entry is None or entry.is_view:
        return
    text = lookup.log_of(entry).latest().properties.get(DEFINITION_PROPERTY)
    if text is not None and Definition.from_json(text).id == stream_table_id:
        session.sql(f"DROP TABLE IF EXISTS {quote_name(entry.name)}")


def view_query(program: Program, version: int | None = None) -> str:
    """Return the query of the view: exactly the user's columns and rows.

    Args:
        program: The compiled definition.
        version: The version of the backing table; None for the newest.

    Returns:
        SQL text.
    """
    backing = table_at(program.definition.backing, version)
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


def _backing_properties(program: Program, kept: Mapping[str, str]) -> dict[str, str]:
    definition = program.definition
    properties = {**_OWN_PROPERTIES, **kept, **definition.properties}
    properties[DEFINITION_PROPERTY] = definition.to_json()
    if program.plan is not None and program.plan.layout == "rows":
        properties[MULTIPLICITY] = ROWS
    return properties

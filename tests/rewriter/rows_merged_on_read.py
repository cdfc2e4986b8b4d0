"""Exchanging rows by their places on DuckDB, as ``streamtables.engine.writing.merge_on_read`` does on Delta."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
from sqlglot import exp

from streamtables_rewriter.merge.merge_on_read import BECOMES, FILE, GONE, NUMBER, POSITION
from streamtables_rewriter.sql.columns import ROWS, relation
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.template import Template

_PLACED, _NUMBERED, _UNMET = "__placed", "__numbered", "__unmet"


def merge_on_read(
    connection: duckdb.DuckDBPyConnection, template: DeltaTemplate, render: Callable[[exp.Expr], str]
) -> None:
    """Bring the rows of ``__changes`` into the table ``__backing``, without the template's MERGE.

    Args:
        connection: The database.
        template: Has ``copies`` or ``merge_on_read``.
        render: Writes a tree for DuckDB.

    Raises:
        AssertionError: More copies of a row went than were stored.
    """

    def query(asked: Template, changes: str) -> str:
        tables = {PlaceholderKind.BACKING: _PLACED, PlaceholderKind.CHANGES: changes}
        return render(asked.bind({p: relation(tables[p.kind]) for p in asked.placeholders}))

    connection.execute(f"""
        CREATE OR REPLACE TABLE {_NUMBERED} AS SELECT *, row_number() OVER () AS {NUMBER} FROM __changes;
        CREATE OR REPLACE VIEW {_PLACED} AS SELECT *, 'file' AS {FILE}, rowid AS {POSITION} FROM __backing
    """)
    found = template.copies if template.merge_on_read is None else template.merge_on_read.matched
    assert found is not None
    connection.execute(f"CREATE OR REPLACE TABLE __found AS {query(found, _NUMBERED)}")
    if template.merge_on_read is None:
        copies = f"coalesce((SELECT sum({ROWS}) FROM __found f WHERE f.{NUMBER} = n.{NUMBER}), 0)"
        left = f"SELECT * EXCLUDE {NUMBER} REPLACE ({ROWS} + {copies} AS {ROWS}) FROM {_NUMBERED} n"
        connection.execute(f"CREATE OR REPLACE TABLE __came AS FROM ({left}) WHERE {ROWS} <> 0")
        fewer = connection.execute(f"SELECT * FROM __came WHERE {ROWS} < 0").fetchall()
        assert not fewer, f"more copies went than were stored: {fewer}"
        hidden = "true"
    else:
        hidden = f"{GONE} OR {BECOMES} IS NOT NULL"
        connection.execute(f"""
            CREATE OR REPLACE VIEW {_UNMET} AS
            SELECT * EXCLUDE {NUMBER} FROM {_NUMBERED} WHERE {NUMBER} NOT IN (SELECT {NUMBER} FROM __found);
            CREATE OR REPLACE TABLE __came AS SELECT * FROM __backing LIMIT 0;
            INSERT INTO __came BY NAME SELECT unnest({BECOMES}) FROM __found WHERE {BECOMES} IS NOT NULL;
            INSERT INTO __came BY NAME {query(template.merge_on_read.not_matched, _UNMET)}
        """)
    connection.execute(f"""
        INSERT INTO __backing BY NAME FROM __came;
        DELETE FROM __backing WHERE rowid IN (SELECT {POSITION} FROM __found WHERE {hidden})
    """)

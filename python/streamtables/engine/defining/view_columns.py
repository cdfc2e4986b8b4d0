"""The columns of views as a definition knows them: others may come and go without a change of what is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted
from streamtables.errors import SourceError
from streamtables.spark.lookup.analysis import ANALYSIS_ERRORS, analyse
from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_rewriter.plan.relations import Table, View

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.lookup.catalog_lookup import CatalogLookup

_UNRESOLVED = "UNRESOLVED_"


def as_recorded(now: Table | View | None, recorded: View) -> Table | View | None:
    """Show of a view the columns that a definition was made with, so that ``*`` over it does not grow.

    Args:
        now: What the view's name stands for now.
        recorded: The view when the definition was made.

    Returns:
        The view itself where its columns are the same; one over it without its new columns, in the recorded order, and
        without those that are gone.
    """
    if not isinstance(now, View) or now.columns == recorded.columns:
        return now
    current = {column.lower(): column for column in now.columns}
    kept = tuple(current[column.lower()] for column in recorded.columns if column.lower() in current)
    if not kept:
        return now
    shown, named = (", ".join(map(quote_identifier, columns)) for columns in (kept, now.columns))
    # The view's text may end in a comment.
    return View(now.name, f"SELECT {shown} FROM ({now.query}\n) AS `__st_view`({named})", kept, now.namespace)


def gone_columns(lookup: CatalogLookup, definition: Definition) -> dict[tuple[str, ...], frozenset[str]]:
    """Find the columns of tables and views that a definition was made with and that are no longer there.

    Args:
        lookup: Finds tables.
        definition: The definition.

    Returns:
        The lower-case names of such columns, by the table's or view's full name; views first, below which tables lie.
    """
    gone = {}
    for relation in sorted(definition.relations.values(), key=lambda one: isinstance(one, Table)):
        now = lookup.resolve(relation.name)
        if now is not None:
            lost = _names(relation) - _names(now)
            if lost:
                gone[relation.name] = frozenset(lost)
    return gone


def require_columns(session: SparkSession, lookup: CatalogLookup, definition: Definition) -> None:
    """Check that the columns are there that a query uses, where some are gone that it may use.

    Args:
        session: A session under the definition's settings; its current schema becomes the definition's.
        lookup: Finds tables.
        definition: The definition.

    Raises:
        SourceError: ``SOURCE_COLUMN_MISSING``: the query uses a column that is gone.
        ANALYSIS_ERRORS: Spark does not accept the query any more for another reason.
    """
    gone = gone_columns(lookup, definition)
    if not gone:
        return
    session.sql(f"USE {quote_name(definition.namespace)}")
    try:
        found = {column.name.lower() for column in analyse(session, definition.query).columns}
    except ANALYSIS_ERRORS as error:
        condition, parameters = error.getCondition() or "", error.getMessageParameters() or {}
        if not condition.startswith(_UNRESOLVED):
            raise
        missing = _missing(gone, parameters.get("objectName", "").replace("`", "").split(".")[-1:])
        raise SourceError("SOURCE_COLUMN_MISSING", missing) from error
    lacking = [name for name in definition.query_names if name.lower() not in found]
    if lacking:
        raise SourceError("SOURCE_COLUMN_MISSING", _missing(gone, lacking))


def _missing(gone: Mapping[tuple[str, ...], frozenset[str]], wanted: Iterable[str]) -> dict[str, str]:
    """Name the column that is gone, and what it was of."""
    for column in wanted:
        for name, columns in gone.items():
            if column.lower() in columns:
                return {"source": dotted(name[1:]), "column": column}
    name, columns = next(iter(gone.items()))
    return {"source": dotted(name[1:]), "column": ", ".join(sorted(columns))}


def _names(relation: Table | View) -> set[str]:
    if isinstance(relation, View):
        return {column.lower() for column in relation.columns}
    return {column.name.lower() for column in relation.columns}

"""The table behind a stream table is no source: it holds groups in parts and equal rows once, with a count."""

from __future__ import annotations

import re

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, dotted
from streamtables.errors import DefinitionError
from streamtables.spark.lookup.analysis import AnalysedQuery
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import CreateStreamTable


def refuse_backing_tables(
    lookup: CatalogLookup, analysed: AnalysedQuery, statement: CreateStreamTable, text: str
) -> None:
    """Refuse a query that reads the table behind a stream table: by name, by path, through a view, or a copy of it.

    Args:
        lookup: Finds tables.
        analysed: What Spark says of the query.
        statement: The CREATE statement.
        text: The text it was read from.

    Raises:
        DefinitionError: BACKING_TABLE_AS_SOURCE, naming the stream table to read instead.
    """
    for name in analysed.direct:
        log = _delta_log(lookup, name)
        found = None if log is None else log.latest().properties.get(DEFINITION_PROPERTY)
        if found is None:
            continue
        shown = name[-1] if is_path(name) else dotted(name[1:])
        owner = Definition.from_json(found).display_name
        raise DefinitionError(
            "BACKING_TABLE_AS_SOURCE",
            {"table": shown, "name": owner},
            span=_place(name[-1], statement, text),
            hint=f"Read {owner}.",
        )


def _delta_log(lookup: CatalogLookup, name: tuple[str, ...]) -> DeltaTableLog | None:
    if is_path(name):
        return lookup.log(name)
    entry = lookup.find(name)
    return lookup.log_of(entry) if entry is not None and entry.provider == "delta" and not entry.is_view else None


def _place(name: str, statement: CreateStreamTable, text: str) -> SourceSpan:
    """Return where the name stands in the query; the whole query where a view hides it."""
    span = statement.query.span
    found = re.compile(re.escape(name), re.IGNORECASE).search(text, span.start, span.stop)
    return span if found is None else SourceSpan.at(text, found.start(), found.end())

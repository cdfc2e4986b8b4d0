"""Getting a table ready for its next refresh, out of the user's way.

A commit under a refresh number asks Delta which numbers it has seen, for which Delta reads the table's whole log in a
Spark job of its own, once a version. Asked soon after the refresh that made the version, the next refresh finds the
answer; a process that ends with its first refresh does not ask.
"""

from __future__ import annotations

from streamtables.catalog.definition import backing_name
from streamtables.catalog.stored_state import full_name_of
from streamtables.engine.context import Engine
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_writes import small_change
from streamtables_grammar.names import QualifiedName


def prepare_later(engine: Engine, name: QualifiedName) -> None:
    """Get a stream table ready for its next refresh, in the background.

    Args:
        engine: The engine.
        name: Full name of the stream table.
    """
    engine.for_next_statement(_prepare, name)


def _prepare(engine: Engine, name: QualifiedName) -> None:
    with engine.open_session({}) as session, settings_for(session, small_change(session, 0)):
        lookup = CatalogLookup(session)
        backing = lookup.find(backing_name(full_name_of(lookup, name)))
        if backing is not None:
            lookup.log_of(backing).latest().compute_state(session)

"""Having Spark analyse the generated delta SQL before a stream table relies on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from streamtables.engine.programs.bindings import bindings_of, delta_view
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import stored_rows_sql
from streamtables.errors import InternalError
from streamtables.spark.failures.failure_kind import tells_of_sql
from streamtables.spark.lookup.analysis import ANALYSIS_ERRORS
from streamtables.spark.statements.java_errors import internal_failure
from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_rewriter.sql.columns import WEIGHT, relation

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_STORED_VIEW = "__st_stored"


def delta_problem(session: SparkSession, program: Program) -> InternalError | None:
    """Analyse the recomputing query, and the delta query for the case that every source changed.

    Args:
        session: A session of our own, under the definition's settings.
        program: The compiled definition.

    Returns:
        DELTA_NOT_ANALYSED with Spark's complaint, or with what failed before Spark saw it; None if all is well.
    """
    if program.plan is None:
        return None
    sources = program.plan.bound.sources
    views = [delta_view(source.index) for source in sources]
    try:
        for source, view in zip(sources, views, strict=True):
            columns = "".join(f"{quote_identifier(name)}, " for name in source.used)
            empty = f"SELECT {columns}CAST(1 AS BIGINT) AS {WEIGHT} FROM {quote_name(source.table.name)} WHERE false"
            session.sql(empty).createOrReplaceTempView(view)
        session.sql(stored_rows_sql(program, lambda _: None)).createOrReplaceTempView(_STORED_VIEW)
        if not sources and not program.plan.uses_now:
            return None
        changes = program.template(frozenset(source.index for source in sources), False).changes
        session.sql(replace(bindings_of(program), backing=relation(_STORED_VIEW)).sql(changes))
    except Exception as error:
        if not tells_of_sql(error):
            raise
        complaint = str(error).strip().split("\n", 1)[0] if isinstance(error, ANALYSIS_ERRORS) else repr(error)
        problem = internal_failure(error) or complaint
        refused = InternalError("DELTA_NOT_ANALYSED", {"problem": problem})
        refused.__cause__ = error
        return refused
    finally:
        for view in (*views, _STORED_VIEW):
            session.catalog.dropTempView(view)
    return None


def raise_if_defect(error: Exception, name: str) -> None:
    """Raise an error of ours in the place of a Java exception that tells of a defect in the delta SQL.

    Args:
        error: What a refresh raised.
        name: The stream table, as users write it.

    Raises:
        InternalError: Spark's own code failed on the SQL.
    """
    problem = internal_failure(error)
    if problem is not None:
        hint = f"REFRESH STREAM TABLE {name} FULL recomputes it; in REFRESH MODE AUTO that happens by itself."
        raise InternalError("DELTA_FAILED", {"name": name, "problem": problem}, hint=hint) from error

"""From a CREATE statement to a definition: Spark judges the query, the rewriter says how it can be maintained."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.definition import (
    Definition,
    FullOnly,
    OutputColumn,
    RelationRecorder,
    dotted,
    table_key,
)
from streamtables.engine.defining.backing_sources import refuse_backing_tables
from streamtables.engine.defining.char_columns import refuse_mixed_lengths
from streamtables.engine.defining.placement import stored_columns
from streamtables.engine.defining.properties import check_properties
from streamtables.engine.defining.user_defined_functions import record_functions
from streamtables.engine.programs.options import Options
from streamtables.engine.programs.program import placed_apply
from streamtables.errors import DefinitionError, InternalError
from streamtables.spark.failures.failure_kind import tells_of_sql
from streamtables.spark.failures.redacted_errors import redacted_text
from streamtables.spark.lookup.analysis import ANALYSIS_ERRORS, AnalysedQuery, SparkTypeOracle, analyse
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import reading_setting, recorded_settings
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.plain_text import plain_text
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import CreateStreamTable, RefreshMode
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.compile import StreamPlan, compile_query
from streamtables_rewriter.errors import InternalRewriterError, InvalidQueryError, UnsupportedQueryError
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.plan.relations import Relations, Table, UserFunction
from streamtables_rewriter.sql.columns import RESERVED_PREFIX, storable_names

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]

_ESCAPED_LITERALS = "spark.sql.parser.escapedStringLiterals"
_QUOTED_IDENTIFIERS = "spark.sql.ansi.doubleQuotedIdentifiers"
_STRICT = (RefreshMode.DIFFERENTIAL, RefreshMode.IMMEDIATE)
_FUNCTION_ORDER = "spark.sql.functionResolution.sessionOrder"
_VOLATILE_CONDITION = "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION"
_INVALID_EVERYWHERE = (
    "LIMIT_WITHOUT_ORDER_BY",
    "RESERVED_NAME",
    "DUPLICATE_OUTPUT_NAME",
    "APPEND_IMPOSSIBLE",
)


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """How a query can be maintained.

    Attributes:
        plan: The stream plan, or None.
        full_only: Why there is none, or None.
        relations: Everything that the query names.
        types: The type oracle's answers.
        defect: What showed a defect of ours, where that is why there is none; else None.
    """

    plan: StreamPlan | None
    full_only: FullOnly | None
    relations: RelationRecorder
    types: Mapping[str, tuple[str, ...]]
    defect: StreamTableError | None = None


def define(
    open_session: OpenSession, session: SparkSession, statement: CreateStreamTable, text: str
) -> tuple[Definition, QueryPlan]:
    """Make the definition that a CREATE statement asks for. Nothing is written.

    Args:
        open_session: Lends a session of our own under given settings.
        session: The user's session.
        statement: The statement.
        text: The text it was read from, for positions.

    Returns:
        The definition, and how its query can be maintained.

    Raises:
        DefinitionError: The definition cannot be.
        UnsupportedQueryError: A strict mode was asked for and the query cannot be maintained so.
        StreamTableError: What else the rewriter finds wrong.
        pyspark.errors.PySparkException: Spark does not accept the query.
    """
    check_properties(statement)
    lookup = CatalogLookup(session)
    name = lookup.full_name(statement.name.parts)
    analysed = analyse(session, _at_its_place(statement, text))
    refuse_backing_tables(lookup, analysed, statement, text)
    _refuse_unfit(analysed, statement)
    _refuse_shadowing(session, analysed, statement)
    names = _output_names(analysed, statement)
    settings = recorded_settings(session)
    query_text = engine_text(session, statement.query.text)
    namespace = lookup.current_namespace()
    strict = statement.refresh_mode in _STRICT
    try:
        # What the rewriter asks about is text of ours, which the user's settings must not touch.
        with open_session(settings) as own:
            query = plan_query(
                own,
                query_text,
                lookup,
                namespace,
                names,
                settings,
                properties=dict(statement.properties),
                functions=analysed.functions,
                placed=bool(statement.partitioned_by or statement.clustered_by),
                strict=strict,
            )
    except StreamTableError as error:
        moved = _moved(error, statement, text, same_text=query_text == statement.query.text)
        if moved is error:
            raise
        raise moved from error
    query = _trust(query, analysed, strict=strict)
    stored = _stored_columns(query.plan, names)
    comments = {spec.name: spec.comment for spec in statement.columns}
    columns = tuple(
        OutputColumn(shown, kept, column.type, comments.get(shown))
        for shown, kept, column in zip(names, stored, analysed.columns, strict=True)
    )
    relations = _all_relations(query.relations, analysed)
    definition = Definition(
        id=str(uuid.uuid4()),
        version=1,
        name=name,
        query=query_text,
        namespace=namespace,
        settings=settings,
        columns=columns,
        query_names=tuple(column.name for column in analysed.columns),
        mode=statement.refresh_mode,
        schedule=statement.schedule,
        relations=relations.found,
        base_tables=tuple(dotted(r.name) for r in relations.found.values() if _is_delta(r)),
        types=query.types,
        full_only=query.full_only,
        comment=statement.comment,
        partitioned_by=stored_columns(statement.partitioned_by, columns, "PARTITIONED BY", statement.span),
        clustered_by=stored_columns(statement.clustered_by, columns, "CLUSTER BY", statement.span),
        location=statement.location,
        properties=dict(statement.properties),
        created_at=datetime.now(timezone.utc).isoformat(),
        functions=record_functions(session, analysed.functions),
    )
    return definition, query


def plan_query(
    session: SparkSession,
    text: str,
    relations: Relations,
    namespace: Sequence[str],
    names: Sequence[str],
    settings: Mapping[str, str],
    *,
    properties: Mapping[str, str],
    functions: Iterable[UserFunction],
    placed: bool,
    strict: bool,
) -> QueryPlan:
    """Find out how a query can be maintained.

    Args:
        session: Answers for types; of our own, under the settings.
        text: The query.
        relations: Answers for names.
        namespace: Catalog and schema for names that are not full.
        names: The output names.
        settings: The settings that decide the query's meaning.
        properties: The stream table's properties.
        functions: The users' functions that it calls, those called by their bodies included.
        placed: Whether the stream table is partitioned or clustered.
        strict: Whether to raise instead of falling back to recomputing.

    Returns:
        The plan, or the reason why the query can only be recomputed.

    Raises:
        DefinitionError: A property has a value that it cannot have.
        UnsupportedQueryError: ``strict``, and the query cannot be maintained.
        InvalidQueryError: The query is refused in every mode.
    """
    options = Options.of(properties)
    recorder = RelationRecorder(relations)
    oracle = SparkTypeOracle(session)
    functions = tuple(functions)
    try:
        _check_reading(settings)
        bound = bind_query(
            text,
            recorder,
            namespace=namespace,
            case_sensitive=settings.get("spark.sql.caseSensitive") == "true",
            column_names=names,
            functions=functions,
            clock=True,
        )
        _check_functions(functions, bound)
        refuse_mixed_lengths(CatalogLookup(session), bound)
        plan = compile_query(
            bound,
            oracle,
            algebraic_floats=options.algebraic_floats,
            ansi=settings.get("spark.sql.ansi.enabled") == "true",
            apply=placed_apply(options, placed=placed),
        )
    except InvalidQueryError as error:
        if error.condition.name in _INVALID_EVERYWHERE:
            raise
        return _fall_back(recorder, error, strict=strict)
    except (UnsupportedQueryError, InternalRewriterError, InternalError) as error:
        return _fall_back(recorder, error, strict=strict)
    except Exception as error:
        if not tells_of_sql(error):
            # What passes is no property of the query, and not to be stored with it.
            raise
        # What Spark says of its statements stands behind its exception's name.
        problem = redacted_text(error) if isinstance(error, ANALYSIS_ERRORS) else repr(error)
        failed = InternalError("REWRITER_FAILED", {"problem": problem})
        failed.__cause__ = error
        return _fall_back(recorder, failed, strict=strict)
    return QueryPlan(plan, None, recorder, oracle.answers)


def redefine_relations(lookup: CatalogLookup, definition: Definition, *, all_columns: bool = False) -> dict[str, Table]:
    """Return the recorded tables with the types their columns have now.

    Args:
        lookup: Finds tables.
        definition: The definition.
        all_columns: Whether columns that came since are among them, which ``*`` must not see.

    Returns:
        The tables by dotted name.
    """
    tables: dict[str, Table] = {}
    for name, relation in definition.relations.items():
        if not isinstance(relation, Table):
            continue
        now = lookup.resolve(relation.name)
        if isinstance(now, Table):
            recorded = {column.name.lower() for column in relation.columns}
            kept = tuple(column for column in now.columns if all_columns or column.name.lower() in recorded)
            tables[name] = replace(now, columns=kept)
    return tables


def _check_reading(settings: Mapping[str, str]) -> None:
    """Refuse settings under which Spark puts a text together in another way than the rewriter does."""
    setting = reading_setting(settings)
    if setting is not None:
        raise UnsupportedQueryError("UNSUPPORTED_QUERY.SETTING", {"construct": setting})


def _check_functions(functions: Iterable[UserFunction], bound: BoundQuery) -> None:
    """Refuse what bodies of functions hide, and an aggregate that was not read as one."""
    for function in functions:
        name = {"construct": dotted(function.name[-2:])}
        if function.reads_tables:
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.FUNCTION_READS_TABLES", name)
        if not function.deterministic:
            raise UnsupportedQueryError(_VOLATILE_CONDITION, name)
        if function.is_aggregate and function not in bound.functions:
            raise InternalError("READING_DIFFERS", {"problem": f"{name['construct']} is an aggregate"})


def _fall_back(recorder: RelationRecorder, error: StreamTableError, *, strict: bool) -> QueryPlan:
    if strict:
        raise error
    condition = error.condition.name
    reason = error.condition.render(error.parameters).rstrip(".")
    full_only = FullOnly(condition, reason, condition == _VOLATILE_CONDITION)
    return QueryPlan(None, full_only, recorder, {}, error if error.condition.is_defect else None)


def _trust(query: QueryPlan, analysed: AnalysedQuery, *, strict: bool) -> QueryPlan:
    """Hold the rewriter's reading against Spark's; where they differ, only recomputing is safe."""
    if query.plan is not None:
        visible = sorted((c for c in query.plan.stored if c.output is not None), key=lambda c: c.output or 0)
        by_output = {column.output: column.type for column in visible}
        types = [by_output.get(index) for index in range(len(analysed.columns))]
        expected = [column.type for column in analysed.columns]
        problem = f"types {types} were expected to be {expected}" if types != expected else None
        known = {table_key(found.name) for found in query.relations.found.values()}
        unseen = [dotted(table) for table in analysed.tables if table_key(table) not in known]
        if unseen:
            problem = f"Spark also reads {', '.join(unseen)}"
        if not analysed.deterministic:
            problem = "Spark finds the query not deterministic"
        if problem is not None:
            return _fall_back(query.relations, InternalError("READING_DIFFERS", {"problem": problem}), strict=strict)
        return query
    if query.full_only is not None and not analysed.deterministic:
        return replace(query, full_only=replace(query.full_only, volatile=True))
    return query


def _at_its_place(statement: CreateStreamTable, text: str) -> str:
    """Return the query with blanks before it, so that Spark's positions are those of the user's text."""
    before = text[: statement.query.span.start]
    return "".join("\n" if character == "\n" else " " for character in before) + statement.query.text


def engine_text(session: SparkSession, query: str) -> str:
    """Return a text as the engine's sessions read it: those never have the settings that change what quotes mean.

    Args:
        session: The user's session.
        query: A query, or another statement.

    Returns:
        The text.
    """

    def is_on(name: str) -> bool:
        return str(session.conf.get(name)).lower() == "true"

    return plain_text(
        query,
        escaped_literals=is_on(_ESCAPED_LITERALS),
        quoted_identifiers=is_on(_QUOTED_IDENTIFIERS) and is_on("spark.sql.ansi.enabled"),
    )


def _moved(error: StreamTableError, statement: CreateStreamTable, text: str, *, same_text: bool) -> StreamTableError:
    """Move an error's position from the query to the whole statement."""
    if error.span is None:
        return error
    offset = statement.query.span.start
    if same_text:
        span = SourceSpan.at(text, error.span.start + offset, error.span.stop + offset)
    else:
        span = statement.query.span
    return type(error)(error.condition.name, error.parameters, span=span, hint=error.hint)


def _refuse_unfit(analysed: AnalysedQuery, statement: CreateStreamTable) -> None:
    if analysed.temporary:
        raise DefinitionError(
            "TEMPORARY_SOURCE",
            {"view": analysed.temporary[0]},
            span=statement.query.span,
            hint="create a view or a table, or write the query in its place",
        )
    for column in analysed.columns:
        for kind in ("interval", "void"):
            if kind in column.type.replace("`", " ").split(":")[-1] or f"<{kind}" in column.type:
                raise DefinitionError(
                    "UNSTORABLE_TYPE",
                    {"column": column.name, "type": column.type},
                    span=statement.query.span,
                    hint="cast the column to a type that can be stored",
                )


def _refuse_shadowing(session: SparkSession, analysed: AnalysedQuery, statement: CreateStreamTable) -> None:
    """Refuse temporary functions that take the names of Spark's own: the engine's sessions call Spark's own."""
    if analysed.shadowing and session.conf.get(_FUNCTION_ORDER, None) == "first":
        raise DefinitionError(
            "SHADOWING_FUNCTION",
            {"function": analysed.shadowing[0]},
            span=statement.query.span,
            hint=f"register it under another name, or set {_FUNCTION_ORDER} to second",
        )


def _output_names(analysed: AnalysedQuery, statement: CreateStreamTable) -> list[str]:
    names = [column.name for column in analysed.columns]
    if statement.columns:
        if len(statement.columns) != len(names):
            raise DefinitionError(
                "COLUMN_COUNT_MISMATCH",
                {"given": str(len(statement.columns)), "found": str(len(names))},
                span=statement.columns[0].span,
            )
        names = [spec.name for spec in statement.columns]
    seen: set[str] = set()
    for name in names:
        if name.lower().startswith(RESERVED_PREFIX):
            raise DefinitionError(
                "RESERVED_COLUMN", {"column": name}, span=statement.query.span, hint="give the column another name"
            )
        if name.lower() in seen:
            raise DefinitionError(
                "DUPLICATE_OUTPUT_COLUMN",
                {"column": name},
                span=statement.query.span,
                hint="give one of them another name with AS",
            )
        seen.add(name.lower())
    return names


def _stored_columns(plan: StreamPlan | None, names: Sequence[str]) -> list[str]:
    if plan is None:
        return list(storable_names(names))
    by_output = {column.output: column.name for column in plan.stored if column.output is not None}
    return [by_output[index] for index in range(len(names))]


def _all_relations(recorder: RelationRecorder, analysed: AnalysedQuery) -> RelationRecorder:
    """Add the tables that Spark saw and the rewriter, stopping early, did not."""
    inlined = {table_key(found.name) for found in recorder.found.values()}
    for table in analysed.tables:
        if table_key(table) not in inlined:
            recorder.resolve(table)
    return recorder


def _is_delta(relation: object) -> bool:
    return isinstance(relation, Table) and relation.maintainable is None

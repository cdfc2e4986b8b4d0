"""Spark's own reading of a query: validity, names, types, determinism, the tables it reads, the functions it calls."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException
from sqlglot import exp

from streamtables.spark.jvm import scala
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.lookup.catalog_lookup import STREAM_TABLE_ID, column_types
from streamtables_rewriter.plan.relations import ColumnType, FunctionKind, UserFunction
from streamtables_rewriter.sql.dialect import FaithfulSpark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_DELTA_PACKAGE = "org.apache.spark.sql.delta."
ANALYSIS_ERRORS = (PySparkException,)
"""What Spark raises for a query that it does not accept."""


@dataclass(frozen=True, slots=True)
class AnalysedQuery:
    """What Spark says of a query.

    Attributes:
        columns: Output names and types.
        deterministic: Whether every expression is.
        tables: Full names of the tables and views that it reads, path tables as ``delta`` and path, other files as
            their format and path.
        temporary: Names of temporary views among them.
        functions: The users' own functions that it calls, those called by their bodies included.
        shadowing: Names of temporary functions among them that Spark's own functions have, too.
        direct: Those of the tables that are not read through a stream table.
    """

    columns: tuple[ColumnType, ...]
    deterministic: bool
    tables: tuple[tuple[str, ...], ...]
    temporary: tuple[str, ...]
    functions: tuple[UserFunction, ...] = ()
    shadowing: tuple[str, ...] = ()
    direct: tuple[tuple[str, ...], ...] = ()


def analyse(session: SparkSession, query: str) -> AnalysedQuery:
    """Have Spark analyse a query without running it.

    Args:
        session: The session under whose settings it is read.
        query: The query's text.

    Returns:
        What Spark found.

    Raises:
        pyspark.errors.PySparkException: Spark's own error if the query is not valid.
    """
    frame = session.sql(query)
    jvm: Any = session._jvm
    # With common table expressions in their places, those that nothing refers to are gone.
    inline = scala.java_class(jvm, "org.apache.spark.sql.catalyst.optimizer.InlineCTE")(True, False)
    plan: Any = inline.apply(frame._jdf.queryExecution().analyzed())
    tables: dict[tuple[str, ...], None] = {}
    temporary: dict[str, None] = {}
    direct: dict[tuple[str, ...], None] = {}
    _collect_tables(plan, tables, temporary, direct)
    called = json.loads(JvmBridge.of(session).functions.called(plan))
    return AnalysedQuery(
        columns=column_types(frame.schema),
        deterministic=_is_deterministic(plan),
        tables=tuple(tables),
        temporary=tuple(temporary),
        functions=tuple(dict.fromkeys(map(_users_function, called))),
        shadowing=tuple(facts["name"] for facts in called if facts["shadows"]),
        direct=tuple(direct),
    )


def function_meaning(session: SparkSession, function: UserFunction) -> str | None:
    """Return what can be known of a function's meaning.

    Args:
        session: The session that would call it.
        function: The function.

    Returns:
        Class, resources and text of a stored function; nothing of a temporary one; None if there is no such function.
    """
    functions: Any = JvmBridge.of(session).functions
    java_session: Any = session._jsparkSession
    state = java_session.sessionState()
    if len(function.name) == 1:
        return "" if functions.has(state, function.name[0]) else None
    meaning = functions.meaning(state, *function.name[-2:])
    return None if meaning is None else str(meaning)


class SparkTypeOracle:
    """Answers the rewriter's questions for types by Spark's analysis, and remembers the answers.

    Args:
        session: The session to ask.
        known: Answers from before, by the query's text.
    """

    def __init__(self, session: SparkSession | None, known: dict[str, tuple[str, ...]] | None = None) -> None:
        self._session = session
        self.answers: dict[str, tuple[str, ...]] = dict(known or {})

    def types(self, query: exp.Query) -> tuple[str, ...]:
        """Return the type of each output column of ``query``.

        Raises:
            LookupError: There is no remembered answer and no session to ask.
        """
        text = query.sql(dialect=FaithfulSpark)
        if text not in self.answers:
            if self._session is None:
                raise LookupError(text)
            schema = self._session.sql(text).schema
            self.answers[text] = tuple(field.dataType.simpleString() for field in schema.fields)
        return self.answers[text]


def _users_function(facts: dict[str, Any]) -> UserFunction:
    name = tuple(facts["name"].split("."))
    return UserFunction(name, FunctionKind(facts["kind"]), facts["deterministic"], facts["reads_tables"])


def _is_deterministic(plan: Any) -> bool:
    pending = [plan]
    while pending:
        node = pending.pop()
        if not node.deterministic():
            return False
        pending.extend(scala.to_list(node.children()))
        pending.extend(scala.to_list(node.subqueries()))
    return True


def _collect_tables(
    plan: Any,
    tables: dict[tuple[str, ...], None],
    temporary: dict[str, None],
    direct: dict[tuple[str, ...], None],
) -> None:
    pending = [(plan, False)]
    while pending:
        node, inside = pending.pop()
        kind = str(node.getClass().getSimpleName())
        name = None
        if kind == "View":
            description = node.desc()
            name = _table_name(description.identifier())
            if bool(node.isTempView()):
                temporary[name[-1]] = None
                name = None
            inside = inside or bool(description.properties().contains(STREAM_TABLE_ID))
        elif kind == "LogicalRelation" and node.catalogTable().isDefined():
            name = _table_name(node.catalogTable().get().identifier())
        elif kind == "LogicalRelation" and (folder := _folder(node.relation())) is not None:
            name = folder
        elif kind == "SubqueryAlias" and _names_a_path(node):
            name = ("delta", str(node.identifier().name()))
        elif kind == "HiveTableRelation":
            name = _table_name(node.tableMeta().identifier())
        if name is not None:
            tables[name] = None
            if not inside:
                direct[name] = None
        inner = (*scala.to_list(node.children()), *scala.to_list(node.subqueries()))
        pending.extend((below, inside) for below in inner)


def _folder(relation: Any) -> tuple[str, ...] | None:
    """Return format and path of files that are read without a table; None for those of a Delta table."""
    if str(relation.getClass().getSimpleName()) != "HadoopFsRelation":
        return None
    index = relation.location()
    if str(index.getClass().getName()).startswith(_DELTA_PACKAGE):
        return None
    paths = scala.to_list(index.rootPaths())
    return (str(relation.fileFormat().toString()).lower(), str(paths[0]) if paths else "/")


def _names_a_path(alias: Any) -> bool:
    qualifier = [str(part) for part in scala.to_list(alias.identifier().qualifier())]
    return qualifier[-1:] == ["delta"] and "/" in str(alias.identifier().name())


def _table_name(identifier: Any) -> tuple[str, ...]:
    database = identifier.database()
    catalog = identifier.catalog()
    parts = [str(catalog.get())] if catalog.isDefined() else ["spark_catalog"]
    if database.isDefined():
        parts.append(str(database.get()))
    return (*parts, str(identifier.table()))

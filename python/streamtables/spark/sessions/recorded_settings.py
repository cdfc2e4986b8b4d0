"""The settings that decide what a query means: recorded as Spark's views record them, and put in force again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.sessions.engine_settings import ENGINE_SETTINGS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ALWAYS = (
    "spark.sql.ansi.enabled",
    "spark.sql.session.timeZone",
    "spark.sql.caseSensitive",
    "spark.sql.decimalOperations.allowPrecisionLoss",
    "spark.sql.mapKeyDedupPolicy",
    "spark.sql.timestampType",
)
"""Recorded whether or not they are Spark's defaults."""
_COMPLETE = "spark.sql.timestampType"
"""Recorded wherever all settings are: a definition without it was made when only five were."""
_REFUSING = ("spark.sql.variable.substitute",)
"""What is decided when a view is made: its text is kept as it was read."""
_KEPT = ("spark.sql.sources.partitionColumnTypeInference.", "spark.sql.sources.validatePartitionColumns")
_WITHOUT_MEANING = (
    *("adaptive.", "analyzer.", "artifact.", "autoBroadcast", "broadcast", "bucketing.", "cache.", "cartesianProduct"),
    # Fetching rows over JDBC sets it.
    "binaryOutputStyle",
    *("catalog.", "cbo.", "classic.", "cli.", "codegen.", "columnVector.", "connect.", "constraintPropagation."),
    *(
        "crossJoin.",
        "datetime.java8API.",
        "debug.",
        "defaultCacheStorageLevel",
        "defaultCatalog",
        "defaultPath",
        "defaultSizeInBytes",
    ),
    *("error.", "event.", "exchange.", "execution.", "extendedExplain", "extensions", "fileSource.", "files.", "hive."),
    *("inMemory", "insertInto", "join.", "leafNode", "limit.", "maven.", "maxBroadcast", "maxMetadata", "maxPlan"),
    *("maxSinglePartition", "metadataCache", "objectHashAggregate.", "optimize", "path.", "pipelines.", "planner."),
    *(
        "pyspark.",
        "queryExecutionListeners",
        "redaction.",
        "repl.",
        "requireAllClusterKeys",
        "runSQLOnFiles",
        "rowLevel",
    ),
    *("scripting.", "session.localRelation", "shuffle", "sort.", "sources.", "stackTraces", "statistics.", "stats."),
    *(
        "storeAssignmentPolicy",
        "streaming.",
        "subexpressionElimination.",
        "subquery.",
        "thriftServer.",
        "thriftserver.",
    ),
    *("ui.", "view.", "warehouse.", "window.", "windowExec."),
)
"""How settings go on, behind ``spark.sql.``, that say how a query runs, where tables are, or what is shown."""
_FORMATS = re.compile(
    r"spark\.sql\.(avro|csv|json|orc|parquet|xml)\.\w*"
    r"(batch|bufferPool|compression|deflate|level|outputTimestampType|pushdown|vectorized|write|xz|zstandard)",
    re.IGNORECASE,
)
_READ_OTHERWISE: Mapping[str, str] = {
    "spark.sql.ansi.relationPrecedence": "false",
    "spark.sql.groupByAliases": "true",
    "spark.sql.groupByOrdinal": "true",
    # The rewriter writes decimals with the types that they have otherwise.
    "spark.sql.legacy.allowNegativeScaleOfDecimal": "false",
    "spark.sql.legacy.ctePrecedencePolicy": "EXCEPTION",
    "spark.sql.legacy.duplicateBetweenInput": "false",
    # The rewriter knows the type that a grouping id has otherwise.
    "spark.sql.legacy.integerGroupingId": "false",
    "spark.sql.legacy.parser.havingWithoutGroupByAsWhere": "false",
    "spark.sql.legacy.setopsPrecedence.enabled": "false",
    "spark.sql.orderByOrdinal": "true",
    "spark.sql.parser.quotedRegexColumnNames": "false",
    "spark.sql.parser.singleCharacterPipeOperator.enabled": "true",
    # The rewriter writes types that it knows as Spark shows them, where TIMESTAMP has a time zone.
    "spark.sql.timestampType": "TIMESTAMP_LTZ",
}
"""Settings under which Spark puts a text together in another way than the rewriter does, with the value for its way."""
PLAIN_SETTINGS: Mapping[str, str] = {
    **_READ_OTHERWISE,
    "spark.sql.ansi.enabled": "true",
    "spark.sql.caseSensitive": "false",
}
"""Under which SQL of our own means what it says, whatever the session has."""
_VIEW_PREFIX = "view.sqlConfig."


def recorded_settings(session: SparkSession) -> dict[str, str]:
    """Return what a definition made in a session records.

    Args:
        session: The user's session.

    Returns:
        Every setting of Spark's SQL that differs from Spark's default and may decide what a query means, and those
        that are always recorded.
    """
    changed = {
        name: value
        for name, value in JvmBridge.of(session).view_settings(session).items()
        if _has_meaning(name) and name not in ENGINE_SETTINGS
    }
    return changed | {name: str(session.conf.get(name)) for name in _ALWAYS}


def with_meaning(recorded: Mapping[str, str]) -> dict[str, str]:
    """Return those of a definition's settings that may decide what its query means: earlier releases recorded more.

    Args:
        recorded: What the definition records.

    Returns:
        Names and values.
    """
    return {name: value for name, value in recorded.items() if name in _ALWAYS or _has_meaning(name)}


def in_force(session: SparkSession, recorded: Mapping[str, str]) -> dict[str, str | None]:
    """Return the settings that make a session mean what a definition's did, whatever the application was started with.

    Args:
        session: A session of our own.
        recorded: What the definition records, and perhaps more.

    Returns:
        Settings to set, None for those to take away.
    """
    if _COMPLETE not in recorded:
        return dict(recorded)
    bridge = JvmBridge.of(session)
    if bridge.inherited is None:
        fresh = bridge.view_settings_of_new_session(session)
        bridge.inherited = frozenset(n for n in fresh if _has_meaning(n) and n not in ENGINE_SETTINGS)
    return dict.fromkeys(bridge.inherited - recorded.keys()) | dict(recorded)


def reading_setting(settings: Mapping[str, str]) -> str | None:
    """Return a setting under which the rewriter cannot read a query, as SQL sets it; None if there is none.

    Args:
        settings: What a definition records.

    Returns:
        Name and value.
    """
    for name, plain in _READ_OTHERWISE.items():
        value = settings.get(name, plain)
        if value.lower() != plain.lower():
            return f"{name} = {value}"
    return None


def view_difference(session: SparkSession, properties: Mapping[str, str]) -> str | None:
    """Return a setting under which a view means something else than its text would mean here.

    Args:
        session: The session whose settings the definition has.
        properties: The view's properties.

    Returns:
        Name and value as the view has them; None if there is no such setting.
    """
    bridge = JvmBridge.of(session)
    here = {**bridge.view_settings(session), **ENGINE_SETTINGS}
    here = {name: value for name, value in here.items() if _has_meaning(name)}
    there = {
        name.removeprefix(_VIEW_PREFIX): value for name, value in properties.items() if name.startswith(_VIEW_PREFIX)
    }
    for name in sorted(here.keys() | {name for name in there if _has_meaning(name)}):
        if here.get(name) == there.get(name) or name in _REFUSING:
            continue
        default = bridge.default_setting(name)
        if here.get(name, default).lower() != there.get(name, default).lower():
            return f"{name} = {there.get(name, default)}"
    return None


def _has_meaning(name: str) -> bool:
    if name.startswith(_KEPT):
        return True
    rest = name.removeprefix("spark.sql.")
    return rest != name and not rest.startswith(_WITHOUT_MEANING) and _FORMATS.match(name) is None

"""Which table properties a stream table may have: ours, those of Delta that refreshes can live with, and the user's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from streamtables.catalog.definition import DEFINITION_PROPERTY, FRESH_READS_PROPERTY, FUSE_PROPERTY
from streamtables.catalog.triggers import TRIGGER_CHOICES, TRIGGER_PREFIX, TRIGGERS_PROPERTY
from streamtables.engine.programs.options import APPLY_PROPERTY, FLOAT_SUMS_PROPERTY, FULL_FRACTION_PROPERTY, Options
from streamtables.errors import DefinitionError
from streamtables.spark.lookup.catalog_lookup import MULTIPLICITY, READ_QUERY, STREAM_TABLE_ID
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import CreateStreamTable

_PREFIX = "streamtables."
_SETTABLE = (
    APPLY_PROPERTY,
    FLOAT_SUMS_PROPERTY,
    FRESH_READS_PROPERTY,
    FULL_FRACTION_PROPERTY,
    FUSE_PROPERTY,
    TRIGGERS_PROPERTY,
)
_OURS = (DEFINITION_PROPERTY, MULTIPLICITY, READ_QUERY, STREAM_TABLE_ID)
_LIKE_OUR_PREFIX = re.compile(r"(streamtables?|stream[_-]tables?)\.", re.IGNORECASE)
_RESERVED_BY_SPARK = frozenset(
    {"collation", "external", "is_managed_location", "location", "owner", "provider", "table_type"}
)


@dataclass(frozen=True, slots=True)
class _Breaking:
    """A property of Delta that a stream table cannot have.

    Attributes:
        pattern: Matches its name in lower case; Delta reads names in any case.
        harmless: Values, in lower case, that change nothing.
        reason: What would go wrong, as a sentence's end.
    """

    pattern: re.Pattern[str]
    harmless: frozenset[str]
    reason: str


_BREAKING = tuple(
    _Breaking(re.compile(pattern), frozenset(harmless), reason)
    for pattern, harmless, reason in (
        (r"delta\.appendonly", {"false"}, "refreshes delete and replace rows"),
        (
            r"delta\.columnmapping\..*",
            {"none"},
            "a rebuild gives the columns other ids, and output columns may have any name without it",
        ),
        (r"delta\.constraints\..*", set(), "groups are stored in parts, of which each may fail what their sum meets"),
        (r"delta\.settransactionretentionduration", set(), "refresh numbers must be kept as long as the table"),
        (
            r"delta\.(coordinatedcommits\..*|feature\.(catalogmanaged|catalogowned|coordinatedcommits).*)",
            set(),
            "refreshes read the table's own log, and others would keep its newest commits elsewhere",
        ),
    )
)

_KEPT_OF_DELTA = re.compile(
    r"delta\.(autooptimize\..*|checkpointinterval|dataskippingnumindexedcols|deletedfileretentionduration|"
    r"enablechangedatafeed|enabledeletionvectors|logretentionduration|parquet\..*|randomizefileprefixes|"
    r"targetfilesize|tunefilesizesforrewrites)"
)
"""What of Delta's properties users set, in lower case; Delta keeps its own notes among the others."""
_USE_DELTA = "Leave it out; the table behind a stream table is maintained by refreshes alone."
_INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "collation": "Write COLLATE in the query.",
        "location": "Write the clause LOCATION '<path>'.",
    }
)


def check_properties(statement: CreateStreamTable) -> None:
    """Refuse table properties that mean nothing, that are not the user's to set, or that break refreshes.

    Args:
        statement: A CREATE statement.

    Raises:
        DefinitionError: UNKNOWN_TABLE_PROPERTY, RESERVED_TABLE_PROPERTY, UNFIT_TABLE_PROPERTY, or
            INVALID_TABLE_PROPERTY for a value that the property cannot have.
    """
    spans = dict(zip((key for key, _ in statement.properties), statement.property_spans, strict=False))
    for key, value in statement.properties:
        _check(key, value, spans.get(key))
    try:
        Options.of(dict(statement.properties))
    except DefinitionError as error:
        span = spans.get(error.parameters["property"])
        raise DefinitionError(error.condition.name, error.parameters, span=span, hint=error.hint) from None


def users_properties(properties: Mapping[str, str]) -> dict[str, str]:
    """Pick the properties that a table keeps when another definition takes its place.

    Args:
        properties: All that the backing table has.

    Returns:
        Those that are its users' own, and its triggers; ours come from the definition.

    Examples:
        >>> users_properties({"team": "sales", "streamtables.apply": "merge", "delta.columnMapping.maxColumnId": "7"})
        {'team': 'sales'}
    """
    return {key: value for key, value in properties.items() if _is_users(key.lower())}


def _is_users(lowered: str) -> bool:
    if lowered.startswith("delta."):
        return _KEPT_OF_DELTA.fullmatch(lowered) is not None
    if lowered.startswith(TRIGGER_PREFIX):
        return True
    ours = lowered.startswith(_PREFIX) or lowered in ("clusteringcolumns", *_RESERVED_BY_SPARK)
    return not ours


def _check(key: str, value: str, span: SourceSpan | None) -> None:
    lowered = key.lower()
    if key == TRIGGERS_PROPERTY and value.lower() not in TRIGGER_CHOICES:
        parameters = {"property": key, "value": value, "expected": f"one of {', '.join(TRIGGER_CHOICES)}"}
        raise DefinitionError("INVALID_TABLE_PROPERTY", parameters, span=span)
    if key in _SETTABLE:
        return
    if key in _OURS or lowered.startswith(TRIGGER_PREFIX):
        raise DefinitionError("RESERVED_TABLE_PROPERTY", {"property": key, "owner": "streamtables"}, span=span)
    if lowered.startswith(_PREFIX) or _is_misspelt(lowered):
        raise DefinitionError("UNKNOWN_TABLE_PROPERTY", {"property": key}, span=span, hint=_nearest(lowered))
    if lowered in _RESERVED_BY_SPARK:
        raise DefinitionError(
            "RESERVED_TABLE_PROPERTY", {"property": key, "owner": "Spark"}, span=span, hint=_INSTEAD.get(lowered)
        )
    for breaking in _BREAKING:
        if breaking.pattern.fullmatch(lowered) and value.lower() not in breaking.harmless:
            raise DefinitionError(
                "UNFIT_TABLE_PROPERTY",
                {"property": key, "value": value, "reason": breaking.reason},
                span=span,
                hint=_USE_DELTA,
            )


def _is_misspelt(lowered: str) -> bool:
    """Return whether a name with a prefix like ours ends like one of ours; other names are the user's own."""
    return _LIKE_OUR_PREFIX.match(lowered) is not None and bool(_near(lowered))


def _near(lowered: str) -> list[str]:
    word = lowered.partition(".")[2]
    endings = [name.removeprefix(_PREFIX) for name in _SETTABLE]
    return get_close_matches(word, endings, n=1, cutoff=0.6)


def _nearest(lowered: str) -> str:
    near = [f"{_PREFIX}{ending}" for ending in _near(lowered)]
    return f"Write {near[0]}." if near else f"The properties of stream tables are {', '.join(_SETTABLE)}."

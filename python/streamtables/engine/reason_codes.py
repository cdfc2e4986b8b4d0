"""The codes behind the reasons that a refresh gives: what programs can ask for, whatever the sentence says."""

from __future__ import annotations

from enum import Enum


class ReasonCode(Enum):
    """Why a refresh ran as it did, or did not run; the value says when it is given."""

    CREATED = "INITIAL: CREATE STREAM TABLE filled the table"
    CREATED_EMPTY = "INITIAL: it was created WITH NO DATA"
    FIRST_REFRESH = "INITIAL: the first refresh of a table that was created WITH NO DATA"

    SOURCES_CHANGED = "DIFFERENTIAL: sources changed"
    TIME_PASSED = "DIFFERENTIAL: the query has a filter on time, and time has passed"

    REQUESTED = "DIFFERENTIAL or FULL: the statement asks for this mode"
    REFRESH_MODE = "DIFFERENTIAL or FULL: it is the table's refresh mode"

    NOT_MAINTAINABLE = "FULL, or FAILED where DIFFERENTIAL is asked for: the query can only be recomputed"
    LARGE_CHANGE = "FULL: too large a share of a source changed"
    LARGE_WINDOWS = "FULL: window functions would be evaluated anew over too large a share of a source"
    CHEAPER_BEFORE = "FULL: recomputing was cheaper in the table's own history"
    TRIAL = "FULL: recomputing may be cheaper, and is tried once"
    SPREAD_CHANGE = "FULL: the changes are spread, so that a differential refresh would read more"
    DELTA_FAILED = "FULL: the differential refresh failed, and the mode is AUTO or IMMEDIATE"
    SOURCE_REPLACED = "FULL: what changed in a source cannot be told (created again, vacuumed, columns replaced)"
    DEFINITION_CHANGED = (
        "FULL: a type, a view or a function that the query uses has changed, or ALTER gave it another query"
    )
    STORED_ROWS_EDITED = "FULL: another writer has changed the stored rows"
    STORED_STATE_LOST = "FULL: the stored rows cannot be carried on (no frontier, or not of this definition)"

    NOTHING_CHANGED = "NO_CHANGE: no source has changed"
    NOTHING_USED_CHANGED = "NO_CHANGE: the changes touch no row or column that the query uses"
    NOTHING_TIMED_OUT = "NO_CHANGE: no row came or went with time"
    MIGRATED = "NO_CHANGE: ALTER gave it another query, whose rows were made from the stored ones, without the sources"
    EXISTS = "NO_CHANGE: IF NOT EXISTS found the table"

    UPSTREAM_FAILED = "SKIPPED: a stream table that it reads could not be refreshed"
    SUSPENDED = "SKIPPED: the table is suspended, ALTER STREAM TABLE ... RESUME ends that"
    FUSE_BLOWN = "SKIPPED: more of a source changed than `streamtables.fuse` allows, so the table is suspended"
    UNFILLED = "SKIPPED: an IMMEDIATE table was created WITH NO DATA, and REFRESH STREAM TABLE fills it first"
    SCHEMA_DROPPED = "SKIPPED: the table's schema was dropped, so it is forgotten"

    SOURCE_MISSING = "FAILED: a source, a used column of it or a function is gone"
    NEWER_RELEASE = "FAILED: a newer release of streamtables has made the table, or one that it reads"
    CONFLICT = "FAILED: somebody else kept refreshing the table"
    STATE_CORRUPTED = "FAILED: the stored rows do not fit the changes; REFRESH ... FULL rebuilds them"
    SYSTEM_FAILED = "FAILED: memory, a disk, a file or the metastore was not there"
    CANCELLED = "FAILED: the user cancelled it"
    QUERY_FAILED = "FAILED: Spark could not run the query"
    INTERNAL_ERROR = "INITIAL, FULL or FAILED: a defect of streamtables; the history keeps its stack trace"

"""The statements, as frozen values. Each carries the span of the text it was built from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan


class RefreshMode(Enum):
    """How a stream table asks to be refreshed."""

    AUTO = "AUTO"
    DIFFERENTIAL = "DIFFERENTIAL"
    FULL = "FULL"
    IMMEDIATE = "IMMEDIATE"


@dataclass(frozen=True, slots=True)
class ScheduleEvery:
    """Refresh whenever the table is older than ``interval``."""

    interval: timedelta
    text: str


@dataclass(frozen=True, slots=True)
class ScheduleCron:
    """Refresh at the times of a cron expression; ``time_zone`` is an IANA name or None for the session's."""

    expression: str
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class ScheduleOnChange:
    """Refresh when a source has a new version, and no more often than ``at_most`` says."""

    at_most: ScheduleEvery | None = None


@dataclass(frozen=True, slots=True)
class ScheduleDownstream:
    """Refresh when a stream table below needs it."""


@dataclass(frozen=True, slots=True)
class ScheduleNone:
    """Refresh only on request."""


Schedule = ScheduleEvery | ScheduleCron | ScheduleOnChange | ScheduleDownstream | ScheduleNone


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """A name, and perhaps a comment, that CREATE gives an output column."""

    name: str
    comment: str | None
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Query:
    """A query as the user wrote it. ``span.start`` moves positions in ``text`` to positions in the statement."""

    text: str
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class CreateStreamTable:
    """CREATE [OR REPLACE] STREAM TABLE [IF NOT EXISTS] ... AS query; places of properties are no part of equality."""

    name: QualifiedName
    query: Query
    span: SourceSpan
    or_replace: bool = False
    if_not_exists: bool = False
    columns: tuple[ColumnSpec, ...] = ()
    comment: str | None = None
    partitioned_by: tuple[str, ...] = ()
    clustered_by: tuple[str, ...] = ()
    location: str | None = None
    properties: tuple[tuple[str, str], ...] = ()
    refresh_mode: RefreshMode = RefreshMode.AUTO
    schedule: Schedule = ScheduleNone()
    with_data: bool = True
    property_spans: tuple[SourceSpan, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RefreshStreamTable:
    """REFRESH STREAM TABLE name [, name ...] [FULL | DIFFERENTIAL] [WITHOUT UPSTREAM] [CASCADE]."""

    names: tuple[QualifiedName, ...]
    span: SourceSpan
    mode: RefreshMode | None = None
    upstream: bool = True
    cascade: bool = False


@dataclass(frozen=True, slots=True)
class RefreshStreamTables:
    """REFRESH STREAM TABLES [IN schema]."""

    span: SourceSpan
    schema: QualifiedName | None = None


@dataclass(frozen=True, slots=True)
class SetRefreshMode:
    """ALTER ... SET REFRESH MODE m."""

    mode: RefreshMode


@dataclass(frozen=True, slots=True)
class SetSchedule:
    """ALTER ... SET SCHEDULE s."""

    schedule: Schedule


@dataclass(frozen=True, slots=True)
class Suspend:
    """ALTER ... SUSPEND."""


@dataclass(frozen=True, slots=True)
class Resume:
    """ALTER ... RESUME."""


@dataclass(frozen=True, slots=True)
class RenameTo:
    """ALTER ... RENAME TO name."""

    name: QualifiedName


@dataclass(frozen=True, slots=True)
class SetProperties:
    """ALTER ... SET TBLPROPERTIES (...)."""

    properties: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetQuery:
    """ALTER ... AS query."""

    query: Query


AlterAction = SetRefreshMode | SetSchedule | Suspend | Resume | RenameTo | SetProperties | SetQuery


@dataclass(frozen=True, slots=True)
class AlterStreamTable:
    """ALTER STREAM TABLE name action."""

    name: QualifiedName
    action: AlterAction
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class DropStreamTable:
    """DROP STREAM TABLE [IF EXISTS] name [CASCADE]."""

    name: QualifiedName
    span: SourceSpan
    if_exists: bool = False
    cascade: bool = False


@dataclass(frozen=True, slots=True)
class ShowStreamTables:
    """SHOW STREAM TABLES [IN schema] [LIKE pattern]."""

    span: SourceSpan
    schema: QualifiedName | None = None
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class DescribeStreamTable:
    """DESCRIBE STREAM TABLE name."""

    name: QualifiedName
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class ShowCreateStreamTable:
    """SHOW CREATE STREAM TABLE name."""

    name: QualifiedName
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Explain:
    """EXPLAIN {CREATE STREAM TABLE ... | REFRESH STREAM TABLE name | ALTER STREAM TABLE ...}."""

    statement: CreateStreamTable | RefreshStreamTable | AlterStreamTable
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class ShowRefreshHistory:
    """SHOW REFRESH HISTORY [FOR name] [LIMIT n]."""

    span: SourceSpan
    name: QualifiedName | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class VerifyStreamTable:
    """VERIFY STREAM TABLE name [, ...] [SAMPLE n PERCENT]."""

    names: tuple[QualifiedName, ...]
    span: SourceSpan
    percent: float | None = None


@dataclass(frozen=True, slots=True)
class VerifyStreamTables:
    """VERIFY STREAM TABLES [IN schema] [SAMPLE n PERCENT]."""

    span: SourceSpan
    schema: QualifiedName | None = None
    percent: float | None = None


class TriggerEvent(Enum):
    """What a trigger waits for."""

    INSERT = "INSERT"
    UPDATE = "UPDATE"
    DELETE = "DELETE"


@dataclass(frozen=True, slots=True)
class CreateTrigger:
    """CREATE [OR REPLACE] TRIGGER name AFTER events ON STREAM TABLE table ... AS statement."""

    name: QualifiedName
    table: QualifiedName
    events: tuple[TriggerEvent, ...]
    body: Query
    span: SourceSpan
    or_replace: bool = False
    old_table: str | None = None
    new_table: str | None = None
    condition: Query | None = None


@dataclass(frozen=True, slots=True)
class DropTrigger:
    """DROP TRIGGER [IF EXISTS] name ON STREAM TABLE table."""

    name: QualifiedName
    table: QualifiedName
    span: SourceSpan
    if_exists: bool = False


@dataclass(frozen=True, slots=True)
class ShowTriggers:
    """SHOW TRIGGERS [ON STREAM TABLE name]."""

    span: SourceSpan
    table: QualifiedName | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of CALL: a literal's Python value, and its name if it was given by name."""

    name: str | None
    value: str | int | float | bool | None
    span: SourceSpan
    value_span: SourceSpan


@dataclass(frozen=True, slots=True)
class CallProcedure:
    """CALL of one of our procedures; ``procedure`` is lower case."""

    procedure: str
    arguments: tuple[Argument, ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class CreateImmv:
    """CALL create_immv(name, query): the statement that it stands for answers with a row count."""

    create: CreateStreamTable
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class RefreshImmv:
    """CALL refresh_immv(name, with_data)."""

    name: QualifiedName
    with_data: bool
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class GetImmvDefinition:
    """CALL get_immv_def(name)."""

    name: QualifiedName
    span: SourceSpan


Statement = (
    CreateStreamTable
    | RefreshStreamTable
    | RefreshStreamTables
    | AlterStreamTable
    | DropStreamTable
    | ShowStreamTables
    | DescribeStreamTable
    | ShowCreateStreamTable
    | Explain
    | ShowRefreshHistory
    | VerifyStreamTable
    | VerifyStreamTables
    | CreateTrigger
    | DropTrigger
    | ShowTriggers
    | CallProcedure
    | CreateImmv
    | RefreshImmv
    | GetImmvDefinition
)

"""Procedures that stand for statements, called as the functions of pg_trickle and of pg_ivm are.

Names, order and meaning of the arguments follow the SQL reference of pg_trickle, and the README of pg_ivm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from streamtables_grammar.durations import schedule_of
from streamtables_grammar.embedded_text import read_name, read_name_and_columns, read_query
from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import (
    AlterAction,
    AlterStreamTable,
    Argument,
    CallProcedure,
    CreateImmv,
    CreateStreamTable,
    DropStreamTable,
    GetImmvDefinition,
    Query,
    RefreshImmv,
    RefreshMode,
    RefreshStreamTable,
    Resume,
    ScheduleNone,
    SetQuery,
    SetRefreshMode,
    SetSchedule,
    Statement,
    Suspend,
)

_STATES: Mapping[str, AlterAction] = MappingProxyType({"ACTIVE": Resume(), "PAUSED": Suspend(), "SUSPENDED": Suspend()})
_TYPES: Mapping[type, str] = MappingProxyType({str: "a string", bool: "true or false"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a procedure.

    Attributes:
        name: Its name, lower case.
        type: Python type of its values.
        required: Whether it must be given, and not be NULL.
    """

    name: str
    type: type
    required: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure and the statement that it stands for.

    Attributes:
        parameters: Its parameters, in order.
        build: Makes the statement.
    """

    parameters: tuple[Parameter, ...]
    build: Callable[[_Given], Statement]


@dataclass(frozen=True, slots=True)
class _Given:
    """The arguments of one call, checked; those that are NULL are left out."""

    call: CallProcedure
    arguments: Mapping[str, Argument]

    def name(self) -> QualifiedName:
        argument = self.arguments["name"]
        return read_name(str(argument.value), argument.value_span)

    def query(self) -> Query:
        argument = self.arguments["query"]
        return read_query(str(argument.value), argument.value_span)

    def mode(self) -> RefreshMode:
        argument = self.arguments["refresh_mode"]
        return RefreshMode(self.choice(argument, [mode.value for mode in RefreshMode]))

    def is_set(self, name: str) -> bool:
        argument = self.arguments.get(name)
        return argument is not None and bool(argument.value)

    def choice(self, argument: Argument, values: list[str]) -> str:
        value = str(argument.value).upper()
        if value not in values:
            parameters = {"argument": str(argument.value), "expected": ", ".join(values)}
            raise StreamSqlSyntaxError("INVALID_ARGUMENT", parameters, span=argument.value_span)
        return value


def _create(given: _Given) -> CreateStreamTable:
    schedule, mode = given.arguments.get("schedule"), given.arguments.get("refresh_mode")
    initialize = given.arguments.get("initialize")
    return CreateStreamTable(
        name=given.name(),
        query=given.query(),
        span=given.call.span,
        refresh_mode=RefreshMode.AUTO if mode is None else given.mode(),
        schedule=ScheduleNone() if schedule is None else schedule_of(schedule),
        with_data=initialize is None or bool(initialize.value),
    )


def _alter(given: _Given) -> AlterStreamTable:
    changes = [argument for name, argument in given.arguments.items() if name != "name"]
    if not changes:
        needed = ", ".join(parameter.name for parameter in PROCEDURES["alter_stream_table"].parameters[1:])
        raise _error("MISSING_ARGUMENT", given.call, {"argument": f"one of {needed}"})
    if len(changes) > 1:
        first, second = sorted(name for name in given.arguments if name != "name")[:2]
        hint = "A call changes one thing: what another one would change could no longer be taken back."
        parameters = {"first": first, "second": second}
        raise StreamSqlSyntaxError("CONFLICTING_CLAUSES", parameters, span=changes[1].span, hint=hint)
    action: AlterAction
    if "query" in given.arguments:
        action = SetQuery(given.query())
    elif "schedule" in given.arguments:
        action = SetSchedule(schedule_of(given.arguments["schedule"]))
    elif "refresh_mode" in given.arguments:
        action = SetRefreshMode(given.mode())
    else:
        action = _STATES[given.choice(given.arguments["status"], list(_STATES))]
    return AlterStreamTable(given.name(), action, given.call.span)


def _drop(given: _Given) -> DropStreamTable:
    return DropStreamTable(
        given.name(), given.call.span, if_exists=given.is_set("if_exists"), cascade=given.is_set("cascade")
    )


def _refresh(given: _Given) -> RefreshStreamTable:
    return RefreshStreamTable((given.name(),), given.call.span)


def _create_immv(given: _Given) -> CreateImmv:
    argument = given.arguments["name"]
    name, columns = read_name_and_columns(str(argument.value), argument.value_span)
    create = CreateStreamTable(
        name, given.query(), given.call.span, columns=columns, refresh_mode=RefreshMode.IMMEDIATE
    )
    return CreateImmv(create, given.call.span)


def _refresh_immv(given: _Given) -> RefreshImmv:
    return RefreshImmv(given.name(), given.is_set("with_data"), given.call.span)


def _get_immv_def(given: _Given) -> GetImmvDefinition:
    return GetImmvDefinition(given.name(), given.call.span)


_NAME = Parameter("name", str, required=True)
_CHANGEABLE = (Parameter("schedule", str), Parameter("refresh_mode", str))
PROCEDURES: Mapping[str, Procedure] = MappingProxyType(
    {
        "create_stream_table": Procedure(
            (_NAME, Parameter("query", str, required=True), *_CHANGEABLE, Parameter("initialize", bool)), _create
        ),
        "alter_stream_table": Procedure(
            (_NAME, Parameter("query", str), *_CHANGEABLE, Parameter("status", str)), _alter
        ),
        "drop_stream_table": Procedure((_NAME, Parameter("if_exists", bool), Parameter("cascade", bool)), _drop),
        "refresh_stream_table": Procedure((_NAME,), _refresh),
        "create_immv": Procedure((_NAME, Parameter("query", str, required=True)), _create_immv),
        "refresh_immv": Procedure((_NAME, Parameter("with_data", bool, required=True)), _refresh_immv),
        "get_immv_def": Procedure((_NAME,), _get_immv_def),
    }
)
"""Every procedure that stands for a statement, by its name."""


def statement_of_call(call: CallProcedure) -> Statement | None:
    """Return the statement that a call stands for.

    Args:
        call: The call.

    Returns:
        The statement, placed where the call and its arguments stand; None if the procedure stands for none.

    Raises:
        StreamSqlSyntaxError: UNKNOWN_ARGUMENT, MISSING_ARGUMENT, DUPLICATE_ARGUMENT, INVALID_ARGUMENT,
            CONFLICTING_CLAUSES, or what is wrong with a name or a schedule.

    Examples:
        >>> from streamtables_grammar.parse import parse_statement
        >>> statement_of_call(parse_statement("CALL drop_stream_table('sales.by_region', cascade => true)")).cascade
        True
    """
    procedure = PROCEDURES.get(call.procedure)
    return None if procedure is None else procedure.build(_Given(call, _arguments(call, procedure.parameters)))


def _arguments(call: CallProcedure, parameters: tuple[Parameter, ...]) -> Mapping[str, Argument]:
    """Find out which argument is whose."""
    known = {parameter.name: parameter for parameter in parameters}
    given: dict[str, Argument] = {}
    for place, argument in enumerate(call.arguments):
        if argument.name is None and place >= len(parameters):
            raise _error("UNKNOWN_ARGUMENT", call, {"argument": f"number {place + 1}"}, argument, tuple(known))
        name = parameters[place].name if argument.name is None else argument.name.lower()
        if name not in known:
            raise _error("UNKNOWN_ARGUMENT", call, {"argument": name}, argument, tuple(known))
        if name in given:
            raise StreamSqlSyntaxError("DUPLICATE_ARGUMENT", {"argument": name}, span=argument.span)
        given[name] = argument
        wanted = known[name].type
        if argument.value is not None and not isinstance(argument.value, wanted):
            expected = {"argument": str(argument.value), "expected": _TYPES[wanted]}
            raise StreamSqlSyntaxError("INVALID_ARGUMENT", expected, span=argument.value_span)
    found = {name: argument for name, argument in given.items() if argument.value is not None}
    for parameter in parameters:
        if parameter.required and parameter.name not in found:
            raise _error("MISSING_ARGUMENT", call, {"argument": parameter.name})
    return found


def _error(
    condition: str,
    call: CallProcedure,
    parameters: dict[str, str],
    argument: Argument | None = None,
    known: tuple[str, ...] = (),
) -> StreamSqlSyntaxError:
    near = get_close_matches(parameters["argument"], known, 1)
    hint = f"Write {near[0]}." if near else f"Its arguments are {', '.join(known)}." if known else None
    span = call.span if argument is None else argument.span
    return StreamSqlSyntaxError(condition, {"procedure": call.procedure, **parameters}, span=span, hint=hint)

"""Planning an ALTER: each action changes the definition, and what the rows have to do with it decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.engine.altering.alteration import Alteration, AlterationKind
from streamtables.engine.altering.migrate import described, plan_migration
from streamtables.engine.altering.rename import renamed
from streamtables.engine.context import Engine
from streamtables.engine.defining.create import Prepared, prepare
from streamtables.engine.defining.create_statement import create_statement_of
from streamtables.engine.defining.dependents import require_columns_of_dependents
from streamtables.engine.defining.immediate import require_immediate
from streamtables.engine.defining.properties import check_properties
from streamtables.engine.defining.rebuild import redefine
from streamtables.engine.defining.schedule import require_changes_to_show
from streamtables.engine.programs.options import Options
from streamtables.engine.programs.program import Program, compile_definition, placed_apply
from streamtables.errors import RefreshError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import with_meaning
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.render import schedule_text
from streamtables_grammar.statements import (
    AlterStreamTable,
    RefreshMode,
    RenameTo,
    Resume,
    SetProperties,
    SetQuery,
    SetRefreshMode,
    SetSchedule,
    Suspend,
)
from streamtables_rewriter.adaptation.adapt import Unadaptable
from streamtables_rewriter.sql.same_query import is_same_query

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class _Planner:
    """What the actions have in common.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.
        state: The stream table as it is stored.
    """

    def __init__(
        self, engine: Engine, session: SparkSession, statement: AlterStreamTable, text: str, state: StoredState
    ) -> None:
        self.engine = engine
        self.session = session
        self.statement = statement
        self.text = text
        self.state = state

    @property
    def before(self) -> Definition:
        """The definition as it is."""
        return self.state.definition

    def unchanged(self, reason: str) -> Alteration:
        """Plan nothing."""
        return Alteration(AlterationKind.NONE, reason, self.state, self.before)

    def redefined(self, after: Definition, reason: str, properties: dict[str, str] | None = None) -> Alteration:
        """Plan a change of which no row knows."""
        return Alteration(AlterationKind.DEFINITION, reason, self.state, after, properties=properties or {})


def plan_alteration(
    engine: Engine, session: SparkSession, name: Sequence[str], statement: AlterStreamTable, text: str
) -> Alteration:
    """Plan an ALTER; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        name: Full name of the stream table, which is there.
        statement: The statement.
        text: The text it was read from.

    Returns:
        The plan.

    Raises:
        DefinitionError: The definition cannot be so, or stream tables that read this one would lose a column.
        RefreshError: ``DIFFERENTIAL_IMPOSSIBLE``: the mode is asked for and the query cannot be maintained so.
        pyspark.errors.PySparkException: Spark does not accept the new query.
    """
    state = load_state(CatalogLookup(session), QualifiedName(tuple(name)))
    return _plan(statement.action, _Planner(engine, session, statement, text, state))


@singledispatch
def _plan(action: object, _planner: _Planner) -> Alteration:
    raise TypeError(action)


@_plan.register
def _(action: SetRefreshMode, planner: _Planner) -> Alteration:
    before, mode = planner.before, action.mode
    if mode is before.mode:
        return planner.unchanged(f"its refresh mode is {mode.value} already")
    if mode is RefreshMode.DIFFERENTIAL and before.full_only is not None:
        parameters = {"name": before.display_name, "reason": before.full_only.reason}
        raise RefreshError(
            "DIFFERENTIAL_IMPOSSIBLE", parameters, span=planner.statement.span, hint="SET REFRESH MODE AUTO or FULL"
        )
    after = replace(before, mode=mode)
    require_immediate(planner.session, after, planner.engine.programs.get(after), planner.statement.span)
    return planner.redefined(after, f"its refresh mode was {before.mode.value}")


@_plan.register
def _(action: SetSchedule, planner: _Planner) -> Alteration:
    before = planner.before
    if action.schedule == before.schedule:
        return planner.unchanged(f"its schedule is {schedule_text(before.schedule)} already")
    after = replace(before, schedule=action.schedule)
    require_immediate(planner.session, after, planner.engine.programs.get(after), planner.statement.span)
    require_changes_to_show(after, planner.statement.span)
    return planner.redefined(after, f"its schedule was {schedule_text(before.schedule)}")


@_plan.register
def _(_action: Suspend, planner: _Planner) -> Alteration:
    if planner.before.suspended:
        return planner.unchanged("it is suspended already")
    return planner.redefined(replace(planner.before, suspended=True), "refreshes leave it out until it is resumed")


@_plan.register
def _(_action: Resume, planner: _Planner) -> Alteration:
    if not planner.before.suspended:
        return planner.unchanged("it is not suspended")
    after = replace(planner.before, suspended=False, suspended_because=None)
    if Options.of(after.properties).fuse is None:
        return planner.redefined(after, "refreshes include it again")
    after = replace(after, fuse_open_at=planner.state.last_number)
    return planner.redefined(after, "refreshes include it again, and the next one whatever has changed")


@_plan.register
def _(action: RenameTo, planner: _Planner) -> Alteration:
    after = renamed(planner.engine, planner.session, planner.before, action.name)
    if after == planner.before:
        return planner.unchanged("that is its name already")
    return Alteration(AlterationKind.NAME, f"it was {planner.before.display_name}", planner.state, after)


@_plan.register
def _(action: SetProperties, planner: _Planner) -> Alteration:
    before, given = planner.before, dict(action.properties)
    check_properties(replace(create_statement_of(before), properties=action.properties, span=planner.statement.span))
    after = replace(before, properties={**before.properties, **given})
    if after == before:
        return planner.unchanged("it has these properties already")
    require_immediate(planner.session, after, planner.engine.programs.get(before), planner.statement.span)
    if _ways(after) == _ways(before):
        return planner.redefined(after, "the properties do not decide what is stored", given)
    with planner.engine.open_session(before.settings) as own:
        redefined, defect = redefine(own, CatalogLookup(own), after)
    if defect is not None:
        raise defect
    program = Program(redefined, compile_definition(redefined))
    reason = "the rows are stored in another way"
    return Alteration(AlterationKind.REBUILD, reason, planner.state, redefined, program)


@_plan.register
def _(action: SetQuery, planner: _Planner) -> Alteration:
    before = planner.before
    statement = create_statement_of(before)
    named = [column.name for column in before.columns] != list(before.query_names)
    statement = replace(
        statement,
        name=replace(planner.statement.name, parts=before.name),
        query=action.query,
        span=planner.statement.span,
        columns=statement.columns if named else (),
    )
    prepared = prepare(planner.engine, planner.session, statement, planner.text)
    comments = {column.name.lower(): column.comment for column in before.columns}
    after = replace(
        prepared.definition,
        id=before.id,
        version=before.version + 1,
        created_at=before.created_at,
        suspended=before.suspended,
        suspended_because=before.suspended_because,
        fuse_open_at=before.fuse_open_at,
        columns=tuple(replace(c, comment=comments.get(c.name.lower())) for c in prepared.definition.columns),
    )
    if _means_the_same(before, after):
        return planner.unchanged("the query is the one that it has")
    require_columns_of_dependents(planner.engine, before, after, planner.statement.span)
    return _with_rows(planner, after, prepared)


def _with_rows(planner: _Planner, after: Definition, prepared: Prepared) -> Alteration:
    """Choose where the rows of another query come from."""
    state = planner.state
    program = Program(after, prepared.program.plan)
    found = plan_migration(planner.engine, state, program)
    if isinstance(found, Unadaptable):
        reason = f"the query is another one: {found.reason}"
        return Alteration(AlterationKind.REBUILD, reason, state, after, program, defect=prepared.defect)
    if found.keeps_rows:
        since = state.definition.rows_since
        after = replace(after, rows_since=state.definition.version if since is None else since)
        program = Program(after, prepared.program.plan)
    reason = described(state, program, found)
    return Alteration(AlterationKind.MIGRATE, reason, state, after, program, migration=found)


def _ways(definition: Definition) -> tuple[object, ...]:
    """Return what of the properties decides how rows are stored."""
    options = Options.of(definition.properties)
    placed = bool(definition.partitioned_by or definition.clustered_by)
    return placed_apply(options, placed=placed), options.algebraic_floats


def _means_the_same(before: Definition, after: Definition) -> bool:
    """Return whether two definitions differ in no more than blanks, comments and the case of keywords."""
    surroundings = replace(
        after,
        version=before.version,
        query=before.query,
        rows_since=before.rows_since,
        settings=with_meaning(after.settings),
    )
    known = replace(before, settings=with_meaning(before.settings))
    return surroundings == known and is_same_query(before.query, after.query)

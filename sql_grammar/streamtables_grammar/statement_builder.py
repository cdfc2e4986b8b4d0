# ruff: noqa: N802 - the visitor's methods bear the names of the grammar's rules
"""From ANTLR's parse tree to statement values: the only visitor."""

from __future__ import annotations

from typing import Any

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.schedules import schedule_cron, schedule_every
from streamtables_grammar.statements import (
    AlterStreamTable,
    Argument,
    CallProcedure,
    ColumnSpec,
    CreateStreamTable,
    CreateTrigger,
    DescribeStreamTable,
    DropStreamTable,
    DropTrigger,
    Explain,
    RefreshMode,
    RefreshStreamTable,
    RefreshStreamTables,
    RenameTo,
    Resume,
    Schedule,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    ScheduleOnChange,
    SetProperties,
    SetQuery,
    SetRefreshMode,
    SetSchedule,
    ShowCreateStreamTable,
    ShowRefreshHistory,
    ShowStreamTables,
    ShowTriggers,
    Suspend,
    TriggerEvent,
    VerifyStreamTable,
    VerifyStreamTables,
)
from streamtables_grammar.tree_reader import TreeReader, clause_words, first_word, string_of


class StatementBuilder(TreeReader):
    """Builds the statement of a tree, and checks what the grammar cannot say."""

    def visitSingleStatement(self, ctx: Any) -> Any:
        """Build the one statement."""
        return self.visit(ctx.ownStatement())

    # Stream tables

    def visitCreateStreamTable(self, ctx: Any) -> CreateStreamTable:
        """Build CREATE STREAM TABLE; clauses come in any order, each once."""
        if ctx.orReplace() and ctx.ifNotExists():
            raise self.conflict("OR REPLACE", ctx.ifNotExists(), "IF NOT EXISTS")
        clauses = [clause.getChild(0) for clause in ctx.clause()]
        self.refuse_repeated((clause_words(clause), clause) for clause in clauses)
        values: dict[str, Any] = {}
        for clause in clauses:
            values.update(self.visit(clause))
        if "partitioned_by" in values and "clustered_by" in values:
            last = next(c for c in reversed(clauses) if clause_words(c) in {"PARTITIONED BY", "CLUSTER BY"})
            raise self.conflict("PARTITIONED BY", last, "CLUSTER BY")
        return CreateStreamTable(
            name=self.name(ctx.qualifiedName()),
            query=self.query(ctx.query()),
            span=self.span(ctx),
            or_replace=ctx.orReplace() is not None,
            if_not_exists=ctx.ifNotExists() is not None,
            columns=self._columns(ctx.columnList()),
            **values,
        )

    def visitCommentClause(self, ctx: Any) -> dict[str, str]:
        """Read COMMENT."""
        return {"comment": string_of(ctx.stringLiteral())}

    def visitPartitionedByClause(self, ctx: Any) -> dict[str, tuple[str, ...]]:
        """Read PARTITIONED BY."""
        return {"partitioned_by": self.identifiers(ctx.identifierList(), "PARTITIONED BY")}

    def visitClusterByClause(self, ctx: Any) -> dict[str, tuple[str, ...]]:
        """Read CLUSTER BY."""
        return {"clustered_by": self.identifiers(ctx.identifierList(), "CLUSTER BY")}

    def visitLocationClause(self, ctx: Any) -> dict[str, str]:
        """Read LOCATION."""
        return {"location": string_of(ctx.stringLiteral())}

    def visitPropertiesClause(self, ctx: Any) -> dict[str, tuple[Any, ...]]:
        """Read TBLPROPERTIES and where each stands; numbers stay as written, as in Spark."""
        properties: dict[str, str] = {}
        for pair in ctx.property_():
            key = self._property_key(pair.propertyKey())
            if key in properties:
                raise self.error("DUPLICATE_PROPERTY", {"property": key}, pair.propertyKey())
            value = pair.propertyValue()
            if value.stringLiteral():
                properties[key] = string_of(value.stringLiteral())
            elif value.booleanLiteral():
                properties[key] = value.getText().lower()
            else:
                properties[key] = value.getText()
        spans = tuple(self.span(pair) for pair in ctx.property_())
        return {"properties": tuple(properties.items()), "property_spans": spans}

    def visitRefreshModeClause(self, ctx: Any) -> dict[str, RefreshMode]:
        """Read REFRESH MODE."""
        return {"refresh_mode": RefreshMode[ctx.refreshMode().getText().upper()]}

    def visitScheduleClause(self, ctx: Any) -> dict[str, Schedule]:
        """Read SCHEDULE."""
        return {"schedule": self.visit(ctx.schedule())}

    def visitDataClause(self, ctx: Any) -> dict[str, bool]:
        """Read WITH [NO] DATA."""
        return {"with_data": ctx.NO() is None}

    def visitEvery(self, ctx: Any) -> Schedule:
        """Read EVERY n unit."""
        return self._every(ctx)

    def visitCron(self, ctx: Any) -> Schedule:
        """Read CRON s [AT TIME ZONE s]."""
        zone, zone_span = None, None
        if ctx.zone is not None:
            zone, zone_span = string_of(ctx.zone), self.span(ctx.zone)
        return schedule_cron(string_of(ctx.expression), zone, self.span(ctx.expression), zone_span)

    def visitOnChange(self, ctx: Any) -> Schedule:
        """Read ON CHANGE [AT MOST EVERY n unit]."""
        return ScheduleOnChange(None if ctx.MOST() is None else self._every(ctx))

    def visitDownstream(self, _: Any) -> Schedule:
        """Read DOWNSTREAM."""
        return ScheduleDownstream()

    def visitNone(self, _: Any) -> Schedule:
        """Read NONE."""
        return ScheduleNone()

    def visitRefreshStreamTable(self, ctx: Any) -> RefreshStreamTable:
        """Build REFRESH STREAM TABLE; options come in any order, each once."""
        options = {clause_words(option): option for option in ctx.refreshOption()}
        self.refuse_repeated((clause_words(option), option) for option in ctx.refreshOption())
        if "FULL" in options and "DIFFERENTIAL" in options:
            last = next(o for o in reversed(ctx.refreshOption()) if clause_words(o) in {"FULL", "DIFFERENTIAL"})
            raise self.conflict("FULL", last, "DIFFERENTIAL")
        modes = [mode for mode in (RefreshMode.FULL, RefreshMode.DIFFERENTIAL) if mode.value in options]
        return RefreshStreamTable(
            names=tuple(self.name(name) for name in ctx.qualifiedName()),
            span=self.span(ctx),
            mode=modes[0] if modes else None,
            upstream="WITHOUT UPSTREAM" not in options,
            cascade="CASCADE" in options,
        )

    def visitRefreshAll(self, ctx: Any) -> RefreshStreamTables:
        """Build REFRESH STREAM TABLES."""
        return RefreshStreamTables(span=self.span(ctx), schema=self.schema(ctx.inSchema()))

    def visitAlter(self, ctx: Any) -> AlterStreamTable:
        """Build ALTER STREAM TABLE."""
        altered: AlterStreamTable = self.visit(ctx.alterStreamTable())
        return altered

    def visitAlterStreamTable(self, ctx: Any) -> AlterStreamTable:
        """Build ALTER STREAM TABLE, by itself or explained."""
        return AlterStreamTable(self.name(ctx.qualifiedName()), self.visit(ctx.alterAction()), self.span(ctx))

    def visitSetRefreshMode(self, ctx: Any) -> SetRefreshMode:
        """Build SET REFRESH MODE."""
        return SetRefreshMode(self.visit(ctx.refreshModeClause())["refresh_mode"])

    def visitSetSchedule(self, ctx: Any) -> SetSchedule:
        """Build SET SCHEDULE."""
        return SetSchedule(self.visit(ctx.scheduleClause())["schedule"])

    def visitSetProperties(self, ctx: Any) -> SetProperties:
        """Build SET TBLPROPERTIES."""
        return SetProperties(self.visit(ctx.propertiesClause())["properties"])

    def visitSuspend(self, _: Any) -> Suspend:
        """Build SUSPEND."""
        return Suspend()

    def visitResume(self, _: Any) -> Resume:
        """Build RESUME."""
        return Resume()

    def visitRenameTo(self, ctx: Any) -> RenameTo:
        """Build RENAME TO."""
        return RenameTo(self.name(ctx.qualifiedName()))

    def visitSetQuery(self, ctx: Any) -> SetQuery:
        """Build AS query."""
        return SetQuery(self.query(ctx.query()))

    def visitDrop(self, ctx: Any) -> DropStreamTable:
        """Build DROP STREAM TABLE."""
        return DropStreamTable(
            name=self.name(ctx.qualifiedName()),
            span=self.span(ctx),
            if_exists=ctx.ifExists() is not None,
            cascade=ctx.CASCADE() is not None,
        )

    def visitShowTables(self, ctx: Any) -> ShowStreamTables:
        """Build SHOW STREAM TABLES."""
        pattern = ctx.stringLiteral()
        return ShowStreamTables(
            span=self.span(ctx),
            schema=self.schema(ctx.inSchema()),
            pattern=None if pattern is None else string_of(pattern),
        )

    def visitDescribeTable(self, ctx: Any) -> DescribeStreamTable:
        """Build DESCRIBE STREAM TABLE."""
        return DescribeStreamTable(self.name(ctx.qualifiedName()), self.span(ctx))

    def visitShowCreate(self, ctx: Any) -> ShowCreateStreamTable:
        """Build SHOW CREATE STREAM TABLE."""
        return ShowCreateStreamTable(self.name(ctx.qualifiedName()), self.span(ctx))

    def visitExplain(self, ctx: Any) -> Explain:
        """Build EXPLAIN of a statement of ours."""
        explained = ctx.createStreamTable() or ctx.refreshStreamTable() or ctx.alterStreamTable()
        return Explain(self.visit(explained), self.span(ctx))

    def visitShowHistory(self, ctx: Any) -> ShowRefreshHistory:
        """Build SHOW REFRESH HISTORY."""
        limit = None if ctx.wholeNumber() is None else self.whole_number(ctx.wholeNumber())
        if limit is not None and limit < 0:
            raise self.error("INVALID_LIMIT", {"limit": str(limit)}, ctx.wholeNumber())
        name = ctx.qualifiedName()
        return ShowRefreshHistory(
            span=self.span(ctx),
            name=None if name is None else self.name(name),
            limit=limit,
        )

    def visitVerify(self, ctx: Any) -> VerifyStreamTable:
        """Build VERIFY STREAM TABLE."""
        names = tuple(self.name(name) for name in ctx.qualifiedName())
        return VerifyStreamTable(names, self.span(ctx), self.percent(ctx.sample()))

    def visitVerifyAll(self, ctx: Any) -> VerifyStreamTables:
        """Build VERIFY STREAM TABLES."""
        return VerifyStreamTables(self.span(ctx), self.schema(ctx.inSchema()), self.percent(ctx.sample()))

    def percent(self, ctx: Any) -> float | None:
        """Return the share that SAMPLE names, above 0 and up to 100."""
        if ctx is None:
            return None
        percent = float(ctx.number().getText())
        if not 0 < percent <= 100:
            raise self.error("INVALID_SAMPLE", {"percent": f"{percent:g}"}, ctx.number())
        return percent

    # Triggers

    def visitCreateTrigger(self, ctx: Any) -> CreateTrigger:
        """Build CREATE TRIGGER."""
        self.refuse_repeated((event.getText().upper(), event) for event in ctx.event())
        transitions = ctx.referencing().transitionTable() if ctx.referencing() else []
        self.refuse_repeated((f"{first_word(transition)} TABLE", transition) for transition in transitions)
        tables = {first_word(transition): self.identifier(transition.identifier()) for transition in transitions}
        return CreateTrigger(
            name=self.name(ctx.qualifiedName(), "trigger"),
            table=self.name(ctx.onStreamTable().qualifiedName()),
            events=tuple(TriggerEvent[event.getText().upper()] for event in ctx.event()),
            body=self.text(ctx.triggerBody()),
            span=self.span(ctx),
            or_replace=ctx.orReplace() is not None,
            old_table=tables.get("OLD"),
            new_table=tables.get("NEW"),
            condition=self.text(ctx.condition()) if ctx.condition() else None,
        )

    def visitDropTrigger(self, ctx: Any) -> DropTrigger:
        """Build DROP TRIGGER."""
        return DropTrigger(
            name=self.name(ctx.qualifiedName(), "trigger"),
            table=self.name(ctx.onStreamTable().qualifiedName()),
            span=self.span(ctx),
            if_exists=ctx.ifExists() is not None,
        )

    def visitShowTriggers(self, ctx: Any) -> ShowTriggers:
        """Build SHOW TRIGGERS."""
        table = ctx.onStreamTable()
        return ShowTriggers(self.span(ctx), None if table is None else self.name(table.qualifiedName()))

    # Procedures

    def visitCall(self, ctx: Any) -> CallProcedure:
        """Build CALL; arguments with names follow those without."""
        arguments = tuple(self.visit(argument) for argument in ctx.argument())
        seen: set[str] = set()
        for argument in arguments:
            if argument.name is None:
                if seen:
                    raise StreamSqlSyntaxError("POSITIONAL_ARGUMENT", span=argument.span)
                continue
            if argument.name.lower() in seen:
                raise StreamSqlSyntaxError("DUPLICATE_ARGUMENT", {"argument": argument.name}, span=argument.span)
            seen.add(argument.name.lower())
        procedure = self.name(ctx.qualifiedName(), "procedure").parts[-1].lower()
        return CallProcedure(procedure, arguments, self.span(ctx))

    def visitArgument(self, ctx: Any) -> Argument:
        """Read one argument."""
        name = None if ctx.identifier() is None else self.identifier(ctx.identifier())
        value = ctx.argumentValue()
        return Argument(name, self.literal(value), self.span(ctx), self.span(value))

    # Parts of CREATE

    def _every(self, ctx: Any) -> ScheduleEvery:
        number, unit = ctx.wholeNumber(), ctx.timeUnit()
        span = self.between(number.start, unit.stop)
        return schedule_every(self.whole_number(number), unit.getText().upper(), span)

    def _columns(self, ctx: Any) -> tuple[ColumnSpec, ...]:
        if ctx is None:
            return ()
        self.refuse_same_names([column.identifier() for column in ctx.column()], "The column list")
        return tuple(
            ColumnSpec(
                self.identifier(column.identifier()),
                None if column.stringLiteral() is None else string_of(column.stringLiteral()),
                self.span(column),
            )
            for column in ctx.column()
        )

    def _property_key(self, ctx: Any) -> str:
        if ctx.stringLiteral():
            return string_of(ctx.stringLiteral())
        return ".".join(self.identifier(part) for part in ctx.identifier())

"""EXPLAIN: the mode that would run, why, what stands in the way of the others, and the SQL."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted, table_key
from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.altering.migrate import migrated_rows_sql
from streamtables.engine.altering.plan_alteration import plan_alteration
from streamtables.engine.context import Engine
from streamtables.engine.defining.create import prepare
from streamtables.engine.defining.fresh_reads import fresh_reads_notice
from streamtables.engine.defining.reconcile import require
from streamtables.engine.defining.schedule import schedule_notice
from streamtables.engine.programs.bindings import Bindings, bindings_of
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import at_versions, stored_rows_sql
from streamtables.engine.refreshing.dry_run import PlannedRefresh
from streamtables.engine.refreshing.examine import Examination
from streamtables.engine.sources.source_change import SourceChange
from streamtables.spark.accelerators.chosen import Accelerators
from streamtables.spark.accelerators.registry import ACCELERATORS
from streamtables.spark.lookup.catalog_lookup import is_path
from streamtables_grammar.statements import AlterStreamTable, CreateStreamTable, RefreshMode
from streamtables_rewriter.templates.delta_template import DeltaTemplate

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ExplainRow = tuple[str, str]


def explain_create(engine: Engine, session: SparkSession, statement: CreateStreamTable, text: str) -> list[ExplainRow]:
    """Tell how a stream table would be maintained; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The CREATE statement.
        text: The text it was read from.

    Returns:
        Pairs of item and text.
    """
    prepared = prepare(engine, session, statement, text)
    definition, program = prepared.definition, prepared.program
    rows = _definition_rows(engine, definition, program)
    sources = () if program.plan is None else program.plan.bound.sources
    if program.plan is None or not (sources or program.plan.uses_now):
        rows.append(("full SQL", stored_rows_sql(program, lambda _: None)))
        return rows
    everything = frozenset(source.index for source in sources)
    template = program.template(everything, False)
    # There is no frontier before CREATE, and so no version.
    return rows + _template_rows(template, bindings_of(program))


def explain_alter(engine: Engine, session: SparkSession, statement: AlterStreamTable, text: str) -> list[ExplainRow]:
    """Tell what an ALTER would do; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The ALTER statement.
        text: The text it was read from.

    Returns:
        Pairs of item and text.
    """
    full = require(engine, session, statement.name)
    alteration = plan_alteration(engine, session, full, statement, text)
    rows = [("change", f"{alteration.kind.name}: {alteration.kind.value}"), ("reason", alteration.reason)]
    if alteration.program is not None:
        rows += _definition_rows(engine, alteration.after, alteration.program)
    elif (unfresh := fresh_reads_notice(alteration.after)) is not None:
        rows.append(("notice", unfresh))
    if alteration.migration is not None and not alteration.migration.keeps_rows:
        rows.append(("migration SQL", migrated_rows_sql(alteration.state, alteration.migration)))
    return rows


def examination_rows(planned: PlannedRefresh, accelerators: Accelerators) -> list[ExplainRow]:
    """Return what a refresh of one table would do.

    Args:
        planned: What is known of it.
        accelerators: Those of the user's session.

    Returns:
        Pairs of item and text.
    """
    rows: list[ExplainRow] = [("mode", planned.mode), ("reason", planned.reason)]
    examination = planned.examination
    if examination is None:
        return rows
    decision, program = examination.decision, examination.program
    ran = planned.mode.split(" or ")
    rows += [
        (f"alternative {a.mode.value}", f"{'possible' if a.possible else 'not possible'}: {a.reason}")
        for a in decision.alternatives
        if a.mode.value not in ran and not (planned.after and a.mode is RanMode.NO_CHANGE)
    ]
    refreshed_before = {
        name for name, c in examination.changes.by_name.items() if table_key(c.source.name) in planned.after
    }
    for name, change in examination.changes.by_name.items():
        text = _change_text(change)
        if name in refreshed_before:
            text = f"refreshed before, version {change.source.version} so far"
        rows.append((f"source {_shown(name, change)}", text))
    rows += _accelerator_rows(accelerators, ran)
    versions = {n: v for n, v in examination.changes.versions.items() if n not in refreshed_before}
    if ran == [RanMode.FULL.value] or decision.mode is RanMode.INITIAL:
        recomputing = stored_rows_sql(program, at_versions(versions), examination.instant_us)
        rows.append(("full SQL", recomputing))
    elif RanMode.DIFFERENTIAL.value in ran:
        rows += _differential_rows(program, examination, planned.after)
    return rows


def _accelerator_rows(accelerators: Accelerators, ran: Collection[str]) -> list[ExplainRow]:
    """Return which accelerators a refresh in one of some modes would use, and why not the others."""
    if RanMode.DIFFERENTIAL.value in ran:
        names = list(ACCELERATORS)
    elif RanMode.FULL.value in ran or RanMode.INITIAL.value in ran:
        names = [name for name, one in ACCELERATORS.items() if one.in_full]
    else:
        return []
    used = [name for name in names if name in accelerators.used]
    off = [f"{name}: {accelerators.off[name]}" for name in names if name in accelerators.off]
    return [("accelerators", ", ".join(used) or "none"), *(("accelerator off", text) for text in off)]


def _shown(name: str, change: SourceChange) -> str:
    return name if is_path(change.source.name) else f"{dotted(change.source.name[:1])}.{change.source.shown}"


def _differential_rows(program: Program, examination: Examination, after: Collection[str]) -> list[ExplainRow]:
    if program.plan is None:
        return []
    changes = examination.changes
    waiting = frozenset(index for index, table in program.tables.items() if table_key(table.name) in after)
    changed = waiting | changes.changed
    insert_only = not waiting and all(c.change is not None and c.change.insert_only for c in changes.by_name.values())
    unconsolidated = program.leaves_unconsolidated(examination.state.parts, insert_only=insert_only, few=True)
    template = program.template(changed, insert_only, unconsolidated=unconsolidated)
    if waiting:
        # Which version of them will be read is not known yet.
        return _template_rows(template, bindings_of(program))
    frontier = examination.state.frontier
    instants = (None if frontier is None else frontier.instant_us, examination.instant_us)
    return _template_rows(template, bindings_of(program, changes.version_read, instants))


def _definition_rows(engine: Engine, definition: Definition, program: Program) -> list[ExplainRow]:
    if definition.full_only is not None:
        reason = definition.full_only
        rows = [("mode", "FULL"), ("reason", reason.reason), ("blocking condition", reason.condition)]
    elif definition.mode is RefreshMode.FULL:
        rows = [("mode", "FULL"), ("reason", "refresh mode FULL; the query could be maintained DIFFERENTIAL")]
    else:
        rows = [
            ("mode", "DIFFERENTIAL"),
            ("reason", f"the query can be maintained (refresh mode {definition.mode.value})"),
        ]
    if program.plan is not None:
        rows.append(("strategy", _strategy(program)))
    if program.plan is not None:
        rows += [("notice", notice) for notice in program.plan.bound.notices]
    notices = (schedule_notice(engine, definition.schedule), fresh_reads_notice(definition))
    rows += [("notice", notice) for notice in notices if notice is not None]
    columns = ", ".join(f"{column.name} {column.type}" for column in definition.columns)
    return [*rows, ("columns", columns), ("sources", ", ".join(definition.base_tables))]


def _strategy(program: Program) -> str:
    if program.plan is None:
        return "recomputed"
    if program.plan.layout == "rows":
        return "rows: stored with the number of their copies; rows that come are appended, rows that go looked for"
    keys = ", ".join(program.plan.keys) or "one row for the whole table"
    first = "; all are stored, reading keeps the first ones" if program.plan.shows_top_k else ""
    if program.plan.layout == "parts":
        return f"groups in parts: what changed is appended, reading sums the parts by key ({keys}){first}"
    everything = frozenset(source.index for source in program.plan.bound.sources)
    anew, anew_for_new = (program.template(everything, insert_only).recomputes_groups for insert_only in (False, True))
    if not anew:
        return f"groups: what changed is added to the stored groups by key ({keys}){first}"
    if anew_for_new:
        return f"groups: affected groups are computed anew and replaced by key ({keys}){first}"
    where_rows_go = "where rows go, affected groups are computed anew"
    return f"groups: rows that come are added to the stored groups by key ({keys}); {where_rows_go}{first}"


def _template_rows(template: DeltaTemplate, bindings: Bindings) -> list[ExplainRow]:
    delta = bindings.sql(template.changes, pretty=True)
    if template.merge is None:
        return [("apply", "changes are appended"), ("delta SQL", delta)]
    how = "affected groups are computed anew" if template.recomputes_groups else "changes are added to what is stored"
    rows = [("apply", f"{how}; few stored rows are looked up and merged on read, many by MERGE"), ("delta SQL", delta)]
    statements = (
        ("delta SQL where first rows went", template.alternative),
        ("lookup SQL", template.copies if template.merge_on_read is None else template.merge_on_read.matched),
        ("stored copies SQL", template.counted),
        ("merge SQL", template.merge),
    )
    for item, statement in statements:
        if statement is not None:
            rows.append((item, bindings.sql(statement, pretty=True)))
    return rows


def _change_text(change: SourceChange) -> str:
    if change.rebuild is not None:
        return change.rebuild
    start = change.position.version if change.position is not None else "?"
    found = change.change
    if found is None or not change.changed:
        return f"version {start} to {change.source.version}: nothing changed"
    rows = "an unknown number of" if found.changed_rows is None else str(found.changed_rows)
    return f"version {start} to {change.source.version}: {rows} rows changed, read from {found.provider.value}"

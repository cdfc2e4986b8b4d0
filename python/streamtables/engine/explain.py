"""EXPLAIN: the mode that would run, why, what stands in the way of the others, and the SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.definition import Definition, dotted
from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.context import Engine
from streamtables.engine.defining.create import prepare
from streamtables.engine.programs.bind_versions import instant_at, source_at, table_at
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import stored_rows_sql
from streamtables.engine.reading.bind_relations import bind_relations, delta_view
from streamtables.engine.refreshing.examine import Examination
from streamtables.engine.refreshing.foresee import Foreseen
from streamtables.engine.sources.source_change import SourceChange
from streamtables.spark.lookup.catalog_lookup import is_path
from streamtables_grammar.statements import CreateStreamTable, RefreshMode
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ExplainRow = tuple[str, str]

_CHANGES = Placeholder(PlaceholderKind.CHANGES)


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
    rows = _definition_rows(definition, program)
    sources = () if program.plan is None else program.plan.bound.sources
    if program.plan is None or not (sources or program.plan.uses_now):
        rows.append(("full SQL", stored_rows_sql(program, lambda _: None)))
        return rows
    everything = frozenset(source.index for source in sources)
    template = program.template(everything, False)
    return rows + _template_rows(template, _unbound_relations(program, template))


def examination_rows(foreseen: Foreseen) -> list[ExplainRow]:
    """Tell what a refresh of one table would do.

    Args:
        foreseen: What is known of it.

    Returns:
        Pairs of item and text.
    """
    rows: list[ExplainRow] = [("mode", foreseen.mode), ("reason", foreseen.reason)]
    examination = foreseen.examination
    if examination is None:
        return rows
    decision, program = examination.decision, examination.program
    ran = foreseen.mode.split(" or ")
    rows += [
        (f"alternative {a.mode.value}", f"{'possible' if a.possible else 'not possible'}: {a.reason}")
        for a in decision.alternatives
        if a.mode.value not in ran and not (foreseen.after and a.mode is RanMode.NO_CHANGE)
    ]
    for name, change in examination.changes.items():
        text = _change_text(change)
        if name.lower() in foreseen.after:
            text = f"refreshed before, version {change.source.version} so far"
        rows.append((f"source {_shown(name, change)}", text))
    versions = {n: c.source.version for n, c in examination.changes.items() if n.lower() not in foreseen.after}
    if ran == [RanMode.FULL.value] or decision.mode is RanMode.INITIAL:
        recomputing = stored_rows_sql(program, lambda table: versions.get(dotted(table.name)), examination.instant_us)
        rows.append(("full SQL", recomputing))
    elif RanMode.DIFFERENTIAL.value in ran:
        rows += _differential_rows(program, examination, foreseen.after)
    return rows


def _shown(name: str, change: SourceChange) -> str:
    return name if is_path(change.source.name) else f"{dotted(change.source.name[:1])}.{change.source.shown}"


def _differential_rows(program: Program, examination: Examination, after: Collection[str]) -> list[ExplainRow]:
    if program.plan is None:
        return []
    changes, sources = examination.changes, program.plan.bound.sources
    waiting = frozenset(s.index for s in sources if dotted(s.table.name).lower() in after)
    changed = waiting | {s.index for s in sources if changes[dotted(s.table.name)].changed}
    insert_only = not waiting and all(c.change is not None and c.change.insert_only for c in changes.values())
    scattered = program.scatters(examination.state.parts, insert_only=insert_only, few=True)
    template = program.template(changed, insert_only, scattered=scattered)
    if waiting:
        # Which version of them will be read is not known yet.
        return _template_rows(template, _unbound_relations(program, template))
    frontier = examination.state.frontier
    instants = (None if frontier is None else frontier.instant_us, examination.instant_us)
    return _template_rows(template, bind_relations(program, template, changes, instants))


def _definition_rows(definition: Definition, program: Program) -> list[ExplainRow]:
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
    columns = ", ".join(f"{column.name} {column.type}" for column in definition.columns)
    return [*rows, ("columns", columns), ("sources", ", ".join(definition.base_tables))]


def _strategy(program: Program) -> str:
    if program.plan is None:
        return "recomputed"
    if program.plan.layout == "rows":
        return "rows: stored with the number of their copies; rows that come are appended, rows that go looked for"
    keys = ", ".join(program.plan.keys) or "one row for the whole table"
    first = "; all are stored, reading keeps the first ones" if program.plan.shows_first else ""
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


def _template_rows(template: DeltaTemplate, relations: Mapping[Placeholder, exp.Expr]) -> list[ExplainRow]:
    delta = template.changes.sql({p: relations[p] for p in template.changes.placeholders}, pretty=True)
    if template.merge is None:
        return [("apply", "changes are appended"), ("delta SQL", delta)]
    how = "affected groups are computed anew" if template.recomputes_groups else "changes are added to what is stored"
    rows = [("apply", f"{how}; few stored rows are looked up and exchanged, many are merged"), ("delta SQL", delta)]
    statements = (
        ("delta SQL where first rows went", template.otherwise),
        ("lookup SQL", template.copies if template.exchange is None else template.exchange.met),
        ("stored copies SQL", template.counted),
        ("merge SQL", template.merge),
    )
    for item, statement in statements:
        if statement is not None:
            rows.append((item, statement.sql({p: relations[p] for p in statement.placeholders}, pretty=True)))
    return rows


def _unbound_relations(program: Program, template: DeltaTemplate) -> dict[Placeholder, exp.Expr]:
    """Bind to names without versions: there is no frontier before CREATE."""
    bound: dict[Placeholder, exp.Expr] = {}
    if template.merge is not None:
        bound[_CHANGES] = exp.to_table(_CHANGES.name)
    for placeholder in template.reads:
        if placeholder.kind is PlaceholderKind.BACKING:
            bound[placeholder] = table_at(program.definition.backing, None)
        elif placeholder.kind is PlaceholderKind.DELTA and placeholder.source is not None:
            bound[placeholder] = exp.to_table(delta_view(placeholder.source))
        elif placeholder.source is not None:
            bound[placeholder] = source_at(program.tables[placeholder.source], None)
        else:
            bound[placeholder] = instant_at(None)
    return bound


def _change_text(change: SourceChange) -> str:
    if change.rebuild is not None:
        return change.rebuild
    start = change.position.version if change.position is not None else "?"
    found = change.change
    if found is None or not change.changed:
        return f"version {start} to {change.source.version}: nothing changed"
    rows = "an unknown number of" if found.changed_rows is None else str(found.changed_rows)
    return f"version {start} to {change.source.version}: {rows} rows changed, read from {found.provider.value}"

"""A join that begins with a small relation, cut into steps of two relations each.

An engine that is told to send the small side of every step to all workers reads each other relation once where it lies:
joined in one go, only the first of them would meet the small relation, and the second a result whose size nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.sql.columns import column, copied
from streamtables_rewriter.sql.join_terms import next_relation
from streamtables_rewriter.sql.select_block import SelectBlock


def join_in_steps(block: SelectBlock, context: RuleContext, name: str) -> SelectBlock:
    """Make a relation of its own of each pair of relations, but for the last pair.

    Args:
        block: A join that has a lead.
        context: The query under construction.
        name: What to call the relations.

    Returns:
        The same rows, read from at most two relations.
    """
    while block.lead is not None and len(block.tables) > 2:
        block = _step(block, context, name)
    return block


def _step(block: SelectBlock, context: RuleContext, name: str) -> SelectBlock:
    lead = str(block.lead)
    aliases = [str(table.alias_or_name) for table in block.tables]
    used = [(c, frozenset(found.table for found in c.find_all(exp.Column))) for c in block.conditions]
    connecting = [(c, tables) for c, tables in used if len(tables) > 1]
    partner = next_relation([alias for alias in aliases if alias != lead], {lead}, connecting)
    pair = frozenset({lead, partner})
    inside = tuple(c for c, tables in used if tables <= pair)
    outside = tuple(c for c, tables in used if not tables <= pair)
    needed: dict[tuple[str, str], None] = {}
    weights = () if block.weight is None else (block.weight,)
    for expression in (*outside, *block.columns.values(), *weights):
        for found in expression.find_all(exp.Column):
            if found.table in pair:
                needed[found.table, found.name] = None
    names = _unique_names(needed)
    step = SelectBlock(
        tuple(table for table in block.tables if str(table.alias_or_name) in pair),
        {names[key]: column(key[1], key[0]) for key in needed},
        inside,
        lead=lead,
    )
    joined = context.seal(step, name)
    (relation,) = joined.tables
    meaning = {key: column(names[key], str(relation.alias_or_name)) for key in needed}
    return replace(
        block,
        tables=(relation, *(table for table in block.tables if str(table.alias_or_name) not in pair)),
        columns={output: _moved(e, meaning) for output, e in block.columns.items()},
        conditions=tuple(_moved(c, meaning) for c in outside),
        weight=None if block.weight is None else _moved(block.weight, meaning),
        lead=str(relation.alias_or_name),
    )


def _unique_names(needed: Mapping[tuple[str, str], None]) -> dict[tuple[str, str], str]:
    names: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for key in needed:
        name, number = key[1], 1
        while name.casefold() in taken:
            number += 1
            name = f"{key[1]}_{number}"
        taken.add(name.casefold())
        names[key] = name
    return names


def _moved(expression: exp.Expr, meaning: Mapping[tuple[str, str], exp.Expr]) -> exp.Expr:
    def place(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Column) and (node.table, node.name) in meaning:
            return copied(meaning[node.table, node.name])
        return node

    return expression.copy().transform(place, copy=False)

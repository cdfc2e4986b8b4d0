"""Merged sessions: ``delta = merged(new rows of K) - merged(old rows of K)``.

``K`` are the scopes of which a row came or went: the distinct values of what else the rows are grouped by; NULL is a
value like others. Without anything else there is one scope, of all rows. Sessions that touch or overlap are one, from
the first start to the last end, so that a row that comes may join two of them and one that goes may part one; rows of
the scope that stay in the same session cancel where changes are added up. A row that moves between scopes affects
both. Equal rows have equal sessions. Reads the rows of ``K`` of the input, new and old.
Source: Gupta, Mumick and Subrahmanian, *Maintaining Views Incrementally*, 1993 (recomputation of affected groups).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.affected_keys import affected_keys, rows_of_keys
from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Sessions
from streamtables_rewriter.sql.columns import RESERVED_PREFIX, WEIGHT, aliased, column, identifier
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind

_OPENS = f"{RESERVED_PREFIX}opens"
"""Whether no earlier session of the scope touches this one: 1 or 0."""
_NUMBER = f"{RESERVED_PREFIX}session"
"""The number of the merged session in its scope."""
_MARKED, _NUMBERED = "marked", "numbered"


class SessionsRule:
    """Merges the sessions of whole scopes; compares the affected ones before and after."""

    def state(self, node: Sessions, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Merge the sessions of all rows."""
        return context.add_query(_merged(node, inputs[0], None, context), node.output, "merged")

    def delta(self, node: Sessions, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Subtract the old rows of the affected scopes from their new ones."""
        (source,) = inputs
        scopes = affected_keys(node.keys, source.delta().block, context, "affected_scopes")
        wanted = Keys.of_groups(scopes, node.keys)
        sides = []
        for kind, rows, weight in (
            (PlaceholderKind.NEW, source.new(wanted), 1),
            (PlaceholderKind.OLD, source.old(wanted), -1),
        ):
            query = _merged(node, rows, scopes, context.naming(kind))
            query.append("expressions", aliased(exp.Literal.number(weight), WEIGHT))
            sides.append(query)
        both = exp.Union(this=sides[0], expression=sides[1], distinct=False)
        return Delta(context.add_query(both, node.output, "merged", weighted=True), insert_only=False)


def _merged(node: Sessions, rows: SelectBlock, scopes: SelectBlock | None, context: RuleContext) -> exp.Select:
    used = [*(key.expression for key in node.keys), *[node.session] * 3]
    block = context.seal(rows, "computed") if rows.repeats_work(used, keeping=True) else rows
    block = rows_of_keys(node.keys, block, scopes)
    session = block.expression(node.session)
    opens = _opens(session, [block.expression(key.expression) for key in node.keys])
    marked = block.select(
        [
            *(aliased(block.columns[name].copy(), name) for name in node.input.output),
            *(aliased(block.expression(key.expression), key.name) for key in node.keys),
            aliased(opens, _OPENS),
        ]
    )
    inputs, keys = node.input.output, [key.name for key in node.keys]
    # Sessions that begin together have one number, whichever of them comes first.
    order = _field(column(node.session.name, _MARKED), "start")
    number = _over(_call("SUM", column(_OPENS, _MARKED)), [column(key, _MARKED) for key in keys], order=order)
    passed = [column(name, _MARKED) for name in (*inputs, *keys)]
    numbered = _select([*passed, aliased(number, _NUMBER)], marked, _MARKED)
    within = [column(name, _NUMBERED) for name in (*keys, _NUMBER)]
    own = column(node.session.name, _NUMBERED)
    fields = [
        exp.PropertyEQ(this=identifier(name), expression=_over(_call(function, _field(own, name)), within))
        for name, function in (("start", "MIN"), ("end", "MAX"))
    ]
    merged = aliased(exp.Struct(expressions=fields), node.name)
    return _select([*(column(name, _NUMBERED) for name in inputs), merged], numbered, _NUMBERED)


def _opens(session: exp.Expr, keys: Sequence[exp.Expr]) -> exp.Expr:
    before = exp.WindowSpec(
        kind="ROWS", start="UNBOUNDED", start_side="PRECEDING", end=exp.Literal.number(1), end_side="PRECEDING"
    )
    reached = _over(_call("MAX", _field(session, "end")), keys, order=_field(session, "start"), frame=before)
    touches = exp.LTE(this=_field(session, "start"), expression=reached)
    zero, one = exp.Literal.number(0), exp.Literal.number(1)
    return exp.Case(ifs=[exp.If(this=touches, true=zero)], default=one)


def _over(
    call: exp.Expr,
    keys: Sequence[exp.Expr],
    order: exp.Expr | None = None,
    frame: exp.WindowSpec | None = None,
) -> exp.Expr:
    by = None if order is None else exp.Order(expressions=[exp.Ordered(this=order, nulls_first=True)])
    return exp.Window(this=call, partition_by=[key.copy() for key in keys], order=by, spec=frame, over="OVER")


def _select(expressions: list[exp.Expr], source: exp.Select, name: str) -> exp.Select:
    table = exp.Subquery(this=source, alias=exp.TableAlias(this=identifier(name)))
    return exp.Select(expressions=expressions, from_=exp.From(this=table))


def _call(name: str, argument: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=[argument])


def _field(value: exp.Expr, name: str) -> exp.Expr:
    plain = isinstance(value, exp.Column | exp.Dot)
    return exp.Dot(this=value.copy() if plain else exp.Paren(this=value.copy()), expression=identifier(name))

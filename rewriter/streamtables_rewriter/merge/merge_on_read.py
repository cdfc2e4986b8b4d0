"""What a MERGE would do, as queries, for an engine that hides stored rows and adds others by itself.

MERGE reads the table once to find what a change touches and once more to write it. Where the change is small, one query
can find the touched rows with their places and say what becomes of them, and another what becomes of the changes that
touch none. The changes are numbered, so that the second need not read the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.merge.merge_parts import CHANGES, MERGE_SOURCE, MERGE_TARGET, STORED
from streamtables_rewriter.semantics.identity import has_identity, identity
from streamtables_rewriter.sql.columns import RESERVED_PREFIX, aliased, column
from streamtables_rewriter.sql.select_block import broadcast_hint
from streamtables_rewriter.templates.delta_template import MergeOnRead
from streamtables_rewriter.templates.template import Template

NUMBER = f"{RESERVED_PREFIX}number"
"""Numbers the changes."""
FILE = f"{RESERVED_PREFIX}file"
POSITION = f"{RESERVED_PREFIX}position"
"""In which file a stored row lies, and at which position from 0 on."""
GONE = f"{RESERVED_PREFIX}gone"
"""Whether a stored row goes for good."""
BECOMES = f"{RESERVED_PREFIX}becomes"
"""What takes the place of a stored row, as a struct; NULL for nothing, and for a row that stays as it is."""

ARRIVES = f"{RESERVED_PREFIX}arrives"
"""1 where readers see a row that they did not see before, -1 where they no longer see one, else 0."""
ALTERS = f"{RESERVED_PREFIX}alters"
"""1 where readers see other values in the row, else 0; NULL where that cannot be told."""

_LARGEST_COMPARISON = 1000
"""Parts of the new values that are compared with the stored ones: they are written a second time for that."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What readers see of a stored row.

    Attributes:
        columns: The stored columns that are shown, with their types.
        visible: The stored column that says whether the row is shown; None where every row is.
    """

    columns: Mapping[str, str]
    visible: str | None


def positions_of(same: exp.Expr, what: Sequence[exp.Expr], where: exp.Expr | None = None) -> Template:
    """Write the query for the stored rows that belong to changes.

    Args:
        same: Which row belongs to which change; becomes part of the result.
        what: What to say of each behind its number, file and position; becomes part of the result.
        where: Of which changes, None for all; becomes part of the result.

    Returns:
        The query, over a BACKING that tells places and over numbered CHANGES.
    """
    numbered = [column(NUMBER, CHANGES), column(FILE, STORED), column(POSITION, STORED)]
    return Template.of(
        exp.Select(
            expressions=[*numbered, *what],
            from_=exp.From(this=MERGE_TARGET.table(STORED)),
            joins=[exp.Join(this=MERGE_SOURCE.table(CHANGES), on=same)],
            where=None if where is None else exp.Where(this=where),
            hint=broadcast_hint(CHANGES),
        )
    )


def merge_on_read_of(merging: exp.Merge, stored: Sequence[str], shown: Shown | None = None) -> MergeOnRead:
    """Write the queries that say what a MERGE would do.

    Args:
        merging: The statement, of a change into at most one stored row: an action that inserts and, in their order, one
            that deletes, if any, and one that updates.
        stored: The columns of BACKING.
        shown: What readers see of a row, where the queries are to tell what they see change.

    Returns:
        The queries.
    """
    updated: dict[str, exp.Expr] = {}
    gone: exp.Expr = exp.Boolean(this=False)
    becomes: exp.Expr = exp.Null()
    new = exp.Select()
    for action in merging.args["whens"].expressions:
        then, condition = action.args["then"], action.args.get("condition")
        if not action.args["matched"]:
            names, values = then.this.expressions, then.expression.expressions
            new = exp.Select(
                expressions=[aliased(v.copy(), n.name) for n, v in zip(names, values, strict=True)],
                from_=exp.From(this=MERGE_SOURCE.table(CHANGES)),
                where=None if condition is None else exp.Where(this=condition.copy()),
            )
        elif isinstance(then, exp.Update):
            updated = {e.this.name: e.expression for e in then.expressions}
            fields = [
                part
                for n in stored
                for part in (exp.Literal.string(n), updated[n].copy() if n in updated else column(n, STORED))
            ]
            struct = exp.Anonymous(this="named_struct", expressions=fields)
            changed = exp.Boolean(this=True) if condition is None else condition.copy()
            becomes = exp.Case(
                ifs=[exp.If(this=gone.copy(), true=exp.Null()), exp.If(this=changed, true=struct)],
            )
        else:
            gone = exp.Coalesce(this=condition.copy(), expressions=[exp.Boolean(this=False)])
    what = [aliased(gone, GONE), aliased(becomes, BECOMES)]
    if shown is not None:
        what += _seen(shown, gone, updated)
    return MergeOnRead(positions_of(merging.args["on"].copy(), what), Template.of(new))


def _seen(shown: Shown, gone: exp.Expr, updated: Mapping[str, exp.Expr]) -> list[exp.Expr]:
    """Write what readers see come, go and change of a stored row."""
    was: exp.Expr = exp.Boolean(this=True) if shown.visible is None else column(shown.visible, STORED)
    new = was if shown.visible is None else updated.get(shown.visible, was)
    stays = exp.And(this=exp.Not(this=exp.Paren(this=gone.copy())), expression=exp.Paren(this=new.copy()))
    comes = exp.And(this=exp.Not(this=exp.Paren(this=was.copy())), expression=stays.copy())
    goes = exp.And(this=exp.Paren(this=was.copy()), expression=exp.Not(this=exp.Paren(this=stays.copy())))
    one, none = exp.Literal.number(1), exp.Literal.number(0)
    arrives = exp.Case(
        ifs=[exp.If(this=comes, true=one.copy()), exp.If(this=goes, true=exp.Neg(this=one.copy()))], default=none.copy()
    )
    alters: exp.Expr = exp.Null()
    compared = {name: value for name, value in updated.items() if name in shown.columns}
    small = sum(len(list(value.walk())) for value in compared.values()) <= _LARGEST_COMPARISON
    if small and all(has_identity(shown.columns[name]) for name in compared):
        same: exp.Expr = exp.Boolean(this=True)
        for name, value in compared.items():
            type_ = shown.columns[name]
            sides = [identity(side, type_) for side in (value.copy(), column(name, STORED))]
            equal = exp.NullSafeEQ(this=exp.Paren(this=sides[0]), expression=exp.Paren(this=sides[1]))
            same = equal if isinstance(same, exp.Boolean) else exp.And(this=same, expression=equal)
        differs = exp.Not(this=exp.Paren(this=same))
        both = exp.And(this=exp.And(this=exp.Paren(this=was.copy()), expression=stays.copy()), expression=differs)
        alters = exp.Case(ifs=[exp.If(this=both, true=one)], default=none)
    return [aliased(_number(arrives), ARRIVES), aliased(_number(alters), ALTERS)]


def _number(value: exp.Expr) -> exp.Expr:
    return exp.Cast(this=value, to=exp.DataType.build("bigint"))

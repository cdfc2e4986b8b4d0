"""What a MERGE would do, as queries, for an engine that hides stored rows and adds others by itself.

MERGE reads the table once to find what a change touches and once more to write it. Where the change is small, one query
can find the touched rows with their places and say what becomes of them, and another what becomes of the changes that
touch none. The changes are numbered, so that the second need not read the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.columns import RESERVED_PREFIX, aliased, column
from streamtables_rewriter.merge.statements import CHANGES, MERGE_SOURCE, MERGE_TARGET, STORED
from streamtables_rewriter.select_block import broadcast_hint
from streamtables_rewriter.template import Exchange, Template

NUMBER = f"{RESERVED_PREFIX}number"
"""Numbers the changes."""
FILE = f"{RESERVED_PREFIX}file"
POSITION = f"{RESERVED_PREFIX}position"
"""In which file a stored row lies, and at which position from 0 on."""
GONE = f"{RESERVED_PREFIX}gone"
"""Whether a stored row goes for good."""
BECOMES = f"{RESERVED_PREFIX}becomes"
"""What takes the place of a stored row, as a struct; NULL for nothing, and for a row that stays as it is."""


def places_of(same: exp.Expr, what: Sequence[exp.Expr], where: exp.Expr | None = None) -> Template:
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


def exchange_of(merging: exp.Merge, stored: Sequence[str]) -> Exchange:
    """Write the queries that say what a MERGE would do.

    Args:
        merging: The statement, of a change into at most one stored row: an action that inserts and, in their order, one
            that deletes, if any, and one that updates.
        stored: The columns of BACKING.

    Returns:
        The queries.
    """
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
            values = {e.this.name: e.expression.copy() for e in then.expressions}
            fields = [part for n in stored for part in (exp.Literal.string(n), values.get(n, column(n, STORED)))]
            struct = exp.Anonymous(this="named_struct", expressions=fields)
            changed = exp.Boolean(this=True) if condition is None else condition.copy()
            becomes = exp.Case(
                ifs=[exp.If(this=gone.copy(), true=exp.Null()), exp.If(this=changed, true=struct)],
            )
        else:
            gone = exp.Coalesce(this=condition.copy(), expressions=[exp.Boolean(this=False)])
    what = [aliased(gone, GONE), aliased(becomes, BECOMES)]
    return Exchange(places_of(merging.args["on"].copy(), what), Template.of(new))

"""Rows written as often as a number says."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.sql.columns import identifier


def expand_multiplicity(number: exp.Expr) -> exp.Lateral:
    """Repeat each row: a lateral view over 1..number, which other dialects write as a join with UNNEST.

    Args:
        number: How often, at least once; becomes part of the result.

    Returns:
        A new lateral view.
    """
    one = exp.Cast(this=exp.Literal.number(1), to=exp.DataType.build("bigint"))
    return exp.Lateral(
        this=exp.Explode(this=exp.GenerateSeries(start=one, end=number)),
        view=True,
        outer=False,
        alias=exp.TableAlias(this=identifier("copies"), columns=[identifier("copy")]),
    )

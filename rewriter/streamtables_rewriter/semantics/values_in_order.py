"""Aggregates whose value depends on the order of rows, computed over their values in ascending order.

The values of a group or a frame are collected and sorted, so that the same rows give the same bits. The mean is shifted
by the first value and the moments are summed about the mean, so that equal numbers have a variance of exactly zero.
Source: Chan, Golub and LeVeque, *Algorithms for Computing the Sample Variance*, 1983 (two-pass algorithm with shift).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlglot
from sqlglot import exp

from streamtables_rewriter.semantics.aggregate_functions import COLLECTIONS, IN_ORDER, PAIRED_MOMENTS
from streamtables_rewriter.semantics.column_types import cast_to
from streamtables_rewriter.sql.columns import atom, identifier

Gather = Callable[[exp.Expr, Sequence[exp.Expr]], exp.Expr]
"""Puts FILTER or OVER behind a call that collects values, given which arguments have to be there."""

_FUNCTIONS = {name: function for function, name in IN_ORDER.items() if not function.startswith("try_")}
_NUMBERS, _VALUE = "numbers", "value"
_SAMPLE, _POPULATION = "squares / nullif(n - 1, 0)", "squares / nullif(n, 0)"
_MOMENTS = {
    "variance": _SAMPLE,
    "var_samp": _SAMPLE,
    "var_pop": _POPULATION,
    "stddev": f"sqrt({_SAMPLE})",
    "stddev_samp": f"sqrt({_SAMPLE})",
    "stddev_pop": f"sqrt({_POPULATION})",
    "skewness": "sqrt(n) * cubes / nullif(sqrt(squares * squares * squares), 0)",
    "kurtosis": "n * fourths / nullif(squares * squares, 0) - 3",
}
"""Over n numbers and the sums of powers of their deviations from the mean."""
_PAIRED = {
    "covar_pop": "xy / nullif(n, 0)",
    "covar_samp": "xy / nullif(n - 1, 0)",
    # Where all x or all y are equal, Spark divides by zero: an error in ANSI mode.
    "corr": "CASE WHEN n > 1 THEN xy / sqrt(xx * yy) END",
    "regr_avgx": "mean_x",
    "regr_avgy": "mean_y",
    "regr_sxx": "xx",
    "regr_sxy": "xy",
    "regr_syy": "yy",
    "regr_slope": "xy / nullif(xx, 0)",
    "regr_intercept": "mean_y - xy / nullif(xx, 0) * mean_x",
    "regr_r2": "CASE WHEN xx = 0 THEN NULL WHEN yy = 0 THEN 1D ELSE xy * xy / nullif(xx, 0) / nullif(yy, 0) END",
}
"""Over n pairs, their means, and the sums of products of the deviations from these."""


def value_in_order(name: str, arguments: Sequence[exp.Expr], gather: Gather, *, distinct: bool = False) -> exp.Expr:
    """Write an aggregate over its values in ascending order.

    Args:
        name: One of the values of ``IN_ORDER``.
        arguments: The arguments of the function; they become part of the result.
        gather: Completes the call that collects the values.
        distinct: Whether equal values count once.

    Returns:
        A new expression: a DOUBLE, or an array.
    """
    function = _FUNCTIONS[name]
    present = [argument.copy() for argument in arguments]
    if function in COLLECTIONS:
        return _call("array_sort", gather(_collected(function, arguments[0], distinct=distinct), present))
    numbers = [cast_to(argument, "double") for argument in arguments]
    if function not in PAIRED_MOMENTS:
        ascending = _call("array_sort", gather(_collected("collect_list", numbers[0], distinct=distinct), present))
        return _of_numbers(function, ascending)
    named = (part for field, number in zip("yx", numbers, strict=True) for part in (exp.Literal.string(field), number))
    pair = _call("named_struct", *named)
    ascending = _call("array_sort", gather(_collected("collect_list", pair, distinct=distinct), present))
    return _let(_NUMBERS, ascending, _of_pairs(function, identifier(_NUMBERS)))


def _collected(function: str, value: exp.Expr, *, distinct: bool) -> exp.Expr:
    return _call(function, exp.Distinct(expressions=[value]) if distinct else value)


def _of_numbers(function: str, numbers: exp.Expr) -> exp.Expr:
    if function == "sum":
        return _sum(numbers)
    if function == "avg":
        return _let(_NUMBERS, numbers, _quotient(_sum(identifier(_NUMBERS)), _size(identifier(_NUMBERS))))
    listed = identifier(_NUMBERS)
    deviation = _difference(identifier(_VALUE), identifier("mean"))
    moment = _formula(_MOMENTS[function])
    for name, power in (("squares", 2), ("cubes", 3), ("fourths", 4)):
        moment = _named(name, _sum_of_products(listed, [deviation] * power), moment)
    return _let(_NUMBERS, numbers, _named("mean", _mean(listed.copy()), _named("n", _size(listed.copy()), moment)))


def _of_pairs(function: str, pairs: exp.Identifier) -> exp.Expr:
    """Write a moment of pairs of y and x."""
    y, x = (
        _difference(exp.Dot(this=identifier(_VALUE), expression=identifier(field)), identifier(f"mean_{field}"))
        for field in "yx"
    )
    moment = _formula(_PAIRED[function])
    for name, product in (("xx", [x, x]), ("xy", [y, x]), ("yy", [y, y])):
        moment = _named(name, _sum_of_products(pairs, product), moment)
    for field in "yx":
        moment = _named(f"mean_{field}", _mean(_field(pairs, field)), moment)
    return _named("n", _size(pairs.copy()), moment)


def _formula(text: str) -> exp.Expr:
    """Read a formula over values that lambda functions name."""
    parsed = sqlglot.parse_one(text, dialect="spark")
    for quotient in parsed.find_all(exp.Div):
        quotient.set("safe", False)
    return parsed.transform(lambda part: identifier(part.name) if isinstance(part, exp.Column) else part)


def _named(name: str, value: exp.Expr, expression: exp.Expr) -> exp.Expr:
    """Compute a value once, if an expression asks for it by name."""
    asked = any(part.name == name for part in expression.find_all(exp.Identifier))
    return _let(name, value, expression) if asked else expression


def _difference(value: exp.Expr, mean: exp.Expr) -> exp.Expr:
    return exp.Paren(this=exp.Sub(this=value, expression=mean))


def _sum_of_products(values: exp.Expr, factors: Sequence[exp.Expr]) -> exp.Expr:
    """Write the sum, over an array, of a product of expressions of the element."""
    first, *rest = (factor.copy() for factor in factors)
    product = first
    for factor in rest:
        product = exp.Mul(this=product, expression=factor)
    return _sum(_each(values.copy(), product))


def _mean(numbers: exp.Expr) -> exp.Expr:
    listed, first = identifier("listed"), identifier("first")
    shifted = _sum(_each(listed, exp.Sub(this=identifier(_VALUE), expression=first.copy())))
    mean = exp.Add(this=first, expression=_quotient(shifted, _size(listed.copy())))
    return _let(listed.name, numbers, _let(first.name, _call("array_min", listed.copy()), mean))


def _sum(numbers: exp.Expr) -> exp.Expr:
    """Write the sum of an array from its first element on; NULL for none."""
    total, value = identifier("total"), identifier(_VALUE)
    so_far = exp.Coalesce(this=total.copy(), expressions=[cast_to(exp.Literal.number(0), "double")])
    add = exp.Lambda(this=exp.Add(this=so_far, expression=value.copy()), expressions=[total, value])
    return _call("aggregate", numbers, cast_to(exp.Null(), "double"), add)


def _field(pairs: exp.Expr, name: str) -> exp.Expr:
    return _each(pairs.copy(), exp.Dot(this=identifier(_VALUE), expression=identifier(name)))


def _each(array: exp.Expr, expression: exp.Expr) -> exp.Expr:
    return _call("transform", array, exp.Lambda(this=expression, expressions=[identifier(_VALUE)]))


def _let(name: str, value: exp.Expr, expression: exp.Expr) -> exp.Expr:
    """Compute a value once under a name: as the only element of an array."""
    bound = exp.Lambda(this=expression, expressions=[identifier(name)])
    return _call("element_at", _call("transform", _call("array", value), bound), exp.Literal.number(1))


def _size(array: exp.Expr) -> exp.Expr:
    return _call("size", array)


def _quotient(number: exp.Expr, by: exp.Expr) -> exp.Expr:
    some = _call("nullif", by, exp.Literal.number(0))
    return exp.Div(this=atom(number), expression=some, typed=False, safe=False)


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))

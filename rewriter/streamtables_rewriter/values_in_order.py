"""Aggregates whose value depends on the order of rows, computed over their values in ascending order.

The values of a group or a frame are collected and sorted, so that the same rows give the same bits. The mean is shifted
by the first value and the moments are summed about the mean, so that equal numbers have a variance of exactly zero.
Source: Chan, Golub and LeVeque, *Algorithms for Computing the Sample Variance*, 1983 (two-pass algorithm with shift).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from streamtables_rewriter.aggregate_functions import COLLECTIONS, IN_ORDER, PAIRED_MOMENTS
from streamtables_rewriter.column_types import cast_to
from streamtables_rewriter.columns import atom, identifier

Gather = Callable[[exp.Expr, Sequence[exp.Expr]], exp.Expr]
"""Puts FILTER or OVER behind a call that collects values, given which arguments have to be there."""

_FUNCTIONS = {name: function for function, name in IN_ORDER.items() if not function.startswith("try_")}
_NUMBERS, _MEAN, _VALUE = "numbers", "mean", "value"


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
    return _let(_NUMBERS, numbers, _let(_MEAN, _mean(identifier(_NUMBERS)), _moment(function)))


def _moment(function: str) -> exp.Expr:
    """Write a moment of ``numbers`` about ``mean``."""
    size = _size(identifier(_NUMBERS))
    squares = _central(2)
    if function in ("skewness", "kurtosis"):
        if function == "skewness":
            cube = exp.Mul(this=exp.Mul(this=squares.copy(), expression=squares.copy()), expression=squares)
            return _quotient(exp.Mul(this=_call("sqrt", size), expression=_central(3)), _call("sqrt", cube))
        square = exp.Mul(this=squares.copy(), expression=squares)
        kurtosis = _quotient(exp.Mul(this=size, expression=_central(4)), square)
        return exp.Sub(this=kurtosis, expression=exp.Literal.number(3))
    variance = _quotient(squares, size if function.endswith("_pop") else _less_one(size))
    return _call("sqrt", variance) if function.startswith("stddev") else variance


def _of_pairs(function: str, pairs: exp.Identifier) -> exp.Expr:
    """Write a moment of pairs of y and x."""
    if function in ("regr_avgx", "regr_avgy"):
        return _mean(_field(pairs, function[-1]))

    def about(*fields: str) -> exp.Expr:
        """Write the sum of products of the deviations of two fields from their means."""
        first, second = (
            exp.Sub(
                this=exp.Dot(this=identifier(_VALUE), expression=identifier(field)),
                expression=identifier(f"{field}_mean"),
            )
            for field in fields
        )
        return _sum(_each(pairs.copy(), exp.Mul(this=atom(first), expression=atom(second))))

    moment = _of_products(function, about, _size(pairs.copy()))
    return _let("y_mean", _mean(_field(pairs, "y")), _let("x_mean", _mean(_field(pairs, "x")), moment))


def _of_products(function: str, about: Callable[[str, str], exp.Expr], size: exp.Expr) -> exp.Expr:
    if function == "covar_pop":
        return _quotient(about("y", "x"), size)
    if function == "covar_samp":
        return _quotient(about("y", "x"), _less_one(size))
    if function in ("regr_sxx", "regr_syy", "regr_sxy"):
        return about(function[-2], function[-1])
    if function == "corr":
        # Where all x or all y are equal, Spark divides by zero: an error in ANSI mode.
        spread = _call("sqrt", exp.Mul(this=about("x", "x"), expression=about("y", "y")))
        ratio = exp.Div(this=about("y", "x"), expression=spread, typed=False, safe=False)
        several = exp.GT(this=size, expression=exp.Literal.number(1))
        return exp.Case(ifs=[exp.If(this=several, true=ratio)])
    if function == "regr_slope":
        return _quotient(about("y", "x"), about("x", "x"))
    if function == "regr_intercept":
        slope = _quotient(about("y", "x"), about("x", "x"))
        across = exp.Mul(this=slope, expression=identifier("x_mean"))
        return exp.Sub(this=identifier("y_mean"), expression=across)
    flat = exp.EQ(this=about("y", "y"), expression=exp.Literal.number(0))
    fit = exp.Mul(this=about("y", "x"), expression=about("y", "x"))
    explained = _quotient(_quotient(fit, about("x", "x")), about("y", "y"))
    varies = exp.EQ(this=about("x", "x"), expression=exp.Literal.number(0))
    return exp.Case(
        ifs=[
            exp.If(this=varies, true=cast_to(exp.Null(), "double")),
            exp.If(this=flat, true=cast_to(exp.Literal.number(1), "double")),
        ],
        default=explained,
    )


def _mean(numbers: exp.Expr) -> exp.Expr:
    listed, first = identifier("listed"), identifier("first")
    shifted = _sum(_each(listed, exp.Sub(this=identifier(_VALUE), expression=first.copy())))
    mean = exp.Add(this=first, expression=_quotient(shifted, _size(listed.copy())))
    return _let(listed.name, numbers, _let(first.name, _call("array_min", listed.copy()), mean))


def _central(power: int) -> exp.Expr:
    """Write the sum of a power of the deviations of ``numbers`` from ``mean``."""
    deviation = exp.Paren(this=exp.Sub(this=identifier(_VALUE), expression=identifier(_MEAN)))
    product: exp.Expr = deviation
    for _ in range(power - 1):
        product = exp.Mul(this=product, expression=deviation.copy())
    return _sum(_each(identifier(_NUMBERS), product))


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


def _less_one(size: exp.Expr) -> exp.Expr:
    return exp.Sub(this=size, expression=exp.Literal.number(1))


def _size(array: exp.Expr) -> exp.Expr:
    return _call("size", array)


def _quotient(number: exp.Expr, by: exp.Expr) -> exp.Expr:
    some = _call("nullif", by, exp.Literal.number(0))
    return exp.Div(this=atom(number), expression=some, typed=False, safe=False)


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))

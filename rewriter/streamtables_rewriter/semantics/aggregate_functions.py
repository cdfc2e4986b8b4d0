"""What a value of an aggregate function depends on, besides the rows of its group as a multiset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from streamtables_rewriter.semantics.column_types import is_comparable, is_floating

ANY_VALUE: Final = "any_value"
"""Stands for ``any_value``, ``first`` and ``last``, too: rows have no order, so each of them may choose any."""

EXTREMUM_BY: Final = frozenset({"max_by", "min_by"})
"""Choose a row; which one of several with the same extremum is open."""

SUMS: Final = frozenset({"sum", "try_sum", "avg", "try_avg"})
"""Add up their argument: exact unless that is FLOAT or DOUBLE."""

PAIRED_MOMENTS: Final = frozenset(
    [
        *("covar_pop", "covar_samp", "corr"),
        *("regr_avgx", "regr_avgy", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy"),
    ]
)
"""Moments of pairs of numbers."""

_SINGLE_MOMENTS: Final = frozenset(
    ["stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp", "skewness", "kurtosis"]
)

MOMENTS: Final = _SINGLE_MOMENTS | PAIRED_MOMENTS | {"vector_avg", "vector_sum"}
"""Add up floating-point numbers whatever their argument: their last bits depend on the order of rows."""

COLLECTIONS: Final = frozenset({"collect_list", "collect_set"})
"""Arrays whose elements come in the order in which the rows are met."""

IN_ORDER: Final[Mapping[str, str]] = {
    function: f"{function.removeprefix('try_')}_in_order"
    for function in sorted(SUMS | _SINGLE_MOMENTS | PAIRED_MOMENTS | COLLECTIONS)
}
"""For a function whose value depends on the order of rows, the one that takes its values in ascending order."""

APPROXIMATIONS: Final = frozenset(
    [
        *("percentile_approx", "histogram_numeric", "approx_top_k", "approx_top_k_accumulate", "approx_top_k_combine"),
        *("hll_sketch_agg", "hll_union_agg", "theta_intersection_agg", "theta_sketch_agg", "theta_union_agg"),
        *("kll_merge_agg_bigint", "kll_merge_agg_double", "kll_merge_agg_float"),
        *("kll_sketch_agg_bigint", "kll_sketch_agg_double", "kll_sketch_agg_float"),
        *("tuple_intersection_agg_double", "tuple_intersection_agg_integer", "tuple_sketch_agg_double"),
        *("tuple_sketch_agg_integer", "tuple_union_agg_double", "tuple_union_agg_integer"),
        *("schema_of_variant_agg",),
    ]
)
"""Summaries that depend on how the rows were split and met; any of their values is right."""

BY_ORDER: Final = COLLECTIONS | {ANY_VALUE, "listagg"}
"""What users feed in order, however little Spark promises."""

ORDER_NEUTRAL: Final = frozenset(
    ["array_contains", "array_max", "array_min", "array_size", "array_sort", "cardinality", "size", "sort_array"]
)
"""Functions of an array that do not care for the order of its elements."""


def is_sure_of_its_value(result: str, arguments: Iterable[str]) -> bool:
    """Return whether a user's deterministic aggregate is taken to give the same value for the same rows in any order.

    Being deterministic is all that users can say of it. Floating-point numbers are commonly summed, and arrays
    commonly filled, in the order in which the rows are met, so these are not trusted.

    Args:
        result: The type of its value, in Spark's DDL spelling.
        arguments: The types of its arguments.

    Returns:
        Whether two computations over the same rows agree.
    """
    return is_comparable(result) and "array<" not in result and not any(map(is_floating, (result, *arguments)))

"""Random aggregate calls that are recomputed, or counts in disguise, in the SQL that Spark and DuckDB share."""

from __future__ import annotations

import random
from collections.abc import Callable

Expression = Callable[[str], str]
"""Writes an expression of a kind."""

_MOMENTS = ("stddev_samp", "var_pop", "stddev", "variance", "skewness", "kurtosis")
_PAIRED = ("covar_pop", "covar_samp", "corr", "regr_slope", "regr_r2", "regr_sxy", "regr_avgx")
_EXACT = {
    "count(DISTINCT {int})": "int",
    "count(DISTINCT {string})": "int",
    "sum(DISTINCT {int})": "int",
    "sum(DISTINCT {decimal})": "decimal",
    "min(DISTINCT {string})": "string",
    "COALESCE(count_if({condition}), 0)": "int",
    "regr_count({int}, {decimal})": "int",
    "bit_xor({int})": "int",
    "bit_and({int})": "int",
    "bit_or(DISTINCT {int})": "int",
    "CASE WHEN bool_and({condition}) THEN 1 WHEN count(*) > 1 THEN 0 END": "int",
    "CASE WHEN NOT bool_or({condition}) THEN 1 END": "int",
    "median({int})": "quotient",
    "percentile_cont(0.25) WITHIN GROUP (ORDER BY {int})": "quotient",
    "mode() WITHIN GROUP (ORDER BY COALESCE({int}, 0) * 0)": "int",
    "approx_count_distinct({string})": "int",
    "max_by(COALESCE({int}, 0) * 0 + 7, {int})": "int",
}


def random_call(chance: random.Random, expression: Expression, condition: str, *, nested: bool) -> tuple[str, str]:
    """Write a call.

    Args:
        chance: Where chance comes from.
        expression: Writes the arguments.
        condition: A condition on the rows.
        nested: Whether the aggregate stands below other operators.

    Returns:
        The call and its kind.
    """
    if not nested and chance.random() < 0.3:
        if chance.random() < 0.5:
            return f"{chance.choice(_MOMENTS)}({expression(chance.choice(('int', 'double')))})", "quotient"
        function, pair = chance.choice(_PAIRED), f"({expression('int')}, {expression('double')})"
        if function == "corr":  # Of one pair of values it is NaN in DuckDB, and NULL in Spark.
            return f"CASE WHEN regr_count{pair} > 1 THEN corr{pair} END", "quotient"
        return f"{function}{pair}", "quotient"
    if not nested and chance.random() < 0.15:
        return f"array_sort(array_agg({expression('string')}))", "array"
    form = chance.choice(sorted(_EXACT))
    written = form
    for kind in ("int", "string", "decimal"):
        written = written.replace("{" + kind + "}", expression(kind))
    if form.startswith("regr_count"):  # Unsigned in DuckDB, where one less than none is an error.
        written = f"CAST({written} AS BIGINT)"
    return written.replace("{condition}", condition), _EXACT[form]


def random_sets(chance: random.Random, keys: list[str]) -> str:
    """Write grouping sets over some keys, each of which stands in one of them.

    Args:
        chance: Where chance comes from.
        keys: The keys, all different.

    Returns:
        What follows GROUP BY.
    """
    choice = chance.randrange(5)
    listed = ", ".join(keys)
    if choice == 0:
        return f"ROLLUP ({listed})"
    if choice == 1:
        return f"CUBE ({listed})"
    if choice == 2:
        return f"{keys[0]}, ROLLUP ({keys[-1]})" if len(keys) > 1 else f"ROLLUP ({listed})"
    others = chance.sample([f"({keys[0]})", f"({keys[-1]})", "()"], chance.randint(1, 3))
    return f"GROUPING SETS (({listed}), {', '.join(others)})"

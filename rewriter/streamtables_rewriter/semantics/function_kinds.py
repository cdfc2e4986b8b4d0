"""What kind of function a name stands for in Spark. Names are lower-case."""

from __future__ import annotations

from typing import Final

AGGREGATES: Final = frozenset(
    [
        "any",
        "any_value",
        "approx_count_distinct",
        "approx_percentile",
        "approx_top_k",
        "approx_top_k_accumulate",
        "approx_top_k_combine",
        "array_agg",
        "avg",
        "bit_and",
        "bit_or",
        "bit_xor",
        "bitmap_and_agg",
        "bitmap_construct_agg",
        "bitmap_or_agg",
        "bool_and",
        "bool_or",
        "collect_list",
        "collect_set",
        "corr",
        "count",
        "count_if",
        "count_min_sketch",
        "covar_pop",
        "covar_samp",
        "every",
        "first",
        "first_value",
        "histogram_numeric",
        "hll_sketch_agg",
        "hll_union_agg",
        "kll_merge_agg_bigint",
        "kll_merge_agg_double",
        "kll_merge_agg_float",
        "kll_sketch_agg_bigint",
        "kll_sketch_agg_double",
        "kll_sketch_agg_float",
        "kurtosis",
        "last",
        "last_value",
        "listagg",
        "max",
        "max_by",
        "mean",
        "median",
        "min",
        "min_by",
        "mode",
        "percentile",
        "percentile_approx",
        "percentile_cont",
        "percentile_disc",
        "regr_avgx",
        "regr_avgy",
        "regr_count",
        "regr_intercept",
        "regr_r2",
        "regr_slope",
        "regr_sxx",
        "regr_sxy",
        "regr_syy",
        "schema_of_variant_agg",
        "skewness",
        "some",
        "std",
        "stddev",
        "stddev_pop",
        "stddev_samp",
        "sum",
        "string_agg",
        "theta_intersection_agg",
        "theta_sketch_agg",
        "theta_union_agg",
        "try_avg",
        "try_sum",
        "tuple_intersection_agg_double",
        "tuple_intersection_agg_integer",
        "tuple_sketch_agg_double",
        "tuple_sketch_agg_integer",
        "tuple_union_agg_double",
        "tuple_union_agg_integer",
        "var_pop",
        "var_samp",
        "variance",
        "vector_avg",
        "vector_sum",
    ]
)

REFUSED_AGGREGATES: Final = frozenset({"grouping", "grouping_id", "measure"})
"""Written like aggregates, but part of a view that is not maintained, or of grouping sets where there are none."""

GROUPING_FUNCTIONS: Final = frozenset({"grouping", "grouping_id"})

GENERATORS: Final = frozenset(
    [
        "collations",
        "explode",
        "explode_outer",
        "inline",
        "inline_outer",
        "json_tuple",
        "posexplode",
        "posexplode_outer",
        "python_worker_logs",
        "sql_keywords",
        "stack",
        "variant_explode",
        "variant_explode_outer",
    ]
)

MAINTAINED_GENERATORS: Final = frozenset(
    [
        *("explode", "explode_outer", "inline", "inline_outer", "json_tuple", "posexplode", "posexplode_outer"),
        *("stack", "variant_explode", "variant_explode_outer"),
    ]
)

WINDOW_FUNCTIONS: Final = frozenset(
    ["cume_dist", "dense_rank", "lag", "lead", "nth_value", "ntile", "percent_rank", "rank", "row_number"]
)

WINDOW_TIME: Final = "window_time"

TIME_WINDOWS: Final = frozenset({"session_window", "window", WINDOW_TIME})

VOLATILE: Final = frozenset(
    [
        "aes_encrypt",
        "curdate",
        "current_catalog",
        "current_database",
        "current_date",
        "current_path",
        "current_schema",
        "current_time",
        "current_timestamp",
        "current_timezone",
        "current_user",
        "getdate",
        "input_file_block_length",
        "input_file_block_start",
        "input_file_name",
        "java_method",
        "localtimestamp",
        "monotonically_increasing_id",
        "now",
        "rand",
        "randn",
        "random",
        "randstr",
        "reflect",
        "session_user",
        "shuffle",
        "spark_partition_id",
        "try_reflect",
        "uniform",
        "user",
        "uuid",
        "version",
    ]
)
"""Functions whose value depends on more than their arguments: chance, the clock, the session, the file read."""

VOLATILE_WITHOUT_ARGUMENTS: Final = frozenset({"to_unix_timestamp", "unix_timestamp"})

KEYWORD_FUNCTIONS: Final = frozenset(
    [
        "current_catalog",
        "current_database",
        "current_date",
        "current_path",
        "current_schema",
        "current_time",
        "current_timestamp",
        "current_user",
        "localtimestamp",
        "session_user",
        "user",
    ]
)
"""Functions that Spark also reads without parentheses, where no column has the name."""

VOLATILE_DATES: Final = frozenset({"now", "today", "tomorrow", "yesterday"})
"""Strings that a cast to a date or timestamp reads off the clock."""

NAMED_BY_ARGUMENTS: Final = frozenset({"arrays_zip"})
"""Functions whose result type holds the names of the columns given."""

UNREADABLE: Final = frozenset({"identifier"})
"""Written like functions, but something else."""

UNIT_FIRST: Final = frozenset({"date_add", "date_diff", "dateadd", "datediff", "timestampadd", "timestampdiff"})
"""With three arguments, the first is a unit of time and no column."""

KNOWN: Final = frozenset().union(
    *(AGGREGATES, REFUSED_AGGREGATES, GROUPING_FUNCTIONS, GENERATORS, WINDOW_FUNCTIONS, TIME_WINDOWS),
    *(VOLATILE, VOLATILE_WITHOUT_ARGUMENTS, KEYWORD_FUNCTIONS, NAMED_BY_ARGUMENTS, UNREADABLE, UNIT_FIRST),
)
"""Spark's own functions as far as they are told apart here; without a qualifier, their names are never users'."""

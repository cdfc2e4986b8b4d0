"""What is maintained, how, and what is not: read from the rules and the conditions, so that it cannot be outdated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamtables_grammar.errors import load_conditions
from streamtables_rewriter.operators import RULES
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    FullJoin,
    Generate,
    InnerJoin,
    LeftJoin,
    MarkJoin,
    Node,
    Project,
    Repeat,
    Scan,
    SemiJoin,
    Sessions,
    TopK,
    UnionAll,
    Values,
    Window,
)

_REREAD = (
    "a condition may read maps, and take values out of variants; without an equality in it, each changed row meets all "
    "rows"
)
_SHAPES: Mapping[type[Node], tuple[str, str, str]] = {
    Scan: (
        "Delta tables, stream tables, views (inlined), derived tables, CTEs; all of it also in pipe syntax",
        "linear",
        "columns of any type, also in the result; variants are told apart eight levels deep",
    ),
    Filter: (
        "WHERE, HAVING",
        "linear; on time: the old rows between the two instants",
        "deterministic conditions; the clock in WHERE",
    ),
    Project: ("SELECT list", "linear", "any deterministic scalar expression; users' functions that read no tables"),
    InnerJoin: (
        "inner joins: comma, ON, USING, NATURAL, CROSS, self, non-equi; LATERAL; scalar subqueries",
        "bilinear",
        "any number of inputs",
    ),
    LeftJoin: ("LEFT and RIGHT JOIN, on anything", "linear on the left, keyed by partners on the right", _REREAD),
    FullJoin: ("FULL JOIN, on anything", "as LEFT JOIN and LEFT ANTI JOIN", _REREAD),
    SemiJoin: ("LEFT SEMI JOIN, EXISTS, IN", "linear on the left, keyed by partners on the right", _REREAD),
    AntiJoin: ("LEFT ANTI JOIN, NOT EXISTS, NOT IN", "linear on the left, keyed by partners on the right", _REREAD),
    MarkJoin: ("EXISTS and IN as values", "linear outside, keyed by partners inside", _REREAD),
    UnionAll: ("UNION ALL", "linear", ""),
    Aggregate: (
        (
            "GROUP BY, DISTINCT, UNION, INTERSECT, EXCEPT, and global aggregates; FILTER, DISTINCT, WITHIN GROUP, "
            "users' own functions"
        ),
        "merged by group key; keyed below other operators",
        (
            "count, sum, avg, count_if, bool_and, bool_or, regr_count are merged; affected groups are computed anew "
            "for all others, for min/max and sums of floating-point numbers after deletes, and for decimals of more "
            "than 27 digits and 6 after the point; first, last and any_value take the smallest value; below other "
            "operators, sums and averages of FLOAT and DOUBLE, stddev and the like, collect_list and collect_set take "
            "the values of a group in ascending order; approximations, sums of vectors, and users' functions of or to "
            "FLOAT, DOUBLE and arrays only at the top"
        ),
    ),
    TopK: (
        "ORDER BY with LIMIT or OFFSET, anywhere",
        (
            "at the top of groups: as the groups, which are sorted when they are read; at the top of rows: the stored "
            "rows and those that came, all rows where too many went; elsewhere all rows"
        ),
        (
            "ties are broken by all columns; all rows, too, behind an OFFSET or an order that is not shown, and for "
            "groups where `streamtables.apply` is `merge`, which stores the first ones only; "
            "ORDER BY alone has no effect, LIMIT alone is refused; "
            "in a pipe, stages that leave rows where they are may stand between them"
        ),
    ),
    Values: (
        "VALUES, queries without FROM; under a join: ROLLUP, CUBE, GROUPING SETS, UNPIVOT",
        "never changes",
        "up to 4096 grouping sets; PIVOT is an aggregate with conditions, over constant values",
    ),
    Window: (
        "window functions, named windows, QUALIFY, several partitionings",
        "keyed by PARTITION BY; all rows without, and of a window below one with which it shares no key",
        (
            "ties are broken by all columns; over a RANGE frame with an offset, floating-point sums, stddev and the "
            "like, and collections take their values in ascending order, and first_value, last_value, and users' "
            "functions of or to FLOAT, DOUBLE and arrays are refused"
        ),
    ),
    Generate: (
        (
            "LATERAL VIEW [OUTER], LATERAL and select-list explode, posexplode, inline, stack, json_tuple, "
            "variant_explode; time windows: `window`, tumbling and sliding, with a start; `window_time`"
        ),
        "linear",
        "inline names its columns by AS or by its argument's type; one time window a query block, outside of WHERE",
    ),
    Sessions: (
        "`session_window` in GROUP BY, with a fixed or a computed gap",
        "keyed by what else is in GROUP BY; all rows without",
        (
            "grouped by beside plain keys, no grouping sets; aggregates do not read it; DISTINCT and set operations, "
            "in which Spark merges sessions, too, take its start and end"
        ),
    ),
    Repeat: ("INTERSECT ALL, EXCEPT ALL", "linear over the groups of equal rows", ""),
}
_REFUSED = "UNSUPPORTED_QUERY."


@dataclass(frozen=True, slots=True)
class SupportedShape:
    """A query shape that is maintained.

    Attributes:
        shape: What users write.
        strategy: How its delta is found.
        limits: What to know.
    """

    shape: str
    strategy: str
    limits: str


def supported_shapes() -> tuple[SupportedShape, ...]:
    """Return a row for each rule.

    Returns:
        The rows, in the order of the rule table.
    """
    return tuple(SupportedShape(*_SHAPES[node]) for node in RULES)


def refused_shapes() -> tuple[tuple[str, str], ...]:
    """Return what AUTO takes as FULL and DIFFERENTIAL refuses.

    Returns:
        Pairs of condition and message.
    """
    conditions = load_conditions("streamtables_rewriter")
    return tuple((name, c.message) for name, c in conditions.items() if name.startswith(_REFUSED))

"""The page of what is maintained from changes."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from docs.generating.markdown import sql, table

from streamtables_rewriter.operators import RULES
from streamtables_rewriter.support_table import supported_shapes

_TEXTS = Path(__file__).with_name("supported.json")
_HEAD = """# What is maintained

*Maintained* means that a refresh takes the changed rows of the sources and computes from them what changes in the result. Nearly all of Spark's queries are. The rest is
recomputed, and says so: see [what is refused](refusals.md), with what to write in its place.

To know of one query, ask:

```sql
EXPLAIN CREATE STREAM TABLE sales.open_orders AS
SELECT id, amount FROM sales.orders WHERE status = 'open';
```

The row `mode` says `DIFFERENTIAL` or `FULL`, and `blocking condition` names what is in the way. To be sure, create the table with `REFRESH MODE DIFFERENTIAL`: a query
that cannot be maintained is an error then.
"""
_TIME = """## Filters on time

A query may compare a column with the clock. Rows leave when their time has passed, at the next refresh:

```sql
SELECT id, amount FROM sales.orders WHERE ordered_at >= current_timestamp() - INTERVAL 7 DAYS;
```

## What a query means is settled at CREATE

Names are completed, and every setting of the session that may change what the text means (ANSI mode, time zone, `spark.sql.timestampType` and the like) is recorded, as
Spark's own views record them. `DESCRIBE STREAM TABLE` shows them. A refresh, a `VERIFY` and reading give the same rows in whatever session they run.

Where Spark may choose (which of tied rows is first, which value `any_value` takes), a stream table always chooses the same: ties are broken by all columns, and `first`,
`last` and `any_value` take the smallest value.

## What costs more

| a query with … | a refresh … | write, if you can |
|---|---|---|
| `min` or `max`, where rows go | computes the groups anew from which rows went | |
| sums of `FLOAT` and `DOUBLE`, where rows go or change | computes these groups anew, since taking out leaves rounding behind | `DECIMAL`; or `streamtables.float_sums` = `algebraic`, where rounding is no matter |
| a window without `PARTITION BY` | evaluates it over all rows | `PARTITION BY` |
| an outer join without an equality | compares each changed row with all rows of the other side | an equality in `ON` |
| the first n of few groups, all changing | orders all of them | |
| a change of more than a tenth of a source | recomputes, in mode `AUTO` | refresh more often; or another `streamtables.full_fraction` |

## In detail

A row for each operator that a query is made of, with how its changes are found.
"""


@cache
def supported() -> tuple[dict[str, Any], ...]:
    """Read the page's sections.

    Returns:
        Title, operators, what to write, what to know and an example, of each.

    Raises:
        ValueError: The operators of the sections are not those that have rules.
    """
    sections: list[dict[str, Any]] = json.loads(_TEXTS.read_text(encoding="utf-8"))
    named = sorted(operator for section in sections for operator in section["operators"])
    if named != sorted(node.__name__ for node in RULES):
        raise ValueError(f"{_TEXTS.name} names {named}, rules are there for {sorted(node.__name__ for node in RULES)}")
    return tuple(sections)


def supported_page() -> str:
    """Write the page.

    Returns:
        Markdown.
    """
    rows = [(f"**{section['title']}**", section["write"], section["know"]) for section in supported()]
    parts = [_HEAD, table(("", "you write", "good to know"), rows), ""]
    parts += ["## Examples", "", "Each of these is maintained.", ""]
    for section in supported():
        parts += [f"### {section['title']}", "", sql(f"{section['example']};"), ""]
    details = [(shape.shape, shape.strategy, shape.limits) for shape in supported_shapes()]
    return "\n".join([*parts, _TIME, table(("query shape", "how its changes are found", "limits"), details)]) + "\n"

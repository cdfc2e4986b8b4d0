"""The page of settings: those of a session, those of a table, and the accelerators."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docs.generating.markdown import sql, table

from streamtables.catalog.definition import FRESH_READS_PROPERTY, FUSE_PROPERTY
from streamtables.catalog.triggers import TRIGGERS_PROPERTY
from streamtables.engine.concurrency.conflicts import TIMEOUT
from streamtables.engine.defects import STRICT
from streamtables.engine.immediate.catch_up import FRESH_READS
from streamtables.engine.programs.options import (
    APPLY_PROPERTY,
    DEFAULT_FULL_FRACTION,
    FLOAT_SUMS_PROPERTY,
    FULL_FRACTION_PROPERTY,
)
from streamtables.engine.refreshing.parallel_order import PARALLELISM
from streamtables.engine.refreshing.report import ON_ERROR_SETTING
from streamtables.engine.triggers import settings as triggers
from streamtables.scheduler.scheduler import LEASE_TIMEOUT, POLL_INTERVAL, RUNS
from streamtables.spark.accelerators.chosen import ALL_SETTING, MEMORY_SETTING, ONE_SETTING
from streamtables.spark.accelerators.registry import ACCELERATORS, Scope
from streamtables.spark.jvm.driver_memory import DEFAULT_FRACTION, SETTING

SESSION: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        ON_ERROR_SETTING: (
            "`raise`",
            "`report` returns the rows of tables that failed or were skipped, where `raise` ends the statement with an error",
        ),
        triggers.ON_ERROR_SETTING: (
            "`retry`",
            "`skip` goes on behind changes for which a trigger failed; `retry` runs it again for them after the next refresh",
        ),
        TIMEOUT: ("`60s`", "for how long a statement tries again while other processes write to its table"),
        PARALLELISM: (
            "`4`",
            "how many stream tables of one statement are refreshed at a time, where none of them reads another",
        ),
        SETTING: (
            f"`{DEFAULT_FRACTION}`",
            "the share of the driver's heap that rows of all refreshes together may take, up to 0.9",
        ),
        FRESH_READS: (
            "`on`",
            "`off` reads IMMEDIATE stream tables as they are, without bringing them up to date first",
        ),
        STRICT: (
            "`false`",
            "`true` raises a defect of streamtables in mode `AUTO`, too, where the table would be recomputed around it",
        ),
        POLL_INTERVAL: ("`200ms`", "how often a scheduler looks at sources; read when it is started"),
        RUNS: ("`4`", "how many runs a scheduler lets go on beside each other; read when it is started"),
        LEASE_TIMEOUT: (
            "`30s`",
            "how long after a scheduler was killed another one takes over; read when it is started",
        ),
        ALL_SETTING: ("`on`", "`off` turns all [accelerators](#accelerators) off"),
        f"{ONE_SETTING}<name>": ("`on`", "`off` turns one accelerator off"),
        MEMORY_SETTING: (
            "an eighth of the heap",
            "what kept columns may take in each process: a size (`512m`), a share of its heap (`0.125`), or `0` for none",
        ),
    }
)
"""Every setting of a session, with its default and its meaning."""
TABLE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        APPLY_PROPERTY: (
            "`auto` (default), `merge`, `append`",
            (
                "how changes reach the table. `append` adds what changed to a grouped table as further parts of its groups, in one "
                "small INSERT; reading sums the parts, and they are put together in the background. It needs aggregates that add "
                "up. To a table without groups it adds the rows that come. `merge` exchanges the changed rows. `auto` appends where "
                "that is exact and the table is neither partitioned nor clustered. Of the first n groups of an order, `merge` "
                "stores just these: reading is fastest then, and each refresh computes all groups"
            ),
        ),
        FRESH_READS_PROPERTY: (
            "`true`, `false` (default)",
            "whether the table is brought up to date before it is read, as IMMEDIATE ones are",
        ),
        FUSE_PROPERTY: (
            "such as `50 percent`",
            "the largest share of a source that may change; a refresh from more does not run, and the table is suspended",
        ),
        FULL_FRACTION_PROPERTY: (
            f"0 to 1, default {DEFAULT_FULL_FRACTION}",
            "the share of a source above which `AUTO` recomputes",
        ),
        FLOAT_SUMS_PROPERTY: (
            "`exact` (default), `algebraic`",
            "whether sums of FLOAT and DOUBLE may be maintained by adding and taking out, which leaves rounding behind",
        ),
        TRIGGERS_PROPERTY: ("`auto` (default), `on`, `off`", "whether its triggers run"),
    }
)
"""Every table property of ours that a user sets, with its values and its meaning."""
_HEAD = """# Settings

## Of a session

They hold for the statements of the session that sets them:
"""
_TABLES = """
## Of a stream table

Table properties, given at `CREATE` or changed later:
"""
_OTHERS = """
Other names under `streamtables.` are refused, so that a slip of the pen has no silent effect ([UNKNOWN_TABLE_PROPERTY](errors.md#unknown_table_property)). So are
properties of Delta under which refreshes could not work: `delta.appendOnly`, `delta.columnMapping.…`, `delta.constraints.…`,
`delta.setTransactionRetentionDuration`, and those that keep commits elsewhere. All other properties are yours: they are stored with the table, and `delta.…` ones do
what they do for any Delta table.
"""
_ACCELERATORS = f"""
## Accelerators

Refreshes reach into private parts of Spark, Delta and Hadoop where that is much faster. Each such accelerator has a plain way beside it, with the same modes and the
same rows. What one needs is looked for when stream tables are enabled: what is missing is off, and a warning in the log says so once. `EXPLAIN REFRESH STREAM TABLE`
says which ones a refresh would use, and why not the others. `{ALL_SETTING}` turns off all, `{ONE_SETTING}<name>` one.
"""
_SPARK = """
## Spark's own

In a session of your own, set two of Spark's settings when it starts, as `streamtables.session` does. Refreshes are faster with them:

| setting | value | why |
|---|---|---|
| `spark.sql.codegen.cache.maxEntries` | `2000` | a refresh has up to 70 compiled classes, and Spark keeps 100; what it has lost is compiled again |
| `spark.buffer.pageSize` | `2m` | each operator of each task begins with so much memory, filled with zeros |

Settings that change what a query means (ANSI mode, time zone and the like) are recorded when a stream table is created, and hold for its refreshes whatever the session
says later.
"""


def settings_page() -> str:
    """Write the page.

    Returns:
        Markdown.
    """
    session = [(f"`{name}`", default, meaning) for name, (default, meaning) in SESSION.items()]
    properties = [(f"`{name}`", values, meaning) for name, (values, meaning) in TABLE.items()]
    accelerators = [
        (f"`{one.name}`", one.does, one.alternative, "" if one.scope is Scope.OWN_JOBS else "yes")
        for one in ACCELERATORS.values()
    ]
    application = (
        "Those that touch the whole application are on where `streamtables.session` has started it; elsewhere "
    )
    return "\n".join(
        [
            _HEAD,
            sql(f"SET {PARALLELISM} = 8;"),
            "",
            table(("setting", "default", "meaning"), session),
            _TABLES,
            sql(
                "CREATE STREAM TABLE sales.totals TBLPROPERTIES ('streamtables.full_fraction' = 0.3) AS\n"
                "SELECT status, sum(amount) AS revenue FROM sales.orders GROUP BY status;\n"
                "ALTER STREAM TABLE sales.totals SET TBLPROPERTIES ('streamtables.fuse' = '50 percent');"
            ),
            "",
            table(("property", "values", "meaning"), properties),
            _OTHERS,
            _ACCELERATORS.strip("\n"),
            "",
            table(("accelerator", "what it does", "in its place", "touches the application"), accelerators),
            "",
            f"{application}`SET {ONE_SETTING}<name> = on` turns one on.",
            _SPARK.rstrip(),
            "",
        ]
    )

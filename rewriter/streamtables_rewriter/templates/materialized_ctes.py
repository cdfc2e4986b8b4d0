"""Common subexpressions: small results that several places of a query read, computed once before it.

Spark plans and computes a common table expression anew wherever it is read, and what stands below as often as all that
reads it. To compute it first takes a job of its own. What reads it is then planned with its real size, and what is
joined with no rows is not computed at all. Small is what the query itself broadcasts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.sql.columns import RESERVED_PREFIX, identifier
from streamtables_rewriter.sql.with_clauses import common_queries, count_reads, tables_read, with_reachable
from streamtables_rewriter.templates.step_roles import StepRole

LEAST_SAVED = 4
"""What a step of its own must spare the query to be worth a job: reads of changes, which are small."""
_OF_A_TABLE = 3
"""How many such reads a read of a whole table counts for."""
_ALWAYS = (StepRole.ALL_GROUPS, StepRole.UNCHANGING)
"""What is worth a step however often it is read."""


@dataclass(frozen=True, slots=True)
class Step:
    """A query that is computed before what reads it.

    Attributes:
        name: The name under which its rows are read.
        query: The query.
        role: What its rows are, where that tells something.
    """

    name: str
    query: exp.Expr
    role: StepRole | None = None


def find_common_subexpressions(tree: exp.Expr, is_change: Callable[[str], bool]) -> tuple[str, ...]:
    """Choose the common table expressions of a query that are worth a step of their own.

    Args:
        tree: The query.
        is_change: Tells of a table's name whether it holds changed rows only.

    Returns:
        Their names, in order.
    """
    queries = common_queries(tree)
    reads = {name: count_reads(query) for name, query in queries.items()}
    body = Counter(table.name for table in tables_read(tree) if table.find_ancestor(exp.CTE) is None)
    small = _broadcast_relations(tree) & set(queries)
    chosen = {name for name, query in queries.items() if StepRole.of(query) in _ALWAYS}
    while True:
        saved = {
            name: saving for name, saving in _savings(reads, body, chosen, is_change).items() if name in small - chosen
        }
        best = max(saved, key=lambda name: saved[name], default=None)
        if best is None or saved[best] < LEAST_SAVED:
            return tuple(name for name in queries if name in chosen)
        chosen.add(best)


def incremental_name(name: str) -> str:
    """Name the query for all groups of an aggregate as they follow from those of the refresh before.

    Args:
        name: The name of the common table expression that computes them from the sources.

    Returns:
        The name of another one, which nothing reads.
    """
    return f"following_{name}"


def cached_name(name: str) -> str:
    """Name the relation of all groups of an aggregate as they were at the refresh before.

    Args:
        name: The name of the common table expression that computes them from the sources.

    Returns:
        The name of a table.
    """
    return f"{RESERVED_PREFIX}remembered_{name}"


def take_incremental(tree: exp.Expr) -> dict[str, exp.Expr]:
    """Take the queries for groups that follow from those of the refresh before out of a query.

    Args:
        tree: The query, changed in place.

    Returns:
        These queries, by the names of the common table expressions whose place they may take.
    """
    queries = common_queries(tree)
    found = {name: queries[incremental_name(name)] for name in queries if incremental_name(name) in queries}
    if found:
        taken = set(map(incremental_name, found))
        kept = [cte for cte in tree.args["with_"].expressions if cte.alias not in taken]
        tree.set("with_", exp.With(expressions=kept))
    return found


def take_steps(tree: exp.Expr, names: Collection[str]) -> tuple[list[Step], exp.Expr]:
    """Take common table expressions out of a query.

    Args:
        tree: The query, changed in place.
        names: Which ones.

    Returns:
        The steps, in the order in which they are to be computed, and what remains.
    """
    if not names:
        return [], tree
    queries = common_queries(tree)
    for table in list(tables_read(tree)):
        if table.name in names and not table.args.get("db"):
            alias = table.args.get("alias") or exp.TableAlias(this=identifier(table.name))
            table.replace(exp.Table(this=identifier(_view(table.name)), alias=alias))
    tree.set("with_", None)
    plain = {name: query for name, query in queries.items() if name not in names}
    steps = [
        Step(_view(name), with_reachable(queries[name], plain, shared=True), StepRole.of(queries[name]))
        for name in queries
        if name in names
    ]
    return steps, with_reachable(tree, plain, shared=True)


def _view(name: str) -> str:
    return f"{RESERVED_PREFIX}step_{name}"


def _broadcast_relations(tree: exp.Expr) -> set[str]:
    """Name the relations that hints broadcast, under their own names."""
    found = set()
    for select in tree.find_all(exp.Select):
        hint = select.args.get("hint")
        if hint is None:
            continue
        hinted = {table.name for table in hint.find_all(exp.Table)}
        relations = [select.args["from_"].this, *(join.this for join in select.args.get("joins") or ())]
        found |= {r.name for r in relations if isinstance(r, exp.Table) and r.alias_or_name in hinted}
    return found


def _savings(
    reads: Mapping[str, Mapping[str, int]],
    body: Mapping[str, int],
    chosen: Collection[str],
    is_change: Callable[[str], bool],
) -> dict[str, int]:
    """Weigh the reads that are spared by computing each common table expression once."""
    below: dict[str, int] = {}

    def effort(table: str) -> int:
        return 1 if table in chosen or is_change(table) else below.get(table, _OF_A_TABLE)

    for name, tables in reads.items():
        below[name] = sum(count * effort(table) for table, count in tables.items())
    times = Counter(body)
    for name in reversed(tuple(reads)):
        for table, count in reads[name].items():
            times[table] += count * (1 if name in chosen else times[name])
    return {name: (times[name] - 1) * below[name] for name in reads}

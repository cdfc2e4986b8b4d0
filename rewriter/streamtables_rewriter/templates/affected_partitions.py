"""Which rows of the sources window functions would be evaluated over for a change: those of the affected partitions.

A partition that gains or loses a row is evaluated twice, as it was and as it is. Where its keys are expressions over
columns of one source, the source's own changed rows tell which partitions these are at the least, before anything is
computed. The keys are followed from the windows down to the sources, as a column's lineage is. Below a window of
another partitioning, all partitions are evaluated, unless both have a key in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.sql.columns import RESERVED_PREFIX, WEIGHT
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import PlaceholderKind, placeholder_of

_OTHERS = (exp.AggFunc, exp.Window, exp.UDTF, exp.Query)
"""What has no value for a single row."""


@dataclass(frozen=True, slots=True)
class AffectedPartitions:
    """Rows of a source that window functions are evaluated over, before and after a change.

    Attributes:
        source: Index of the source.
        keys: What tells the partitions apart: expressions over the source's columns, not qualified; none where all
            rows are one partition.
    """

    source: int
    keys: tuple[exp.Expr, ...]

    @property
    def column(self) -> str | None:
        """The only key, if it is a column."""
        key = self.keys[0] if len(self.keys) == 1 else None
        return key.name if isinstance(key, exp.Column) else None


def affected_partitions(template: DeltaTemplate) -> tuple[AffectedPartitions, ...]:
    """Find out what window functions are evaluated over, as it is and as it was.

    Args:
        template: How a change is brought into a stored table.

    Returns:
        At most one for each source and partitioning; nothing for partitionings whose keys are not those of one source.
    """
    tree = template.changes.tree
    windows = list(_windows(tree))
    if not any(WEIGHT in select.named_selects for select, _ in windows):
        return ()
    sides: dict[int, set[PlaceholderKind]] = {}
    for table in tree.find_all(exp.Table):
        placeholder = placeholder_of(table)
        if placeholder is not None and placeholder.read_source is not None:
            sides.setdefault(placeholder.read_source, set()).add(placeholder.kind)
    both = {source for source, kinds in sides.items() if len(kinds) == 2}
    lineage = _Lineage(tree)
    found: dict[tuple[int, tuple[str, ...]], AffectedPartitions] = {}
    for select, window in windows:
        partition = window.args.get("partition_by") or []
        if WEIGHT in select.named_selects:
            traced = [lineage.of(key, select) for key in partition]
            found_here = {source: tuple(key[source] for key in traced if source in key) for source in both}
            found_here = {source: keys for source, keys in found_here.items() if keys or not partition}
        else:
            # A window below one of another partitioning, which may need any of its rows.
            everything = lineage.all_rows(select)
            found_here = {} if everything is None else {everything: ()}
        for source, keys in found_here.items():
            if source in both:
                found.setdefault((source, tuple(key.sql() for key in keys)), AffectedPartitions(source, keys))
    return tuple(found.values())


def _windows(tree: exp.Expr) -> Iterator[tuple[exp.Select, exp.Window]]:
    """Find the windows, with the query that each stands in."""
    for select in tree.find_all(exp.Select):
        for column in select.expressions:
            for window in column.find_all(exp.Window):
                yield select, window


def _is_of_a_row(call: exp.Anonymous, select: exp.Select) -> bool:
    """Return whether a function that we do not know has a value for each row: no aggregate stands beside columns."""
    plain = any(isinstance(projection.unalias(), exp.Column) for projection in select.expressions)
    return plain and not select.args.get("group") and not call.name.startswith(RESERVED_PREFIX)


class _Lineage:
    """Says columns of queries as expressions over columns of the sources.

    Args:
        tree: The statement in which the queries stand.
    """

    def __init__(self, tree: exp.Expr) -> None:
        self._named = {cte.alias: cte.this for cte in tree.find_all(exp.CTE)}

    def of(self, expression: exp.Expr, select: exp.Select) -> dict[int, exp.Expr]:
        """Follow an expression down to the sources.

        Args:
            expression: An expression over the columns of a query's relations.
            select: The query.

        Returns:
            For each source in whose columns alone it can be said: that expression.
        """
        columns = list(expression.find_all(exp.Column))
        if not columns or expression.find(*_OTHERS) is not None:
            return {}
        if not all(_is_of_a_row(call, select) for call in expression.find_all(exp.Anonymous)):
            return {}
        said = [self._column(column, select) for column in columns]
        sources = set.intersection(*(set(one) for one in said))
        return {source: self._put(expression, columns, [one[source] for one in said]) for source in sources}

    def all_rows(self, query: exp.Expr) -> int | None:
        """Return the source of which a query takes all rows, alone and as they are; None where it is another one."""
        if isinstance(query, exp.Subquery):
            return self.all_rows(query.this)
        from_ = query.args.get("from_")
        if from_ is None or query.args.get("joins") or query.args.get("where") or query.args.get("group"):
            return None
        placeholder = placeholder_of(from_.this) if isinstance(from_.this, exp.Table) else None
        if placeholder is not None:
            return placeholder.read_source
        below = self._named.get(from_.this.name) if isinstance(from_.this, exp.Table) else from_.this
        return None if below is None else self.all_rows(below)

    @staticmethod
    def _put(expression: exp.Expr, columns: Sequence[exp.Column], said: Sequence[exp.Expr]) -> exp.Expr:
        if columns[0] is expression:
            return said[0].copy()
        texts = {id(column): one for column, one in zip(columns, said, strict=True)}
        copy = expression.copy()
        for column, own in zip(list(copy.find_all(exp.Column)), columns, strict=True):
            new = texts[id(own)]
            column.replace(new.copy() if isinstance(new, exp.Column) else exp.Paren(this=new.copy()))
        return copy

    def _column(self, column: exp.Column, select: exp.Select) -> dict[int, exp.Expr]:
        from_ = select.args.get("from_")
        places = [] if from_ is None else [from_, *(select.args.get("joins") or [])]
        relation = next((place.this for place in places if place.this.alias_or_name == column.table), None)
        if isinstance(relation, exp.Subquery):
            return self._output(relation.this, column.name)
        if not isinstance(relation, exp.Table):
            return {}
        placeholder = placeholder_of(relation)
        if placeholder is None:
            query = self._named.get(relation.name)
            return {} if query is None else self._output(query, column.name)
        if placeholder.read_source is None:
            return {}
        return {placeholder.read_source: exp.column(exp.to_identifier(column.name, quoted=True))}

    def _output(self, query: exp.Expr, name: str) -> dict[int, exp.Expr]:
        if isinstance(query, exp.Subquery):
            return self._output(query.this, name)
        if isinstance(query, exp.SetOperation):
            place = query.named_selects.index(name) if name in query.named_selects else None
            if place is None:
                return {}
            right = query.expression.named_selects[place]
            return self._output(query.expression, right) | self._output(query.this, name)
        if not isinstance(query, exp.Select):
            return {}
        projection = next((one for one in query.expressions if one.alias_or_name == name), None)
        return {} if projection is None else self.of(projection.unalias(), query)

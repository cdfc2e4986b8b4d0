"""A SELECT under construction: joins, filters and projections are added to it as long as that repeats no work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.sql.columns import (
    WEIGHT,
    aliased,
    column,
    conjunction,
    conjuncts,
    copied,
    identifier,
    substitute,
)
from streamtables_rewriter.sql.join_terms import arrange_joins


@dataclass(frozen=True, slots=True)
class SelectBlock:
    """A relation as a SELECT without grouping.

    Attributes:
        tables: The relations it reads, each under an alias that no other relation of the tree has.
        columns: What each output column stands for, over the columns of ``tables``.
        conditions: What must be true of the rows, join conditions included.
        weight: How often each row counts; None where each counts once.
        lead: Alias of a small relation to begin the joins with, to be sent to every worker.
    """

    tables: tuple[exp.Table, ...]
    columns: Mapping[str, exp.Expr]
    conditions: tuple[exp.Expr, ...] = ()
    weight: exp.Expr | None = None
    lead: str | None = None

    def expression(self, expression: exp.Expr) -> exp.Expr:
        """Express something about the output columns by the columns of ``tables``.

        Args:
            expression: An expression over the output columns.

        Returns:
            A new expression.
        """
        return substitute(expression, self.columns)

    def is_computed(self, name: str) -> bool:
        """Return whether an output column is more than a column or a constant."""
        return not isinstance(self.columns[name], exp.Column | exp.Literal | exp.Null | exp.Boolean)

    def is_relation(self) -> bool:
        """Return whether the block is one relation as it is: columns of it, and all of its rows.

        A constant is no column: it would keep its value in the rows that an outer join pads with NULLs.

        Returns:
            False where it must become a relation before an outer join may pad it.
        """
        plain = all(isinstance(e, exp.Column) for e in self.columns.values())
        return plain and len(self.tables) == 1 and not self.conditions

    def repeats_work(self, expressions: Iterable[exp.Expr], *, keeping: bool = False) -> bool:
        """Return whether expressing these would compute a computed column more than once.

        Args:
            expressions: Expressions over the output columns.
            keeping: Whether the output columns stay outputs beside the expressions.

        Returns:
            True if the block should become a relation of its own first.
        """
        uses: dict[str, int] = {}
        for expression in expressions:
            for found in expression.find_all(exp.Column):
                uses[found.name] = uses.get(found.name, int(keeping)) + 1
        return any(count > 1 and name in self.columns and self.is_computed(name) for name, count in uses.items())

    def where(self, conditions: Iterable[exp.Expr]) -> SelectBlock:
        """Keep the rows for which all conditions are true.

        Args:
            conditions: Conditions over the output columns.

        Returns:
            The narrower block.
        """
        more = (part for c in conditions for part in conjuncts(self.expression(c)))
        return replace(self, conditions=self.conditions + tuple(more))

    def project(self, columns: Mapping[str, exp.Expr]) -> SelectBlock:
        """Replace the output columns.

        Args:
            columns: Expressions over the present output columns, by new name.

        Returns:
            The block with the new outputs.
        """
        return replace(self, columns={name: self.expression(e) for name, e in columns.items()})

    def select(self, expressions: Sequence[exp.Expr]) -> exp.Select:
        """Write the block with a select list of its own.

        Args:
            expressions: The select list, over the columns of ``tables``; becomes part of the result.

        Returns:
            A new query.
        """
        first, joins, remaining = arrange_joins(self.tables, self.conditions, self.lead)
        query = exp.Select(expressions=list(expressions), from_=exp.From(this=first))
        if joins:
            query.set("joins", joins)
            if self.lead is not None:
                query.set("hint", broadcast_hint(self.lead))
        condition = conjunction(remaining)
        if condition is not None:
            query.set("where", exp.Where(this=condition))
        return query

    def outputs(self) -> list[exp.Expr]:
        """Write the select list: the output columns, then the weight if there is one.

        Returns:
            New expressions, at least one.
        """
        columns = [aliased(copied(e), name) for name, e in self.columns.items()]
        if self.weight is not None:
            columns.append(aliased(copied(self.weight), WEIGHT))
        return columns or [exp.Literal.number(1)]

    def query(self) -> exp.Select:
        """Write the block: its output columns, then its weight if it has one.

        Returns:
            A new query.
        """
        return self.select(self.outputs())


def plain_relation(table: exp.Table, columns: Iterable[str], *, weighted: bool = False) -> SelectBlock:
    """Read a relation as it is.

    Args:
        table: The relation under its alias.
        columns: Its columns.
        weighted: Whether it has a weight column, too.

    Returns:
        The block.
    """
    alias = str(table.alias_or_name)
    return SelectBlock(
        (table,),
        {name: column(name, alias) for name in columns},
        weight=column(WEIGHT, alias) if weighted else None,
    )


def join_blocks(
    blocks: Sequence[SelectBlock], conditions: Iterable[exp.Expr], lead: SelectBlock | None = None
) -> SelectBlock:
    """Join blocks, of which at most one has a weight.

    Args:
        blocks: The inputs, in their order in the query.
        conditions: The join conditions over their columns.
        lead: The one of them that is small, to begin the joins with.

    Returns:
        One block with the columns of all inputs, in order, and the weight of the one that has a weight.
    """
    joined = SelectBlock(
        tuple(table for block in blocks for table in block.tables),
        {name: e for block in blocks for name, e in block.columns.items()},
        tuple(c for block in blocks for c in block.conditions),
        weight=next((block.weight for block in blocks if block.weight is not None), None),
        lead=None if lead is None else lead.lead or str(lead.tables[0].alias_or_name),
    )
    return joined.where(conditions)


def broadcast_hint(alias: str) -> exp.Hint:
    """Write the hint that broadcasts a relation.

    Args:
        alias: The relation's alias.

    Returns:
        A new hint.
    """
    table = exp.Table(this=identifier(alias))
    return exp.Hint(expressions=[exp.JoinHint(this="BROADCAST", expressions=[table])])

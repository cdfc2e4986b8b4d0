"""Column names: the reserved ones, how names are written in SQL, and what a column stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlglot import exp
from sqlglot.dialects.spark import Spark

from streamtables_rewriter.errors import InternalRewriterError

RESERVED_PREFIX = "__st_"
WEIGHT = "__st_weight"
"""How often a changed row counts: positive for rows that came, negative for rows that went. Never zero."""
ROWS = "__st_rows"
"""How many rows a stored row stands for: those of its group, or its copies. Never below one, except globally."""
VISIBLE = "__st_visible"
"""Whether a stored group passes the query's conditions on groups."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_STORABLE = re.compile(r"\w+\Z")
_KEYWORDS = frozenset(Spark.tokenizer_class.KEYWORDS) | {
    *("ANALYSE", "BOTH", "CHECK", "CONSTRAINT", "DEFERRABLE", "DO", "GRANT", "INITIALLY", "LAMBDA", "LEADING", "ONLY"),
    *("PLACING", "PRIMARY", "REFERENCES", "RETURNING", "SOME", "SYMMETRIC", "TRAILING", "USER", "VARIADIC", "WINDOW"),
}
_ATOMS = (exp.Column, exp.Literal, exp.Func, exp.Paren, exp.Null, exp.Boolean, exp.Identifier, exp.Subquery)
_INFIX_FUNCTIONS = (exp.Connector, exp.Binary, exp.Unary)


def identifier(name: str) -> exp.Identifier:
    """Write a name as an identifier, quoted unless it is plain and no keyword.

    Args:
        name: The name.

    Returns:
        A new identifier.

    Examples:
        >>> [identifier(name).sql("spark") for name in ("id", "a b", "select")]
        ['id', '`a b`', '`select`']
    """
    return exp.Identifier(this=name, quoted=_PLAIN.match(name) is None or name.upper() in _KEYWORDS)


def column(name: str, table: str | None = None) -> exp.Column:
    """Write a reference to a column.

    Args:
        name: The column's name.
        table: Alias of the relation that has it.

    Returns:
        A new column.
    """
    return exp.Column(this=identifier(name), table=identifier(table) if table else None)


def copied(expression: exp.Expr) -> exp.Expr:
    """Copy an expression, quickly if it is a column.

    Args:
        expression: Any expression.

    Returns:
        An equal one that belongs to no tree.
    """
    if not isinstance(expression, exp.Column) or expression.args.get("db") is not None:
        return expression.copy()
    parts = {
        key: exp.Identifier(this=part.this, quoted=part.args.get("quoted"))
        for key in ("this", "table")
        if isinstance(part := expression.args.get(key), exp.Identifier)
    }
    return exp.Column(**parts)


def relation(name: str, alias: str | None = None) -> exp.Table:
    """Write a reference to a relation of a one-part name.

    Args:
        name: The relation's name.
        alias: Another name for it in this query.

    Returns:
        A new table.
    """
    return exp.Table(this=identifier(name), alias=exp.TableAlias(this=identifier(alias)) if alias else None)


def aliased(expression: exp.Expr, name: str) -> exp.Expr:
    """Give an expression an output name, which a column of that name has already.

    Args:
        expression: The expression; becomes part of the result.
        name: The output name.

    Returns:
        The expression under its name.
    """
    if isinstance(expression, exp.Column) and expression.name == name:
        return expression
    return exp.Alias(this=expression, alias=identifier(name))


def atom(expression: exp.Expr) -> exp.Expr:
    """Put an expression in parentheses unless it binds tighter than any operator.

    Args:
        expression: The expression; becomes part of the result.

    Returns:
        An expression that can stand on either side of any operator.
    """
    if isinstance(expression, _ATOMS) and not isinstance(expression, _INFIX_FUNCTIONS):
        return expression
    return exp.Paren(this=expression)


def references(expression: exp.Expr) -> frozenset[str]:
    """Collect the names of the columns in an expression.

    Args:
        expression: Any expression.

    Returns:
        The names.

    Examples:
        >>> import sqlglot
        >>> sorted(references(sqlglot.condition("a + t.b > abs(a)")))
        ['a', 'b']
    """
    return frozenset(found.name for found in expression.find_all(exp.Column))


def substitute(expression: exp.Expr, meaning: Mapping[str, exp.Expr]) -> exp.Expr:
    """Replace each column by what it stands for.

    Args:
        expression: An expression; left as it is.
        meaning: An expression for each column name; copied.

    Returns:
        A new expression.

    Raises:
        InternalRewriterError: A column has no meaning.

    Examples:
        >>> import sqlglot
        >>> substitute(sqlglot.condition("a * 2"), {"a": sqlglot.condition("x + y")}).sql()
        '(x + y) * 2'
    """
    if isinstance(expression, exp.Column):
        return copied(_meaning_of(expression, meaning))
    result = expression.copy()
    for found in list(result.find_all(exp.Column)):
        found.replace(atom(copied(_meaning_of(found, meaning))))
    return result


def _meaning_of(found: exp.Column, meaning: Mapping[str, exp.Expr]) -> exp.Expr:
    if found.name not in meaning:
        raise InternalRewriterError("PLAN_COLUMN_MISSING", {"column": found.name})
    return meaning[found.name]


def conjuncts(condition: exp.Expr | None) -> tuple[exp.Expr, ...]:
    """Split a condition at its outermost ANDs.

    Args:
        condition: A condition, or None for none.

    Returns:
        The conditions that must all hold, in order.

    Examples:
        >>> import sqlglot
        >>> [condition.sql() for condition in conjuncts(sqlglot.condition("a = 1 AND (b OR c) AND (d AND e)"))]
        ['a = 1', 'b OR c', 'd', 'e']
    """
    pending = [condition] if condition is not None else []
    found: list[exp.Expr] = []
    while pending:
        current = pending.pop()
        if isinstance(current, exp.Paren):
            pending.append(current.this)
        elif isinstance(current, exp.And):
            pending += [current.expression, current.this]
        else:
            found.append(current)
    return tuple(found)


def equalities(condition: exp.Expr | None) -> Iterator[tuple[exp.Column, exp.Column, bool]]:
    """Find the columns that a condition wants to be equal, either way round.

    Args:
        condition: A condition, or None for none.

    Yields:
        The two columns, and whether NULL equals NULL there.

    Examples:
        >>> import sqlglot
        >>> [(a.name, b.name, null_safe) for a, b, null_safe in equalities(sqlglot.condition("a = b AND c > 1"))]
        [('a', 'b', False), ('b', 'a', False)]
    """
    for part in conjuncts(condition):
        if isinstance(part, exp.EQ | exp.NullSafeEQ):
            left, right = part.this, part.expression
            if isinstance(left, exp.Column) and isinstance(right, exp.Column):
                null_safe = isinstance(part, exp.NullSafeEQ)
                yield left, right, null_safe
                yield right, left, null_safe


def conjunction(conditions: Iterable[exp.Expr]) -> exp.Expr | None:
    """Join conditions by AND.

    Args:
        conditions: The conditions; they become part of the result.

    Returns:
        One condition, or None if there is none.

    Examples:
        >>> import sqlglot
        >>> conjunction([sqlglot.condition("a OR b"), sqlglot.condition("c")]).sql()
        '(a OR b) AND c'
    """
    combined: exp.Expr | None = None
    for condition in conditions:
        operand = condition if isinstance(condition, exp.Predicate | exp.Not) else atom(condition)
        combined = operand if combined is None else exp.And(this=combined, expression=operand)
    return combined


def same_row(names: Sequence[tuple[str, str]], left: str, right: str) -> exp.Expr:
    """Compare columns pair by pair so that NULL equals NULL.

    Args:
        names: Pairs of a column on the left and one on the right.
        left: Alias of the left relation.
        right: Alias of the right relation.

    Returns:
        The condition; TRUE where there is nothing to compare.

    Examples:
        >>> same_row([("a", "b")], "stored", "changes").sql("spark")
        'stored.a IS NOT DISTINCT FROM changes.b'
    """
    equalities = [exp.NullSafeEQ(this=column(a, left), expression=column(b, right)) for a, b in names]
    return conjunction(equalities) or exp.Boolean(this=True)


def storable_names(names: Sequence[str]) -> tuple[str, ...]:
    """Choose the names under which output columns are stored.

    Delta refuses some characters in names, and names that differ by case only.

    Args:
        names: The names a user sees.

    Returns:
        A storable name for each: its own if possible, else one made of its letters and digits, all unique.

    Examples:
        >>> storable_names(["id", "ID", "count(1)"])
        ('id', 'ID_2', 'count_1')
    """
    taken = {name.casefold() for name in names if _is_storable(name)}
    used: set[str] = set()
    chosen: list[str] = []
    for name in names:
        candidate = name
        if not _is_storable(name) or name.casefold() in used:
            base = re.sub(r"\W+", "_", name).strip("_") or "column"
            base = f"c_{base}" if base.casefold().startswith(RESERVED_PREFIX.strip("_")) else base
            candidate, number = base, 1
            while candidate.casefold() in taken | used:
                number += 1
                candidate = f"{base}_{number}"
        used.add(candidate.casefold())
        chosen.append(candidate)
    return tuple(chosen)


def _is_storable(name: str) -> bool:
    return _STORABLE.match(name) is not None and not name.casefold().startswith(RESERVED_PREFIX)

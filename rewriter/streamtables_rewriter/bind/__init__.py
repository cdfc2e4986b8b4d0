"""From a query's text to its operator tree, as Spark reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.bind.expressions.select_list import exact
from streamtables_rewriter.bind.prune_columns import prune_columns
from streamtables_rewriter.bind.queries.query import bind_query_tree
from streamtables_rewriter.bind.scope.clauses import check_limit, ignored_order
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation
from streamtables_rewriter.bind.subqueries.subqueries import SubqueryBinder
from streamtables_rewriter.errors import InternalRewriterError, InvalidQueryError
from streamtables_rewriter.plan.nodes import Aggregate, BoundQuery, Output
from streamtables_rewriter.plan.relations import Relations, UserFunction
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.plan.window_columns import unmerged_sessions
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE, BY_ORDER
from streamtables_rewriter.semantics.column_types import is_collated
from streamtables_rewriter.sql.columns import RESERVED_PREFIX
from streamtables_rewriter.sql.pipe_syntax import final_clauses

__all__ = ["bind_query"]


def bind_query(
    text: str,
    relations: Relations,
    *,
    namespace: Sequence[str] | None = None,
    case_sensitive: bool = False,
    column_names: Sequence[str] | None = None,
    functions: Iterable[UserFunction] = (),
    clock: bool = False,
) -> BoundQuery:
    """Read a query and resolve every name in it.

    Args:
        text: A query that Spark has found valid.
        relations: Answers what table names stand for.
        namespace: Catalog and schema of names that are not full; None for the session's current ones.
        case_sensitive: Whether names that differ in case differ.
        column_names: The output names as Spark gives them; without them, names that Spark makes up are guessed.
        functions: The users' own functions that it may call.
        clock: Whether WHERE may read the clock; the plan's templates then have placeholders for the instants.

    Returns:
        The query as operators over its sources. The root puts out exactly the outputs' columns, in order.

    Raises:
        UnsupportedQueryError: The query cannot be maintained differentially; the error names the part.
        InvalidQueryError: The query is wrong in every mode.
        InternalRewriterError: OUTPUT_COLUMNS_DIFFER: we read other columns than Spark.

    Examples:
        >>> from streamtables_rewriter.plan.render import render_query
        >>> print(render_query(bind_query("SELECT id FROM orders WHERE amount > 100", relations)))
        Output id = id_2
        Project id_2 = id
          Filter amount > 100
            Scan orders: id, amount
    """
    query_text = QueryText(text, namespace=None if namespace is None else tuple(namespace))
    try:
        environment = Environment(query_text)
        known = {function.name: function for function in functions}
        context = BindingContext(relations, case_sensitive, bind_query_tree, SubqueryBinder, known, clock)
        tree = query_text.parse()
        check_limit(query_text, tree, nested=False)
        relation = exact(context, bind_query_tree(context, tree, environment))
        final = final_clauses(tree)
        _check_ignored_orders(query_text, final, context, relation)
        outputs = _outputs(context, query_text, final, relation, column_names)
        notices = tuple(dict.fromkeys([*context.notices, *_choice_notices(relation)]))
        _check_sessions(query_text, relation)
        bound = prune_columns(BoundQuery(relation.node, context.sources, outputs, notices, tuple(context.called)))
        _check_collations(query_text, bound)
        _check_stored_sessions(query_text, bound)
    except RecursionError:
        # The cause is a traceback a thousand frames long that tells nothing.
        raise query_text.unsupported("TOO_DEEP", query_text.span(0, len(text))) from None
    return bound


def _outputs(
    context: BindingContext,
    text: QueryText,
    tree: exp.Expr,
    relation: BoundRelation,
    column_names: Sequence[str] | None,
) -> tuple[Output, ...]:
    names = [c.name for c in relation.visible] if column_names is None else list(column_names)
    if len(names) != len(relation.visible):
        counts = {"expected": str(len(names)), "found": str(len(relation.visible))}
        raise InternalRewriterError("OUTPUT_COLUMNS_DIFFER", counts)
    seen: set[str] = set()
    for position, name in enumerate(names):
        if name.lower().startswith(RESERVED_PREFIX):
            hint = f"give it another name with AS; {RESERVED_PREFIX} is kept for hidden state"
            raise InvalidQueryError("RESERVED_NAME", {"name": name}, span=_item_span(text, tree, position), hint=hint)
        if context.fold(name) in seen:
            hint = "give one of them another name with AS"
            raise InvalidQueryError(
                "DUPLICATE_OUTPUT_NAME", {"name": name}, span=_item_span(text, tree, position), hint=hint
            )
        seen.add(context.fold(name))
    return tuple(Output(name, c.column) for name, c in zip(names, relation.visible, strict=True))


def _check_collations(text: QueryText, bound: BoundQuery) -> None:
    """Refuse columns in which different texts are equal: a group or a partition would have several spellings."""
    for source in bound.sources:
        for column in source.table.columns:
            if column.name in source.used and is_collated(column.type):
                raise text.unsupported("COLLATION", text.span(0, len(text.text)), column=column.name, type=column.type)


def _check_sessions(text: QueryText, relation: BoundRelation) -> None:
    """Refuse sessions as keys of groups that have no GROUP BY: Spark merges them there, too."""
    key = unmerged_sessions(relation.node)
    if key is not None:
        hint = f"select the start and the end of {key} instead"
        raise text.unsupported("TIME_WINDOW", text.span(0, len(text.text)), hint=hint)


def _check_stored_sessions(text: QueryText, bound: BoundQuery) -> None:
    """Refuse stored columns that Spark takes for sessions: it would merge them wherever a refresh adds rows up."""
    for source in bound.sources:
        for column in source.table.columns:
            if column.sessions and column.name in source.used:
                hint = f"store {column.name}.start and {column.name}.end as columns of {source.table.name[-1]}"
                raise text.unsupported("TIME_WINDOW", text.span(0, len(text.text)), hint=hint)


def _check_ignored_orders(text: QueryText, tree: exp.Expr, context: BindingContext, relation: BoundRelation) -> None:
    """Refuse aggregates by order over a query whose order is ignored: in FULL mode it may have an effect."""
    inside = len(context.notices) - (ignored_order(text, tree) is not None)
    for node in walk(relation.node) if inside else ():
        for call in node.calls if isinstance(node, Aggregate) else ():
            if call.function in BY_ORDER and call.span is not None:
                raise text.unsupported("ORDER_DEPENDENT", call.span)


def _choice_notices(relation: BoundRelation) -> list[str]:
    """Say what is chosen where Spark may choose any value."""
    calls = (call for node in walk(relation.node) if isinstance(node, Aggregate) for call in node.calls)
    if any(call.function == ANY_VALUE and not call.is_only_value for call in calls):
        return ["first, last and any_value give the smallest value, since a table's rows have no order"]
    return []


def _item_span(text: QueryText, tree: exp.Expr, position: int) -> SourceSpan:
    """Return where an output column is written; the whole query where a star hides that."""
    if isinstance(tree, exp.Select) and not any(item.is_star for item in tree.expressions):
        return text.locate(tree.expressions[position])
    return text.span(0, len(text.text))

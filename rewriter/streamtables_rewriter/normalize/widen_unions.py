"""Gives the inputs of each UNION ALL the union's column types, so that the change of one input alone has them, too.

Spark widens the types of a union's inputs to common ones: ``1`` beside ``1.5`` becomes ``1.0``. Where only one input
changed, nothing else would widen it, and an expression above (``CAST(x AS STRING)``) would come out differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import ParseError

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.plan.nodes import Named, Node, Project, UnionAll
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.sql.columns import column


def widen_unions(node: Node, types: Mapping[str, str]) -> Node:
    """Cast the inputs of all unions where needed.

    Args:
        node: The tree.
        types: The types of the unions' columns and of their inputs' columns.

    Returns:
        The tree with the casts; the same values where there are none.

    Raises:
        UnsupportedQueryError: A type that cannot be written in a cast.

    Examples:
        >>> from streamtables_rewriter.ask_types import ask_types
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> bound = bind_query("SELECT id FROM orders UNION ALL SELECT amount FROM orders", relations)
        >>> print(render_node(widen_unions(bound.root, ask_types(bound, oracle).columns), bound.sources))
        UnionAll id_4
          Project id_4__0 = CAST(id_2 AS DECIMAL(12, 2))
            Project id_2 = id
              Scan orders: id
          Project amount_3 = amount_2
            Scan orders: amount_2 = amount
    """
    if not isinstance(node, UnionAll):
        return with_inputs(node, tuple(widen_unions(child, types) for child in inputs_of(node)))
    inputs = []
    for position, child in enumerate(node.inputs):
        pairs = list(zip(child.output, node.columns, strict=True))
        widened = widen_unions(child, types)
        if any(types[own] != types[common] for own, common in pairs):
            widened = Project(
                widened,
                tuple(Named(f"{common}__{position}", _cast(own, types[own], types[common])) for own, common in pairs),
            )
        inputs.append(widened)
    return replace(node, inputs=tuple(inputs))


def _cast(name: str, own: str, common: str) -> exp.Expr:
    if own == common:
        return column(name)
    try:
        data_type = exp.DataType.build(common, dialect="spark")
    except ParseError:
        data_type = None
    if data_type is None or data_type.sql(dialect="spark").replace(" ", "").lower() != common.replace(" ", "").lower():
        raise UnsupportedQueryError("UNSUPPORTED_QUERY.UNION_TYPE", {"construct": "UNION ALL", "type": common})
    return exp.Cast(this=column(name), to=data_type)

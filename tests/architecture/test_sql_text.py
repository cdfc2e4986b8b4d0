"""Texts and names are written into SQL in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source_tree import product_trees

_WRITER = "quoting.py"
_QUOTES = "'\"`"
_NOT_SQL = {
    "dialect.py": '["{part.name}"]',  # a path into a variant, written as a literal afterwards
    "report.py": '"{worst}"',  # a command of a shell
    "described.py": "`{",  # Markdown
    "page.py": '{name}="{escape(value)}"',  # HTML
}


def _quoted_values(tree: ast.Module) -> Iterator[str]:
    """Texts in which a value stands between quotes that were written by hand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            for before, value, after in zip(["", *parts], [*parts, ""], [*parts[1:], "", ""], strict=False):
                if value is None and before and after and before[-1:] in _QUOTES and after[:1] == before[-1:]:
                    yield ast.unparse(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
            if isinstance(node.left.value, str) and node.left.value[-1:] in tuple(_QUOTES):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "replace":
            first = node.args[0] if node.args else None
            second = node.args[1] if len(node.args) > 1 else None
            written = isinstance(second, ast.Constant) and set(str(second.value)) & set("\\'`")
            if isinstance(first, ast.Constant) and first.value in ("'", "`", "\\") and written:
                yield ast.unparse(node)


def _found() -> list[str]:
    return [
        f"{path}: {text}"
        for path, tree in product_trees()
        if path.name != _WRITER
        for text in _quoted_values(tree)
        if _NOT_SQL.get(path.name, "\n") not in text
    ]


def test_no_other_file_puts_quotes_around_a_value() -> None:
    assert _found() == []


def test_a_value_between_quotes_is_found() -> None:
    for text in (
        """f"COMMENT '{comment}' AS\"""",
        '''f"FROM `{name}`"''',
        """\"x = '\" + value""",
        """v.replace("'", "''")""",
    ):
        assert list(_quoted_values(ast.parse(text))), text
    for text in ('''f"{comment} isn't '"''', '''f"SELECT {column}"'''):
        assert not list(_quoted_values(ast.parse(text))), text


def test_queries_are_rendered_in_the_dialect_that_keeps_their_meaning() -> None:
    """``.sql("spark")`` translates; it is used for types and for what people read."""
    shown = {"render.py", "pivots.py", "canonical.py", "expressions.py", "pushed_filters.py", "widen_unions.py"}
    rendered = {
        path.name
        for path, tree in product_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sql"
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
        if isinstance(argument, ast.Constant) and argument.value == "spark"
    }
    assert rendered <= shown

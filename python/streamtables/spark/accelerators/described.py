"""The table of all accelerators, for people."""

from __future__ import annotations

from streamtables.spark.accelerators.registry import ACCELERATORS


def render_accelerators() -> str:
    """Return the table as Markdown.

    Returns:
        A line for each accelerator: its name, what it does, what runs in its place, what it depends on, where it works.
    """
    lines = ["| accelerator | what it does | in its place | depends on | has an effect on |", "|---|---|---|---|---|"]
    for name, one in ACCELERATORS.items():
        needed = "".join(f"; needs `{other}`" for other in one.needs)
        lines.append(f"| `{name}` | {one.does} | {one.alternative} | {one.private}{needed} | {one.scope.value} |")
    return "\n".join(lines)

"""The project's own files, as the architecture tests read them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "streamtables_grammar": ROOT / "sql_grammar" / "streamtables_grammar",
    "streamtables_rewriter": ROOT / "rewriter" / "streamtables_rewriter",
    "streamtables": ROOT / "python" / "streamtables",
}
_MADE_BY_TOOLS = frozenset(
    {".venv", "warehouse", "__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
)


def tracked_files() -> list[Path]:
    """Files of the project, ignored ones left out, relative to its root; with those not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        # An unpacked source distribution: no repository, and nothing but what was packed.
        return sorted(
            path.relative_to(ROOT)
            for path in ROOT.rglob("*")
            if path.is_file() and not _MADE_BY_TOOLS.intersection(path.relative_to(ROOT).parts)
        )
    return sorted(Path(name) for name in set(listed.stdout.split("\0")) if name and (ROOT / name).is_file())


def written_python_files() -> list[Path]:
    """Python files of the project that people wrote, relative to its root."""
    return [path for path in tracked_files() if path.suffix == ".py" and "generated" not in path.parts]


def product_trees() -> Iterator[tuple[Path, ast.Module]]:
    """Each written module of the three packages, parsed."""
    for folder in PACKAGES.values():
        for path in sorted(folder.rglob("*.py")):
            if "generated" not in path.parts:
                yield path.relative_to(ROOT), parsed(path)


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))

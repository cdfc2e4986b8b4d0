"""Writes the generated pages of the documentation from the code, or checks that the committed ones are current.

Usage: ``python -m docs.generate [--check]``. Some pages are made as a whole; in others a block between two marks is:
``<!-- syntax create:begin -->`` … ``<!-- syntax create:end -->``. The text around it is written by hand.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.generating.columns import column_block
from docs.generating.errors_page import conditions_of_statement, errors_page
from docs.generating.history_blocks import history_columns, requested_by
from docs.generating.procedures import procedures
from docs.generating.reason_codes_page import reason_codes_page
from docs.generating.refusals_page import refusals_page
from docs.generating.settings_page import settings_page
from docs.generating.statements import DIAGRAMS, syntax_block
from docs.generating.supported_page import supported_page

FOLDER = Path(__file__).resolve().parent
PAGES: Mapping[str, Callable[[], str]] = {
    "errors.md": errors_page,
    "reason-codes.md": reason_codes_page,
    "refusals.md": refusals_page,
    "settings.md": settings_page,
    "supported.md": supported_page,
}
_MARK = "<!-- Written by docs/generate.py: change what it reads, and run `make docs-pages`. -->\n"
_BLOCK = re.compile(
    r"(<!-- (?P<kind>[a-z-]+)(?: (?P<name>[\w-]+))?:begin -->\n).*?(<!-- (?P=kind)[^>]*:end -->)", re.DOTALL
)
_BLOCKS: Mapping[str, Callable[[str], str]] = {
    "columns": column_block,
    "errors": conditions_of_statement,
    "history-columns": lambda _: history_columns(),
    "procedures": lambda _: procedures(),
    "requested-by": lambda _: requested_by(),
    "syntax": syntax_block,
}


def generate() -> dict[str, str]:
    """Make everything that is generated.

    Returns:
        The texts of files by their paths below ``docs/``.
    """
    files = {name: f"{_MARK}\n{page()}" for name, page in PAGES.items()}
    files |= {f"sql/diagrams/{syntax.file}": syntax.diagram() for syntax in DIAGRAMS.values()}
    for path in sorted(FOLDER.rglob("*.md")):
        name = path.relative_to(FOLDER).as_posix()
        text = path.read_text(encoding="utf-8")
        if name not in files and _BLOCK.search(text):
            files[name] = with_blocks(text)
    return files


def with_blocks(text: str) -> str:
    """Write the generated blocks of a page anew.

    Args:
        text: The page.

    Returns:
        The page with the blocks that the code gives; marks of other kinds are left as they are.
    """

    def written(found: re.Match[str]) -> str:
        block = _BLOCKS.get(found["kind"])
        return found[0] if block is None else f"{found[1]}{block(found['name'] or '')}\n{found[4]}"

    return _BLOCK.sub(written, text)


def outdated(files: Mapping[str, str]) -> list[str]:
    """Compare generated files with the committed ones.

    Args:
        files: What ``generate`` returned.

    Returns:
        Paths below ``docs/`` that are missing or different, and diagrams that nothing gives any more.
    """
    there = {name: FOLDER / name for name in files}
    changed = [n for n, p in there.items() if not p.is_file() or p.read_text(encoding="utf-8") != files[n]]
    diagrams = [path.relative_to(FOLDER).as_posix() for path in (FOLDER / "sql" / "diagrams").glob("*")]
    return sorted(changed + [name for name in diagrams if name not in files])


def main() -> int:
    """Write or check the generated files.

    Returns:
        The exit status: 1 if the check finds a difference.
    """
    parser = argparse.ArgumentParser(description="Generate pages of the documentation.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if committed pages are not current")
    check = parser.parse_args().check
    files = generate()
    names = outdated(files)
    if check:
        sys.stderr.writelines(f"docs/{name} is not what the code gives; run `make docs-pages`\n" for name in names)
        return 1 if names else 0
    for name in names:
        path = FOLDER / name
        if name in files:
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[name], encoding="utf-8")
        else:
            path.unlink()
    sys.stdout.write(f"{len(names)} of {len(files)} files written to docs/\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

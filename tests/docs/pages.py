"""The pages, and the blocks of code in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.architecture.source_tree import ROOT

DOCS = ROOT / "docs"
_BLOCK = re.compile(
    r"(?:^<!-- not run: ?(?P<reason>[^\n]*?) ?-->\n+)?"
    r"^(?P<fence>```+)(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page.

    Attributes:
        page: The page, relative to the project.
        line: The page's line in which its code begins.
        language: What stands behind the fence.
        text: What is in it.
        not_run: Why it is not run; None where no such mark stands above it.
    """

    page: str
    line: int
    language: str
    text: str
    not_run: str | None

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


@cache
def pages() -> tuple[str, ...]:
    """The README and all pages of the site, relative to the project."""
    return ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*.md")))


@cache
def blocks(page: str) -> tuple[Block, ...]:
    """The blocks of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return tuple(
        Block(page, text.count("\n", 0, found.start("text")) + 1, found["language"], found["text"], found["reason"])
        for found in _BLOCK.finditer(text)
    )


def prose(path: Path) -> str:
    """A page without its blocks of code and its comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"<!--.*?-->", "", _BLOCK.sub("", text), flags=re.DOTALL)

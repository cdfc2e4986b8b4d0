"""What the pages are: current, short, and honest about what is not run."""

from __future__ import annotations

import re

import pytest
from docs.generate import FOLDER, PAGES, generate, outdated, with_blocks
from docs.generating.settings_page import SESSION, TABLE

from streamtables.engine.defining.properties import _SETTABLE
from tests.architecture.source_tree import PACKAGES
from tests.docs.pages import DOCS, Block, blocks, pages, prose

_MOST_WORDS = 1500
_LONG = frozenset(
    {
        *PAGES,
        "glossary.md",  # a list of terms, read by looking one up
    }
)
_RUN = frozenset({"sql", "python"})


def test_generated_pages_are_those_that_the_code_gives() -> None:
    assert outdated(generate()) == []


def test_a_block_between_marks_is_written_anew_and_other_marks_stay() -> None:
    kept = "<!-- metrics:begin -->\nkept\n<!-- metrics:end -->\n"
    page = f"a\n<!-- requested-by:begin -->\nold\n<!-- requested-by:end -->\n{kept}"
    written = with_blocks(page)
    assert "old" not in written
    assert "| `MANUAL` |" in written
    assert written.endswith(kept)


def test_a_changed_page_is_named() -> None:
    files = generate()
    files["errors.md"] += "more"
    files["new.md"] = "new"
    assert outdated(files) == ["errors.md", "new.md"]


@pytest.mark.parametrize("page", sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.md")))
def test_page_is_no_longer_than_can_be_read_at_once(page: str) -> None:
    words = len(prose(DOCS / page).split())
    assert page in _LONG or words <= _MOST_WORDS, f"{words} words"


def _marked() -> list[Block]:
    return [block for page in pages() for block in blocks(page) if block.not_run is not None]


def test_a_block_that_is_not_run_says_why() -> None:
    assert [block.place for block in _marked() if len(block.not_run.split()) < 3] == []


def test_only_blocks_that_would_be_run_are_marked_as_not_run() -> None:
    assert [block.place for block in _marked() if block.language not in _RUN] == []


def test_the_settings_page_has_every_setting_of_the_code() -> None:
    literal = re.compile(r'"(spark\.streamtables\.[a-z_.]+)"')
    texts = [path.read_text(encoding="utf-8") for path in PACKAGES["streamtables"].rglob("*.py")]
    # Prefixes end with a dot, or are completed by another constant.
    named = {name for text in texts for name in literal.findall(text)} - {
        "spark.streamtables.",
        "spark.streamtables.accelerator",
    }
    listed = {name.removesuffix("<name>") for name in SESSION}
    assert named <= listed


def test_the_settings_page_has_every_table_property_that_can_be_set() -> None:
    assert set(TABLE) == set(_SETTABLE)

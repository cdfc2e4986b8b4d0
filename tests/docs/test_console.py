"""Commands in the pages: what they name is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping

import pytest
import typer
from typer.testing import CliRunner

from streamtables.cli.main import app
from tests.architecture.source_tree import ROOT
from tests.docs.pages import blocks, pages

_CONSOLE = frozenset({"console", "bash", "sh"})
_MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
_PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def _commands() -> Iterator[tuple[str, list[str]]]:
    """Each line of a console block as words, with its place; comments and what follows a pipe are left out."""
    for page in pages():
        for block in blocks(page):
            if block.language in _CONSOLE:
                joined = block.text.replace("\\\n", " ")
                for line in joined.splitlines():
                    words = _words(line)
                    if words:
                        yield block.place, words


def _words(line: str) -> list[str]:
    reader = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars="|;&")
    reader.whitespace_split = True
    try:
        words = list(reader)
    except ValueError:  # A text goes on in the next line.
        words = line.split()
    end = next((place for place, word in enumerate(words) if set(word) <= set("|;&")), len(words))
    return words[:end]


def _own(name: str, words: list[str]) -> list[str]:
    """Leave out what a command hands on: `streamtables dbt` has dbt's own options behind dbt's command."""
    handed_on = next(
        (at for at, word in enumerate(words) if word in {"run", "test", "deps", "docs", "build", "seed"}), None
    )
    return words[:handed_on] if name == "dbt" else words


@pytest.fixture(scope="module")
def options() -> Mapping[str, set[str]]:
    """The options of each command of the command line."""
    group = typer.main.get_command(app)
    return {
        name: {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        for name, command in group.commands.items()
    }


def test_commands_of_the_command_line_and_their_options_are_there(options: Mapping[str, set[str]]) -> None:
    wrong = []
    for place, words in _commands():
        starts = [at for at, word in enumerate(words) if word.rpartition("/")[2] == "streamtables"]
        if not starts or words[starts[0] + 1 : starts[0] + 2] in ([], ["COMMAND"], ["--help"], ["--version"]):
            continue
        name, *rest = words[starts[0] + 1 :]
        if name not in options:
            wrong.append(f"{place}: streamtables {name}")
            continue
        used = {word.partition("=")[0] for word in _own(name, rest) if re.match(r"-{1,2}[a-z]", word)}
        wrong += [f"{place}: streamtables {name} {option}" for option in sorted(used - options[name] - {"--help"})]
    assert wrong == []


def test_targets_of_make_and_extras_of_the_package_are_there() -> None:
    wrong = []
    for place, words in _commands():
        if words[0] == "make":
            wrong += [
                f"{place}: make {target}"
                for target in words[1:]
                if "=" not in target and not re.search(rf"^{re.escape(target)}:", _MAKEFILE, re.MULTILINE)
            ]
        for extras in re.findall(r"streamtables(?:\S*\.whl)?\[([\w,]+)\]", " ".join(words)):
            wrong += [f"{place}: [{extra}]" for extra in extras.split(",") if f"\n{extra} = [" not in _PROJECT]
    assert wrong == []


def test_help_of_the_command_line_names_its_commands(options: Mapping[str, set[str]]) -> None:
    text = CliRunner().invoke(app, ["--help"]).output
    assert [name for name in options if name not in text] == []

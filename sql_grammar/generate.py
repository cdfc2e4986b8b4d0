"""Generates the parser from ``StreamSql.g4``, or checks that the committed one is current.

Usage: ``python sql_grammar/generate.py [--check]``. Needs Java and, on the first run, the network: antlr4-tools fetches
ANTLR's jar into the local Maven repository.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ANTLR_VERSION = "4.13.2"
PACKAGE = Path(__file__).resolve().parent / "streamtables_grammar"
GRAMMAR = PACKAGE / "StreamSql.g4"
GENERATED = PACKAGE / "generated"
MODULES = ("StreamSqlLexer.py", "StreamSqlParser.py", "StreamSqlVisitor.py")
PACKAGE_DOCSTRING = '"""Written by ANTLR from StreamSql.g4; run sql_grammar/generate.py instead of editing."""\n'


class GeneratorUnavailableError(RuntimeError):
    """Java, antlr4-tools or ANTLR's jar cannot be had."""


def generate() -> dict[str, str]:
    """Run ANTLR on the grammar.

    Returns:
        The generated modules' texts by file name.

    Raises:
        GeneratorUnavailableError: Java, antlr4-tools or ANTLR's jar cannot be had.
        ValueError: ANTLR refuses the grammar, or warns about it.
    """
    with tempfile.TemporaryDirectory() as output:
        # The grammar's path appears in the output: only its name must, wherever the checkout is.
        command = [
            sys.executable,
            "-c",
            "from antlr4_tool_runner import tool; tool()",
            *("-v", ANTLR_VERSION, "-Dlanguage=Python3", "-visitor", "-no-listener", "-Werror", "-o", output),
            GRAMMAR.name,
        ]
        run = subprocess.run(  # noqa: S603 - no input from outside
            command, cwd=PACKAGE, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        written = Path(output)
        if run.returncode != 0:
            messages = run.stdout + run.stderr
            if "StreamSql.g4" in messages:
                raise ValueError(messages)
            raise GeneratorUnavailableError(messages)
        texts = {name: _tidy((written / name).read_text(encoding="utf-8")) for name in MODULES}
    return {"__init__.py": PACKAGE_DOCSTRING, **texts}


def outdated(texts: dict[str, str]) -> list[str]:
    """Compare generated modules with the committed ones.

    Args:
        texts: What ``generate`` returned.

    Returns:
        Names of files that are missing, superfluous or different.
    """
    committed = {path.name: path.read_text(encoding="utf-8") for path in GENERATED.glob("*.py")}
    return sorted(name for name in texts.keys() | committed.keys() if texts.get(name) != committed.get(name))


def main() -> int:
    """Write or check the generated modules.

    Returns:
        The exit status: 1 if the check finds a difference or ANTLR cannot be run.
    """
    parser = argparse.ArgumentParser(description="Generate the parser from StreamSql.g4.")
    parser.add_argument(
        "--check", action="store_true", help="change nothing, fail if the committed parser is not current"
    )
    check = parser.parse_args().check
    try:
        texts = generate()
    except (GeneratorUnavailableError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    names = outdated(texts)
    if check:
        sys.stderr.writelines(f"{name} is not what StreamSql.g4 gives; run sql_grammar/generate.py\n" for name in names)
        return 1 if names else 0
    GENERATED.mkdir(exist_ok=True)
    for name in names:
        if name in texts:
            (GENERATED / name).write_text(texts[name], encoding="utf-8")
        else:
            (GENERATED / name).unlink()
    sys.stdout.write(f"{len(names)} of {len(texts)} files written to {GENERATED.name}/\n")
    return 0


def _tidy(text: str) -> str:
    """Drop trailing blanks, which whitespace checks would refuse."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())

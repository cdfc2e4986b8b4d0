from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from streamtables_grammar.parse import parse_statement

CORPUS = Path(__file__).parent / "corpus"
STATEMENTS = {
    f"{path.stem}-{number}": statement
    for path in sorted(CORPUS.glob("*.sql"))
    for number, statement in enumerate(re.split(r"^-- ----\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE), 1)
}
ODD_TEXTS = [
    "",
    " ",
    ";",
    "-- CREATE STREAM TABLE t AS SELECT 1",
    "/* CREATE STREAM TABLE t",
    "CREATE",
    "CALL",
    "CALL `",
]
ODD_TEXTS += [
    "'CREATE STREAM TABLE'",
    "`CREATE` STREAM TABLE t",
    "CREATE.STREAM TABLE t",
    "CREATE; STREAM TABLE",
    "CREATESTREAM",
]
ODD_TEXTS += [
    "\x00",
    "VERIFY",
    "\u017fHOW STREAM TABLES",
    "CREATE STREAMS TABLE t",
    "CREATE STREAMé TABLE t",
    "REFRESH STREAMTABLEX",
]


@pytest.mark.parametrize("name", STATEMENTS)
def test_ordinary_sql_is_not_ours(name: str) -> None:
    assert parse_statement(STATEMENTS[name]) is None


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_odd_text_is_not_ours(text: str) -> None:
    assert parse_statement(text) is None


def test_corpus_is_large_and_mentions_our_words() -> None:
    assert len(STATEMENTS) >= 150
    assert len(set(STATEMENTS.values())) == len(STATEMENTS)
    assert sum("stream" in statement.lower() for statement in STATEMENTS.values()) > 100


def test_other_sql_does_not_load_antlr() -> None:
    code = (
        "import sys; from streamtables_grammar.parse import parse_statement;"
        "assert parse_statement('SELECT 1') is None and parse_statement('CREATE TABLE stream (a INT)') is None;"
        "assert not any(name.partition('.')[0] == 'antlr4' for name in sys.modules);"
        "parse_statement('SHOW TRIGGERS'); assert 'antlr4' in sys.modules"
    )
    root = Path(__file__).parents[2] / "sql_grammar"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(root)})


@pytest.mark.parametrize(
    "text",
    [
        "SELECT '" + "CREATE STREAM TABLE " * 5000 + "'",
        "CREATE TABLE t (" + ", ".join(f"c{i} INT" for i in range(8000)) + ")",
        "x" * 100_000,
        "/*" + "stream " * 14_000 + "*/ SELECT 1",
        "INSERT INTO stream VALUES " + "(1), " * 20_000,
    ],
    ids=["string", "ddl", "word", "comment", "values"],
)
def test_long_other_sql_costs_less_than_a_tenth_of_a_millisecond(text: str) -> None:
    rounds = []
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(20):
            assert parse_statement(text) is None
        rounds.append((time.perf_counter() - start) / 20)
    assert min(rounds) < 0.0001

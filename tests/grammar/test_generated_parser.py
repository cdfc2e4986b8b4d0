from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
GRAMMAR = ROOT / "sql_grammar" / "streamtables_grammar" / "StreamSql.g4"
GENERATED = GRAMMAR.parent / "generated"


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_stream_sql", ROOT / "sql_grammar" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_parser_is_what_the_grammar_gives() -> None:
    generator = _generator()
    try:
        texts = generator.generate()
    except generator.GeneratorUnavailableError as error:
        pytest.skip(f"ANTLR cannot be run: {error}")
    assert generator.outdated(texts) == []


def test_generated_check_notices_a_changed_file() -> None:
    generator = _generator()
    current = {path.name: path.read_text(encoding="utf-8") for path in GENERATED.glob("*.py")}
    assert generator.outdated(current) == []
    assert generator.outdated({**current, "StreamSqlParser.py": "", "New.py": ""}) == ["New.py", "StreamSqlParser.py"]
    assert generator.outdated({k: v for k, v in current.items() if k != "StreamSqlLexer.py"}) == ["StreamSqlLexer.py"]


def test_generated_files_name_no_folder() -> None:
    for path in GENERATED.glob("*.py"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert "/" not in first.replace("sql_grammar/generate.py", "")
        assert "\\" not in first


def test_every_keyword_can_be_a_name() -> None:
    text = GRAMMAR.read_text(encoding="utf-8")
    keywords = set(re.findall(r"^([A-Z]+): '\1';$", text, flags=re.MULTILINE))
    listed = re.search(r"^nonReserved\n(.*?);", text, flags=re.MULTILINE | re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"[A-Z]+", listed.group(1))) == keywords


def test_every_rule_with_words_is_a_rule() -> None:
    from streamtables_grammar.expected import RULE_WORDS
    from streamtables_grammar.generated.StreamSqlParser import StreamSqlParser

    assert set(RULE_WORDS) <= set(StreamSqlParser.ruleNames)

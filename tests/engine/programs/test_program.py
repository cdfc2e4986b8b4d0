"""What a compiled definition knows, and that it is compiled once whoever asks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.rewriter.at_once import SlowCalls, at_once
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables.engine.programs import program as compiling
from streamtables.engine.programs.program import Program, ProgramCache


def test_the_keys_that_changes_meet_by_depend_on_what_changed() -> None:
    database = Database(
        {
            "customers": [("id", "int"), ("name", "string")],
            "orders": [("key", "int"), ("customer", "int")],
            "lines": [("key_of_order", "int"), ("amount", "int")],
        }
    )
    query = (
        "SELECT name, sum(amount) AS total FROM customers JOIN orders ON id = customer "
        "JOIN lines ON key = key_of_order GROUP BY name"
    )
    plan = StreamTable(database, query).plan
    definition: Any = None
    program = Program(definition, plan)
    index = {source.table.name[-1]: source.index for source in plan.bound.sources}

    def keys(of: str, *changed: str) -> tuple[str, ...]:
        return program.joined_keys(index[of], frozenset(index[name] for name in changed))

    assert keys("orders", "orders") == ("customer", "key")
    assert keys("orders", "orders", "lines") == ("key",)
    assert keys("orders", "customers", "orders") == ("customer",)
    assert keys("lines", "orders", "lines") == ("key_of_order",)
    assert keys("lines", "orders") == ()
    database.connection.close()


def test_threads_that_ask_for_a_definition_at_once_get_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_ = SlowCalls(lambda *_, **__: None)
    monkeypatch.setattr(compiling, "compile_definition", compile_)
    cache, definition = ProgramCache(), definition_of("orders", 1)
    programs = at_once(lambda: cache.get(definition))
    assert compile_.count == 1
    assert {id(program) for program in programs} == {id(cache.get(definition))}
    over_compactions = at_once(programs[0].over_compactions)
    assert compile_.count == 2
    assert len(set(map(id, over_compactions))) == 1


def test_a_definition_that_does_not_compile_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError

    cache, definition = ProgramCache(), definition_of("orders", 1)
    monkeypatch.setattr(compiling, "compile_definition", fail)
    with pytest.raises(LookupError):
        cache.get(definition)
    monkeypatch.setattr(compiling, "compile_definition", lambda _: None)
    assert cache.get(definition).definition is definition


def test_a_new_version_of_a_definition_replaces_the_old_ones_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "compile_definition", lambda _: None)
    cache, old, new = ProgramCache(), definition_of("orders", 1), definition_of("orders", 2)
    first = cache.get(old)
    assert cache.get(new).definition is new
    assert cache.get(old) is not first
    cache.put(first)
    assert cache.get(old) is first
    cache.drop("orders")
    assert cache.get(old) is not first


def test_threads_that_ask_for_a_template_at_once_get_one() -> None:
    delta = SlowCalls(lambda *_: SimpleNamespace())
    plan: Any = SimpleNamespace(bound=SimpleNamespace(sources=()), filters={}, delta=delta)
    program = Program(definition_of("orders", 1), plan)
    templates = at_once(lambda: program.template(frozenset({0}), True))
    assert delta.count == 1
    assert len(set(map(id, templates))) == 1


def definition_of(name: str, version: int) -> Any:
    return SimpleNamespace(id=name, version=version)

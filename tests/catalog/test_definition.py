"""What is stored can be read back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from streamtables.catalog.definition import (
    CalledFunction,
    Definition,
    FullOnly,
    OutputColumn,
    RecordedRelations,
    dotted,
    split_name,
)
from streamtables.catalog.frontier import Frontier, SourcePosition
from streamtables.catalog.refresh_details import NO_INPUTS, Prediction, RefreshInputs, SourceVersions
from streamtables.catalog.stored_format import FORMAT, RELEASE
from streamtables.errors import NewerFormatError
from streamtables_grammar.statements import (
    RefreshMode,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    ScheduleOnChange,
)
from streamtables_rewriter.plan.relations import ColumnType, FunctionKind, Table, UserFunction, View

TABLE = Table(("spark_catalog", "s", "t"), (ColumnType("a", "int"), ColumnType("x y", "decimal(10,2)")), None, "n")
FUNCTION = UserFunction(("c", "s", "peak"), FunctionKind.LONE_AGGREGATE, deterministic=False, reads_tables=True)
VIEW = View(("spark_catalog", "s", "v"), "SELECT 'it''s' FROM t", ("a",), ("spark_catalog", "s"))


def _definition(schedule) -> Definition:
    return Definition(
        id="1",
        version=2,
        name=("spark_catalog", "s", "odd.name"),
        query="SELECT a\nFROM t -- \\ 'x'",
        namespace=("spark_catalog", "s"),
        settings={"spark.sql.ansi.enabled": "true"},
        columns=(OutputColumn("count(1)", "count_1", "bigint", "how many"),),
        query_names=("count(1)",),
        mode=RefreshMode.DIFFERENTIAL,
        schedule=schedule,
        relations={dotted(TABLE.name): TABLE, dotted(VIEW.name): VIEW},
        base_tables=(dotted(TABLE.name),),
        types={"SELECT 1": ("int",)},
        full_only=FullOnly("X.Y", "because", volatile=True),
        comment=None,
        partitioned_by=(),
        clustered_by=("count_1",),
        location=None,
        properties={"k": "v"},
        created_at="2026-01-01T00:00:00+00:00",
        functions=(CalledFunction(FUNCTION, "digest"),),
    )


@pytest.mark.parametrize(
    ("condition", "is_defect"),
    [
        ("UNSUPPORTED_QUERY.LIMIT", False),
        ("UNKNOWN_COLUMN", False),
        ("NO_SUCH_CONDITION", False),
        ("REWRITER_FAILED", True),
        ("READING_DIFFERS", True),
        ("TYPES_DIFFER", True),
    ],
)
def test_a_reason_to_recompute_is_the_querys_or_ours(condition, is_defect):
    assert FullOnly(condition, "because").is_defect is is_defect


def test_a_definition_from_before_functions_were_recorded_has_none():
    stored = json.loads(_definition(ScheduleNone()).to_json())
    del stored["functions"]
    assert Definition.from_json(json.dumps(stored)).functions == ()


@pytest.mark.parametrize(
    "schedule",
    [
        ScheduleEvery(timedelta(minutes=5), "EVERY 5 MINUTES"),
        ScheduleCron("0 * * * *", "Europe/Berlin"),
        ScheduleOnChange(),
        ScheduleOnChange(ScheduleEvery(timedelta(seconds=10), "EVERY 10 SECONDS")),
        ScheduleDownstream(),
        ScheduleNone(),
    ],
)
def test_a_definition_survives_being_stored(schedule):
    definition = _definition(schedule)
    assert Definition.from_json(definition.to_json()) == definition


def test_a_frontier_survives_being_stored():
    frontier = Frontier(
        "id", 3, 1, {"a.b": SourcePosition("t", 9, None)}, "FULL", "why", 4, "2026-01-01T00:00:00+00:00"
    )
    assert Frontier.from_json(frontier.to_json()) == frontier
    inputs = RefreshInputs("MANUAL", (SourceVersions("a.b", None, 9),), Prediction(1, None, "guessed"), 5, 6)
    full = replace(frontier, code="REQUESTED", inputs=inputs)
    assert Frontier.from_json(full.to_json()) == full


def test_a_frontier_of_an_older_and_of_a_later_version_is_read():
    inputs = RefreshInputs("MANUAL", (SourceVersions("a.b", 8, 9, 1),), Prediction(1, 2, "guessed"))
    frontier = Frontier("id", 3, 1, {}, "FULL", "why", 4, "2026-01-01T00:00:00+00:00", code="REQUESTED", inputs=inputs)
    raw = json.loads(frontier.to_json())
    raw["inputs"]["later"] = raw["inputs"]["sources"][0]["later"] = raw["inputs"]["prediction"]["later"] = 1
    assert Frontier.from_json(json.dumps(raw)) == frontier
    del raw["inputs"], raw["code"]
    assert Frontier.from_json(json.dumps(raw)) == replace(frontier, code=None, inputs=NO_INPUTS)


@pytest.mark.parametrize("text", [None, "", "not json", "[]", '{"other": 1}'])
def test_metadata_of_others_is_no_frontier(text):
    assert Frontier.from_json(text) is None


def test_recorded_relations_answer_short_names_from_their_namespace():
    relations = RecordedRelations({dotted(TABLE.name): TABLE}, ("spark_catalog", "s"))
    assert relations.resolve(("T",)) == TABLE
    assert relations.resolve(("s", "t")) == TABLE
    assert relations.resolve(("t",), ("spark_catalog", "elsewhere")) is None


@pytest.mark.parametrize("name", [("a", "b", "c"), ("a", "b.c", "d`e"), ("a", "b", "ä")])
def test_dotted_names_are_read_back(name):
    assert split_name(dotted(name)) == name


def test_versions_that_store_the_same_rows_are_known_by_the_first_of_them():
    definition = _definition(ScheduleNone())
    assert [definition.stores_rows_of(version) for version in (1, 2, 3)] == [False, True, False]
    shown = replace(definition, version=4, rows_since=2)
    assert Definition.from_json(shown.to_json()) == shown
    assert [shown.stores_rows_of(version) for version in (1, 2, 3, 4, 5)] == [False, True, True, True, False]
    assert not shown.rebuilt_from().stores_rows_of(4)


def test_what_is_stored_names_its_format_and_release_and_what_is_newer_is_refused():
    frontier = Frontier("id", 3, 1, {}, "FULL", "why", 4, "2026-01-01T00:00:00+00:00", follows=2)
    stored = {"streamtables": frontier.to_json(), "format": _definition(ScheduleNone()).to_json()}
    for field, text in stored.items():
        read = (Frontier if field == "streamtables" else Definition).from_json
        raw = json.loads(text)
        assert (raw[field], raw["release"]) == (FORMAT, RELEASE)
        older = {key: value for key, value in raw.items() if key != "release"}
        assert read(json.dumps(older)) == read(text)
        for release, command in (("7.1.0", "pip install 'streamtables>=7.1.0'"), (None, "pip install --upgrade")):
            newer = json.dumps({**raw, field: FORMAT + 1, "release": release})
            with pytest.raises(NewerFormatError, match=command):
                read(newer)


def test_the_release_is_that_of_the_package():
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert f'version = "{RELEASE}"' in project.read_text(encoding="utf-8").splitlines()

"""dbt on stream tables: real dbt-core and dbt-spark, a project of three layers."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.architecture.source_tree import ROOT
from tests.cli.recording import exit_code
from tests.integrations.project import (
    BY_REGION,
    ENRICHED,
    PACKAGE,
    PROJECT,
    SOURCES,
    Dbt,
    dbt_process,
    dbt_python,
    environment,
    write,
)
from tests.serve.conftest import Served

from streamtables.cli.dbt import package_folder

_SESSION = "{type: spark, method: session, schema: shop, host: NA, threads: 1}"
_MODEL = "models/marts/by_region.sql"
_DROPPED_COLUMN = """
    {{ config(materialized='stream_table') }}
    SELECT region, sum(amount) AS revenue FROM {{ ref('enriched') }} GROUP BY region
"""
_NEW_AGGREGATE = """
    {{ config(materialized='stream_table') }}
    SELECT region, sum(amount) AS revenue, max(amount) AS largest FROM {{ ref('enriched') }} GROUP BY region
"""


def test_package_has_our_version() -> None:
    written = re.search(r"^version: (.+)$", (PACKAGE / "dbt_project.yml").read_text(encoding="utf-8"), re.MULTILINE)
    ours = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert written is not None
    assert ours is not None
    assert written[1] == ours[1]


def test_source_tree_finds_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert package_folder() == PACKAGE
    assert exit_code("dbt", "--package") == 0
    assert capsys.readouterr().out == f"{PACKAGE}\n"


def test_wheel_has_the_package_where_it_is_looked_for() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'force-include = { "integrations/dbt" = "streamtables/integrations/dbt" }' in project


def test_missing_dbt_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert exit_code("dbt", "run") == 1
    told = capsys.readouterr().err
    assert "dbt-spark is not installed" in told
    assert "pip install 'streamtables[dbt]'" in told


def test_command_without_words_is_a_wrong_usage() -> None:
    assert exit_code("dbt") == 2


@pytest.fixture
def dbt(tmp_path: Path) -> Iterator[Dbt]:
    """A process with a session of ours, the project's sources and its packages."""
    with dbt_process(tmp_path, _SESSION, warehouse=str(tmp_path / "warehouse")) as process:
        process.sql(*SOURCES)
        process.messages("deps")
        yield process


def _rows(dbt: Dbt, query: str) -> Counter[str]:
    return Counter(json.dumps(row) for row in dbt.sql(query))


def _require_equal(dbt: Dbt, by_region: str = BY_REGION) -> None:
    """Compare both stream tables with their queries, over the base tables."""
    assert _rows(dbt, "SELECT * FROM shop.enriched") == _rows(dbt, ENRICHED)
    assert _rows(dbt, "SELECT * FROM shop.by_region") == _rows(dbt, by_region)


@pytest.mark.spark
@pytest.mark.slow
def test_runs_create_then_refresh_what_changed_then_alter(dbt: Dbt) -> None:
    dbt.messages("seed")
    assert dbt.messages("run") == {"stg_orders": "OK", "enriched": "INITIAL, 100 rows", "by_region": "INITIAL, 2 rows"}
    _require_equal(dbt)

    dbt.sql("INSERT INTO raw.orders VALUES (102, 1, 5)")
    done = dbt.messages("run", "--select", "enriched+")
    assert done == {"enriched": "DIFFERENTIAL, 1 row", "by_region": "DIFFERENTIAL"}
    _require_equal(dbt)

    dbt.write({_MODEL: _DROPPED_COLUMN})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "MIGRATE, NO_CHANGE"}
    _require_equal(dbt, BY_REGION.replace("count(*) AS orders, ", ""))


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_each_change_of_a_model_does_no_more_than_it_needs(dbt: Dbt) -> None:
    dbt.messages("seed")
    dbt.messages("run")
    assert dbt.messages("run", "--select", "enriched+") == {"enriched": "NO_CHANGE", "by_region": "NO_CHANGE"}

    dbt.write({_MODEL: _NEW_AGGREGATE})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "REBUILD, NO_CHANGE"}
    widened = BY_REGION.replace("count(*) AS orders, ", "").replace(" FROM", ", max(amount) AS largest FROM")
    _require_equal(dbt, widened)

    scheduled = (
        "materialized='stream_table', schedule='every 5 minutes', properties={'streamtables.full_fraction': 0.5}"
    )
    dbt.write({_MODEL: _NEW_AGGREGATE.replace("materialized='stream_table'", scheduled)})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "DEFINITION, DEFINITION, NO_CHANGE"}
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "NO_CHANGE"}
    assert _details(dbt)["Schedule"].startswith("EVERY 5 MINUTES")

    strict = scheduled.replace("schedule='every 5 minutes'", "refresh_mode='differential', refresh=false")
    dbt.write({_MODEL: _NEW_AGGREGATE.replace("materialized='stream_table'", strict)})
    dbt.sql("INSERT INTO raw.orders VALUES (102, 2, 7)")
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "DEFINITION, DEFINITION, not refreshed"}
    details = _details(dbt)
    assert (details["Schedule"], details["Refresh mode"]) == ("NONE", "DIFFERENTIAL")

    # What by_region reads is refreshed with it where that is asked for, and not otherwise.
    dbt.write({_MODEL: _NEW_AGGREGATE})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "DEFINITION, NO_CHANGE"}
    dbt.write({_MODEL: _NEW_AGGREGATE.replace("'stream_table'", "'stream_table', refresh_upstream=true")})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "DIFFERENTIAL, 1 row"}
    _require_equal(dbt, widened)

    refreshed = dbt.messages("run", "--select", "enriched+", "--full-refresh")
    assert refreshed == {"enriched": "INITIAL, 101 rows", "by_region": "INITIAL, 2 rows"}
    _require_equal(dbt, widened)
    modes = {row["mode"] for row in dbt.sql("SHOW REFRESH HISTORY FOR shop.by_region")}
    assert modes == {"INITIAL", "DIFFERENTIAL", "NO_CHANGE", "FULL"}


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_changes_are_held_back_where_the_project_says_so(dbt: Dbt) -> None:
    dbt.messages("seed")
    dbt.messages("run")
    changed = _DROPPED_COLUMN.replace("'stream_table'", "'stream_table', on_configuration_change='continue'")
    dbt.write({_MODEL: changed})
    answer = dbt.run("run", "--select", "by_region")
    assert answer["success"]
    assert answer["nodes"]["by_region"]["message"] == "left as it is"
    assert any("the query is another one" in line or "columns that go: orders" in line for line in answer["lines"])
    _require_equal(dbt)

    dbt.write({_MODEL: changed.replace("continue", "fail")})
    answer = dbt.run("run", "--select", "by_region")
    assert not answer["success"]
    assert "on_configuration_change is fail" in answer["nodes"]["by_region"]["message"]
    _require_equal(dbt)


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_a_stream_table_takes_and_gives_way_to_other_materializations(dbt: Dbt) -> None:
    dbt.messages("seed")
    dbt.messages("run")
    dbt.sql("CREATE TABLE shop.plain USING delta AS SELECT 1 AS n")
    query = "SELECT count(*) AS n FROM {{ ref('enriched') }}"
    dbt.write({"models/plain.sql": f"{{{{ config(materialized='stream_table') }}}} {query}"})
    answer = dbt.run("run", "--select", "plain")
    assert answer["nodes"]["plain"]["message"] == "INITIAL, 1 row"
    assert "shop.plain: the table of this name is dropped for the stream table" in answer["lines"]

    for materialized, kind in (("table", "MANAGED"), ("view", "VIEW")):
        dbt.write({_MODEL: _DROPPED_COLUMN.replace("'stream_table'", f"'{materialized}', file_format='delta'")})
        answer = dbt.run("run", "--select", "by_region")
        assert answer["success"], answer["lines"]
        if materialized == "table":
            assert "shop.by_region: the stream table of this name is dropped" in answer["lines"]
        details = dbt.sql("DESCRIBE EXTENDED shop.by_region")
        assert {row["data_type"] for row in details if row["col_name"] == "Type"} == {kind}
    dbt.write({_MODEL: _DROPPED_COLUMN})
    assert dbt.messages("run", "--select", "by_region") == {"by_region": "INITIAL, 2 rows"}
    dbt.write({_MODEL: _DROPPED_COLUMN.replace("stream_table", "view")})
    answer = dbt.run("run", "--select", "by_region")
    assert "shop.by_region: the stream table of this name is dropped" in answer["lines"]
    assert [row["stream_table"] for row in dbt.sql("SHOW STREAM TABLES IN shop")] == ["enriched", "plain"]


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_tests_docs_and_comments_see_stream_tables(dbt: Dbt) -> None:
    persisted = (
        PROJECT["dbt_project.yml"].rstrip() + "\n        models: {+persist_docs: {relation: true, columns: true}}"
    )
    dbt.write({"dbt_project.yml": persisted})
    dbt.messages("seed")
    dbt.messages("run")
    described = {row["col_name"]: row for row in dbt.sql("DESCRIBE STREAM TABLE shop.by_region")}
    assert described["region"]["comment"] == "Where the customer lives."
    assert described["Comment"]["data_type"] == "What a region's customers have ordered."

    tested = dbt.run("test")
    assert tested["success"], tested["lines"]
    assert {node["status"] for node in tested["nodes"].values()} == {"pass"}
    assert len(tested["nodes"]) == 4

    assert dbt.run("docs", "generate")["success"]
    catalog = json.loads((dbt.folder / "target" / "catalog.json").read_text(encoding="utf-8"))
    assert list(catalog["nodes"]["model.shop.by_region"]["columns"]) == ["region", "orders", "revenue"]
    assert catalog["errors"] is None

    refused = dbt.run("run", "--select", "by_region", "--empty")
    assert "a stream table cannot be built with --empty" in refused["nodes"]["by_region"]["message"]
    assert _rows(dbt, "SELECT * FROM shop.by_region") == _rows(dbt, BY_REGION)


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_the_same_project_runs_over_thrift_on_a_served_warehouse(tmp_path: Path) -> None:
    served = Served.start(tmp_path, "--create")
    try:
        served.ask(*SOURCES)
        profile = (
            f"{{type: spark, method: thrift, host: 127.0.0.1, port: {served.jdbc}, schema: shop, poll_interval: 0}}"
        )
        with dbt_process(tmp_path / "project", profile, warehouse=None) as dbt:
            dbt.messages("deps")
            dbt.messages("seed")
            done = dbt.messages("run")
            assert done == {"stg_orders": "OK", "enriched": "INITIAL, 100 rows", "by_region": "INITIAL, 2 rows"}
            served.ask("INSERT INTO raw.orders VALUES (102, 1, 5)")
            dbt.write({_MODEL: _DROPPED_COLUMN})
            done = dbt.messages("run", "--select", "enriched+")
            assert done == {"enriched": "DIFFERENTIAL, 1 row", "by_region": "MIGRATE, DIFFERENTIAL"}
            expected = served.ask(BY_REGION.replace("count(*) AS orders, ", ""))
            assert Counter(served.ask("SELECT * FROM shop.by_region")) == Counter(expected)
    finally:
        assert served.stop() == 0, served.told()


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_the_command_runs_dbt_in_a_session_of_ours_and_answers_with_its_exit_code(tmp_path: Path) -> None:
    profile = f"shop: {{target: dev, outputs: {{dev: {_SESSION}}}}}"
    model = "{{ config(materialized='stream_table') }} SELECT 1 AS one"
    files = {"dbt_project.yml": PROJECT["dbt_project.yml"], "packages.yml": PROJECT["packages.yml"]}
    write(tmp_path, {**files, "profiles.yml": profile, "models/one.sql": model})
    assert _command(tmp_path, "deps").returncode == 0
    done = _command(tmp_path, "-w", "warehouse", "--master", "local[1]", "run", "--select", "one")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"OK created sql stream_table model shop\.one \.+ \[INITIAL, 1 row in ", done.stdout)
    failed = _command(tmp_path, "run", "--no-such-option")
    assert (failed.returncode, "No such option" in failed.stderr) == (2, True)


def _command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    told = {name: value for name, value in environment().items() if name != "STREAMTABLES_DBT_PACKAGE"}
    code = "from streamtables.cli.main import run; run()"
    return subprocess.run(
        [dbt_python(), "-c", code, "dbt", *words],
        cwd=folder,
        env={**os.environ, **told},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )


def _details(dbt: Dbt) -> dict[str, Any]:
    return {row["col_name"]: row["data_type"] for row in dbt.sql("DESCRIBE STREAM TABLE shop.by_region")}

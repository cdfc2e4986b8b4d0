"""A local session: its settings, what it refuses, and what outlives the process."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.processes import PYTHON_PATH

import streamtables
from streamtables.errors import SessionError
from streamtables.session import builder
from streamtables.session.builder import session_settings
from streamtables.spark.sessions import delta_jars, local_session
from streamtables.spark.sessions.external_settings import external_settings, metastore_is_external
from streamtables.spark.sessions.relocation import moved_path
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _settings(master: str | None = None, **conf: str) -> dict[str, str]:
    named = {name.replace("__", "."): value for name, value in conf.items()}
    return session_settings(WarehousePlace.of("/w"), "app", master, named)


def _java(directory: Path, answer: str) -> Path:
    """Write a program that answers as ``java -version`` does."""
    program = directory / "bin" / "java"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho '{answer}' >&2\n", encoding="utf-8")
    program.chmod(0o755)
    return directory


def _start(directory: Path, code: str, **environment: str) -> subprocess.Popen[str]:
    """Start a program of its own in a directory of its own."""
    directory.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "ready\n", process.stderr.read()


def test_settings_of_the_user_win() -> None:
    settings = _settings(spark__sql__shuffle__partitions="7", spark__driver__memory="512m")
    assert settings["spark.sql.shuffle.partitions"] == "7"
    assert settings["spark.driver.memory"] == "512m"


def test_ports_of_a_local_session_ask_for_a_secret_unless_the_user_says_otherwise() -> None:
    assert _settings()["spark.authenticate"] == "true"
    assert _settings(spark__authenticate="false")["spark.authenticate"] == "false"
    assert "spark.authenticate" not in _settings("spark://host:7077")


def test_local_master_sets_partitions_by_cores_and_a_cluster_does_not() -> None:
    assert _settings()["spark.master"] == "local[*]"
    assert _settings()["spark.sql.shuffle.partitions"] == str(os.cpu_count())
    assert _settings("local[3]")["spark.sql.shuffle.partitions"] == "3"
    assert _settings("local")["spark.sql.shuffle.partitions"] == "1"
    assert "spark.sql.shuffle.partitions" not in _settings("spark://host:7077")
    assert _settings(spark__master="local[5]")["spark.sql.shuffle.partitions"] == "5"


def test_extensions_packages_and_java_options_are_joined() -> None:
    settings = _settings(
        spark__sql__extensions="my.Extension",
        spark__jars__packages="a:b:1",
        spark__driver__extraJavaOptions="-Dx=y",
    )
    assert settings["spark.sql.extensions"] == "io.delta.sql.DeltaSparkSessionExtension,my.Extension"
    assert settings["spark.jars.packages"] == f"a:b:1,{delta_jars.delta_package()}"
    assert settings["spark.driver.extraJavaOptions"].endswith("-Dx=y")
    assert "derby.stream.error.file=/w/.derby.log" in settings["spark.driver.extraJavaOptions"]


def test_what_spark_was_told_otherwise_stays_as_it_is() -> None:
    given = {
        "spark.master": "yarn",
        "spark.driver.memory": "1g",
        "spark.app.name": "mine",
        "spark.sql.extensions": "my.Extension",
        "spark.jars": "/mine.jar",
    }
    settings = session_settings(WarehousePlace.of("/w"), conf={"spark.app.name": "conf"}, given=given)
    assert settings["spark.master"] == "yarn"
    assert settings["spark.app.name"] == "conf"
    assert "spark.driver.memory" not in settings
    assert "spark.sql.shuffle.partitions" not in settings
    assert settings["spark.sql.extensions"] == "io.delta.sql.DeltaSparkSessionExtension,my.Extension"
    assert session_settings(WarehousePlace.of("/w"), master="local[2]", given=given)["spark.master"] == "local[2]"


def test_arguments_and_files_that_spark_reads_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from pyspark import SparkContext

    monkeypatch.setattr(SparkContext, "_gateway", None)
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    monkeypatch.delenv("HADOOP_CONF_DIR", raising=False)
    (tmp_path / "spark-defaults.conf").write_text("# no\nspark.a   1 2 \nspark.b=x=y\n\nspark.c: z\n", encoding="utf-8")
    (tmp_path / "other.conf").write_text("spark.d 4", encoding="utf-8")
    assert external_settings() == {"spark.a": "1 2", "spark.b": "x=y", "spark.c": "z"}
    assert not metastore_is_external(external_settings())
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--master local[3] --conf spark.b=1 --conf=spark.e=2 pyspark-shell")
    assert external_settings()["spark.master"] == "local[3]"
    assert (external_settings()["spark.b"], external_settings()["spark.e"], external_settings()["spark.a"]) == (
        "1",
        "2",
        "1 2",
    )
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", f"--properties-file {tmp_path / 'other.conf'} pyspark-shell")
    assert external_settings() == {"spark.d": "4"}
    assert metastore_is_external({"spark.hadoop.hive.metastore.uris": "thrift://h:9083"})
    (tmp_path / "hive-site.xml").touch()
    assert metastore_is_external({})


@pytest.mark.parametrize(
    ("given", "location", "local"),
    [
        ("/a/b", "/a/b", True),
        ("file:/a/b", "/a/b", True),
        ("file:///a%20b/", "/a b", True),
        ("s3a://bucket/a/", "s3a://bucket/a", False),
        ("hdfs://host:9000/a", "hdfs://host:9000/a", False),
    ],
)
def test_warehouse_is_a_path_or_a_uri(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str, location: str, local: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    place = WarehousePlace.of(given)
    assert place.location == location
    assert (place.folder is not None) == local
    assert place.metastore.parent.is_relative_to(place.location if local else tmp_path / ".streamtables")
    assert place.is_at(given)
    assert not place.is_at("/elsewhere")
    assert list(tmp_path.iterdir()) == []


def test_two_warehouses_elsewhere_share_no_metastore() -> None:
    assert WarehousePlace.of("s3a://a/b").metastore != WarehousePlace.of("s3a://a-b").metastore


@pytest.fixture
def no_jars(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home in which Delta's jars were never fetched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_known_jars_are_taken_while_they_exist(no_jars: Path) -> None:
    jar = no_jars / "io.delta_delta-spark.jar"
    jar.touch()
    other = no_jars / "org.slf4j_slf4j-api.jar"
    other.touch()
    assert delta_jars.must_be_fetched({})
    spark: Any = type("Session", (), {"conf": {"spark.jars": f"file://{jar},file://{other}"}})
    delta_jars.remember_jars(spark)
    assert delta_jars.delta_settings({}) == {"spark.jars": str(jar)}
    assert delta_jars.delta_settings({"spark.jars": "/mine.jar"}) == {"spark.jars": f"/mine.jar,{jar}"}
    assert delta_jars.delta_settings({"spark.jars": "/my/delta-spark_4.2.jar"}) == {}
    assert not delta_jars.must_be_fetched({})
    jar.unlink()
    assert delta_jars.must_be_fetched({})
    assert not delta_jars.must_be_fetched({"spark.jars.packages": "a:b:1"})


def test_first_start_fetches_delta_behind_one_line(
    monkeypatch: pytest.MonkeyPatch, no_jars: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jar = no_jars / "io.delta_delta-spark.jar"
    jar.touch()
    answers: list[str | None] = [None, f"file://{jar}"]

    def resolve(_conf: Any, output: Any) -> str | None:
        output.write("a page of Ivy\n" * 200)
        return answers.pop(0)

    monkeypatch.setattr(delta_jars, "_resolve", resolve)
    delta_jars.fetch({})
    assert capsys.readouterr().err.count("\n") == 1
    assert delta_jars.known_jars() == [str(jar)]
    delta_jars.fetch({})
    assert capsys.readouterr().err == ""


def test_failed_fetching_names_the_reason_and_the_file_with_all_of_it(
    monkeypatch: pytest.MonkeyPatch, no_jars: Path
) -> None:
    def resolve(_conf: Any, output: Any) -> None:
        output.write(
            ":: problems ::\n\tServer access error at url x.pom (java.net.ConnectException: Connection refused)\n"
            'Exception in thread "main" a.B: [unresolved dependency: io.delta#x;1: not found]\n\tat a.b.C\n'
        )

    monkeypatch.setattr(delta_jars, "_resolve", resolve)
    with pytest.raises(SessionError) as caught:
        delta_jars.fetch({})
    assert caught.value.getCondition() == "DELTA_NOT_FETCHED"
    told = "[unresolved dependency: io.delta#x;1: not found], java.net.ConnectException: Connection refused. Hint"
    assert f"could not be fetched: {told}" in str(caught.value)
    log = no_jars / "cache" / "streamtables" / "fetching-delta.log"
    assert str(log) in str(caught.value)
    assert "problems" in log.read_text(encoding="utf-8")


def test_path_below_another_root_keeps_its_spelling() -> None:
    cases = {
        "file:/old/s.db/t": "file:/new w/s.db/t",
        "file:/old": "file:/new w",
        "/old/t": "/new w/t",
        "file:///old/a%20b": "file:///new w/a%20b",
        "/older/t": None,
        "s3a://old/t": None,
    }
    assert {path: moved_path(path, "/old", "/new w") for path in cases} == cases
    assert moved_path("file:/my%20old/t", "/my old", "/new w") == "file:/new%20w/t"


def test_old_python_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(builder, "sys", SimpleNamespace(version_info=(3, 9, 18)))
    with pytest.raises(SessionError) as caught:
        streamtables.session(tmp_path / "warehouse")
    assert caught.value.getCondition() == "PYTHON_REQUIRED"
    assert "3.10 or later, this is 3.9" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.spark
def test_spark_that_does_not_start_is_an_error_below_its_own_words(tmp_path: Path) -> None:
    process = _start(
        tmp_path / "process",
        f"""
        import streamtables
        for name, value in (("master", "no-such-master"), ("metastore", "jdbc:postgresql://127.0.0.1:1/hive")):
            try:
                streamtables.session({str(tmp_path / "warehouse")!r}, **{{name: value}})
            except streamtables.StreamTableError as error:
                print(error.getCondition(), error.getSqlState(), "org.postgresql.Driver is missing" in str(error))
        """,
    )
    out, err = process.communicate(timeout=900)
    assert out == "SPARK_START_FAILED 58000 False\nMETASTORE_DRIVER_MISSING 58000 True\n", err
    assert "Master" in err


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ('openjdk version "11.0.2" 2019-01-15', "Java 11"),
        ('java version "1.8.0_292"', "Java 8"),
        ("nonsense", "not a working Java"),
    ],
)
def test_old_java_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, found: str
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(_java(tmp_path, answer)))
    with pytest.raises(SessionError) as caught:
        local_session.require_java()
    assert caught.value.getCondition() == "JAVA_REQUIRED"
    assert found in str(caught.value)
    assert "Install a JDK" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("version", ["17.0.1", "21", "25.0.1"])
def test_new_enough_java_is_accepted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str) -> None:
    monkeypatch.setenv("JAVA_HOME", str(_java(tmp_path, f'openjdk version "{version}" 2026-01-01')))
    local_session.require_java()


def test_missing_java_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SessionError, match="no java on the PATH"):
        local_session.require_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(SessionError, match="cannot be run"):
        local_session.require_java()


def test_import_of_the_package_imports_no_pyspark(tmp_path: Path) -> None:
    process = _start(tmp_path / "work", "import sys, streamtables; print('pyspark' in sys.modules)")
    out, err = process.communicate(timeout=900)
    assert (out.strip(), err) == ("False", "")


def test_running_session_with_another_warehouse_is_named(stub: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(SessionError) as caught:
        streamtables.session(tmp_path / "other")
    assert caught.value.getCondition() == "SESSION_HAS_OTHER_WAREHOUSE"
    assert str(tmp_path / "other") in str(caught.value)
    assert not (tmp_path / "other").exists()


def test_running_session_with_the_same_warehouse_is_returned(stub: SparkSession) -> None:
    warehouse = stub.conf.get("spark.sql.warehouse.dir")
    assert warehouse is not None
    assert streamtables.session(warehouse.removeprefix("file:")) is stub
    assert streamtables.session(f"file://{warehouse.removeprefix('file:')}") is stub


def test_running_session_is_taken_as_it_is_and_says_what_comes_too_late(
    stub: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    assert streamtables.session(conf={"spark.app.name": str(stub.conf.get("spark.app.name"))}) is stub
    assert capsys.readouterr().err == ""
    assert streamtables.session(master="yarn", conf={"spark.executor.memory": "7g"}) is stub
    assert "stay as they are: spark.executor.memory, spark.master" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.spark
def test_tables_outlive_the_process_and_a_second_process_is_refused(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    first = _start(
        tmp_path / "first",
        f"""
        import sys, streamtables
        spark = streamtables.session({str(warehouse)!r})
        spark.sql("CREATE SCHEMA s")
        spark.sql("CREATE TABLE s.t (a INT) USING delta TBLPROPERTIES ('k' = 'v')")
        spark.sql("INSERT INTO s.t VALUES (42)")
        spark.sql("CREATE VIEW s.v AS SELECT a + 1 AS b FROM s.t")
        print("ready", flush=True)
        sys.stdin.readline()
        """,
    )
    with first:
        _wait_until_ready(first)
        started = time.monotonic()
        second = _start(
            tmp_path / "second",
            f"""
            import streamtables
            try:
                streamtables.session({str(warehouse)!r})
            except streamtables.StreamTableError as error:
                print(error.getCondition(), "close it and try again" in str(error))
            """,
        )
        out, err = second.communicate(timeout=900)
        assert (out, err) == ("METASTORE_IN_USE True\n", "")
        assert time.monotonic() - started < 60
        first.terminate()
    third = _start(
        tmp_path / "third",
        f"""
        import streamtables
        spark = streamtables.session({str(warehouse)!r})
        print(spark.sql("SELECT * FROM s.v").collect(), spark.sql("SHOW TBLPROPERTIES s.t ('k')").first())
        spark.stop()
        spark = streamtables.session({str(tmp_path / "other")!r})
        print(spark.catalog.databaseExists("s"))
        """,
    )
    out, err = third.communicate(timeout=900)
    assert out == "[Row(b=43)] Row(key='k', value='v')\nFalse\n", err
    noise = [line for line in err.splitlines() if "incubator" not in line]
    assert noise == []
    for directory in ("first", "second", "third"):
        assert list((tmp_path / directory).iterdir()) == []


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.thorough
def test_session_can_be_retried_after_the_metastore_was_in_use(tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    holder = _start(
        tmp_path / "holder",
        f"""
        import sys, streamtables
        streamtables.session({str(warehouse)!r})
        print("ready", flush=True)
        sys.stdin.readline()
        """,
    )
    with holder:
        _wait_until_ready(holder)
        retry = _start(
            tmp_path / "retry",
            f"""
            import streamtables
            streamtables.session({str(tmp_path / "mine")!r}).stop()
            try:
                streamtables.session({str(warehouse)!r})
            except streamtables.StreamTableError as error:
                print(error.getCondition())
            spark = streamtables.session({str(tmp_path / "mine")!r})
            print(spark.sql("SELECT 1").first())
            """,
        )
        out, err = retry.communicate(timeout=900)
        holder.terminate()
    assert out == "METASTORE_IN_USE\nRow(1=1)\n", err

"""Warehouses that were copied, file systems and jars that are missing, and Spark that others have started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.processes import PYTHON_PATH

pytestmark = [pytest.mark.spark, pytest.mark.slow]

CLI = "from streamtables.cli.main import run; run()"


def _run(folder: Path, code: str, *words: str, program: tuple[str, ...] = (), **environment: str) -> list[str]:
    """Run a program of its own, and return what it prints, line by line."""
    script = folder / "program.py"
    script.write_text(textwrap.dedent(code), encoding="utf-8")
    done = subprocess.run(
        [*(program or (sys.executable,)), str(script), *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH, "PYSPARK_PYTHON": sys.executable, **environment},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.thorough
def test_copied_warehouse_is_refused_until_it_is_relocated_and_leaves_the_original_alone(tmp_path: Path) -> None:
    _run(
        tmp_path,
        """
        import streamtables
        spark = streamtables.session("a b")
        spark.sql("CREATE SCHEMA s")
        spark.sql("CREATE TABLE s.t USING delta AS SELECT 1 AS a")
        spark.sql("CREATE TABLE p USING parquet PARTITIONED BY (k) AS SELECT 1 AS a, 2 AS k")
        spark.sql("CREATE STREAM TABLE s.x REFRESH MODE DIFFERENTIAL AS SELECT count(*) AS n FROM s.t")
        """,
    )
    shutil.copytree(tmp_path / "a b", tmp_path / "copy")
    refused = _run(
        tmp_path,
        """
        import streamtables
        try:
            streamtables.session("copy")
        except streamtables.StreamTableError as error:
            print(error)
        print(streamtables.session("a b").table("s.x").collect())
        """,
    )
    assert refused[0].startswith(f"[WAREHOUSE_MOVED] The warehouse {tmp_path}/copy was made at {tmp_path}/a b,")
    assert f"streamtables doctor --relocate -w {tmp_path}/copy" in refused[0]
    assert refused[1] == "[Row(n=1)]"
    told = _run(tmp_path, CLI, "doctor", "--relocate", "-w", "copy")
    assert f"Warehouse  {tmp_path}/copy, made at {tmp_path}/a b" in told
    shown = _run(
        tmp_path,
        """
        import streamtables
        spark = streamtables.session("copy")
        spark.sql("INSERT INTO s.t VALUES (2)")
        spark.sql("INSERT INTO p VALUES (7, 8)")
        print(spark.sql("REFRESH STREAM TABLE s.x").first()["mode"])
        print(spark.table("s.x").collect(), spark.table("p").count())
        spark.sql("CREATE TABLE s.u USING delta AS SELECT 1 AS a")
        print(*[spark.sql(f"DESCRIBE DETAIL s.{name}").first()["location"] for name in ("t", "x__stream", "u")])
        spark.stop()
        spark = streamtables.session("a b")
        print(spark.table("s.x").collect(), spark.table("s.t").count(), spark.table("p").count())
        """,
    )
    folder = f"file:{tmp_path}/copy/s.db"
    assert shown[1:] == ["[Row(n=2)] 2", f"{folder}/t {folder}/x__stream {folder}/u", "[Row(n=1)] 1 1"]
    assert shown[0] in {"DIFFERENTIAL", "FULL"}


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (unreachable,) = _run(
        tmp_path,
        """
        import streamtables
        try:
            streamtables.session("s3a://bucket/tables", master="local[1]")
        except streamtables.StreamTableError as error:
            print(error)
        """,
    )
    assert unreachable.startswith("[FILE_SYSTEM_MISSING] The warehouse s3a://bucket/tables cannot be reached")
    assert "org.apache.hadoop.fs.s3a.S3AFileSystem" in unreachable
    assert "org.apache.hadoop:hadoop-aws" in unreachable
    assert not (tmp_path / "s3a:").exists()
    without = _run(
        tmp_path,
        """
        from pyspark.sql import SparkSession
        import streamtables

        def refused(use):
            try:
                use()
            except streamtables.StreamTableError as error:
                print(error)

        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.getOrCreate()
        refused(streamtables.session)
        spark.stop()
        builder.config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        spark = builder.config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension").getOrCreate()
        refused(lambda: streamtables.enable(spark))
        spark.stop()
        refused(lambda: streamtables.session("other"))
        """,
    )
    assert "spark.sql.extensions is missing" in without[0]
    for message in without[1:]:
        assert message.startswith("[DELTA_REQUIRED]")
        assert "--packages io.delta:delta-spark_" in message
    assert len(without) == 3
    assert not (tmp_path / "other").exists()


@pytest.mark.thorough
def test_what_spark_submit_was_given_counts(tmp_path: Path) -> None:
    from pyspark.find_spark_home import _find_spark_home

    from streamtables.spark.sessions.delta_jars import delta_package, known_jars

    (tmp_path / "conf").mkdir()
    metastore = f"spark.hadoop.javax.jdo.option.ConnectionURL jdbc:derby:;databaseName={tmp_path}/mine;create=true"
    (tmp_path / "conf" / "spark-defaults.conf").write_text(
        f"{metastore}\nspark.sql.session.timeZone=Asia/Tokyo\nspark.ui.enabled false\n", encoding="utf-8"
    )
    jars = known_jars()
    submit = (
        str(Path(_find_spark_home()) / "bin" / "spark-submit"),
        *("--master", "local[1]", "--name", "given"),
        *(("--packages", delta_package()) if jars is None else ("--jars", ",".join(jars))),
    )
    shown = _run(
        tmp_path,
        f"""
        import os, streamtables
        spark = streamtables.session("file://{tmp_path}/tables")
        print(spark.sparkContext.master, spark.sparkContext.appName, spark.conf.get("spark.sql.session.timeZone"))
        spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
        print(spark.sql("CREATE STREAM TABLE x AS SELECT a FROM t").first()["mode"])
        print(os.path.isdir("mine"), os.path.isdir("tables/.metastore"), os.path.isdir("tables/t"))
        """,
        program=submit,
        SPARK_CONF_DIR=str(tmp_path / "conf"),
    )
    assert shown == ["local[1] given Asia/Tokyo", "INITIAL", "True False True"]

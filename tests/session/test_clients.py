"""Clients of servers, beeline over JDBC and Spark Connect: what they read, and what their statements maintain."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyspark
import pytest
from tests.processes import PYTHON_PATH, free_port

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]

SERVER = """
    import os, sys
    import streamtables
    from streamtables.spark.sessions.delta_jars import delta_settings, fetch, must_be_fetched
    jdbc, connect = map(int, sys.argv[1:])
    if must_be_fetched({}):
        fetch({})
    jars = delta_settings({})["spark.jars"]
    spark = streamtables.session(
        "warehouse",
        master="local[1]",
        conf={
            # The servers' threads do not look for classes among Spark's own added jars.
            "spark.driver.extraClassPath": jars.replace(",", os.pathsep).replace("file:", ""),
            "spark.hadoop.hive.server2.thrift.bind.host": "127.0.0.1",
            "spark.hadoop.hive.server2.thrift.port": str(jdbc),
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": str(connect),
        },
    )
    spark.sql("CREATE SCHEMA s")
    spark.sql("CREATE TABLE s.t USING delta AS SELECT id, id % 10 AS k FROM range(1000)")
    spark.sql("CREATE STREAM TABLE s.g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM s.t GROUP BY k")
    spark.sql("CREATE STREAM TABLE s.i REFRESH MODE IMMEDIATE WITH NO DATA AS SELECT count(*) AS n FROM s.t")
    spark.sql("INSERT INTO s.t VALUES (1000, 1)")
    spark.sql("REFRESH STREAM TABLE s.g").collect()
    spark.sql("REFRESH STREAM TABLE s.i").collect()
    spark.sql("SHOW REFRESH HISTORY FOR s.g").collect()
    jvm = spark._jvm.org.apache.spark.sql
    jvm.hive.thriftserver.HiveThriftServer2.startWithContext(spark._jsparkSession.sqlContext())
    jvm.connect.service.SparkConnectService.start(spark._jsc.sc())
    print("ready", flush=True)
    sys.stdin.read()
    spark.stop()
    os._exit(0)
"""
JOINED = """
    SELECT h.mode, h.reason_code, h.requested_by, h.changed_rows, t.status, d.source,
           h.sources[0].source AS read, h.finished_at IS NOT NULL AS ended
    FROM streamtables.stream_tables AS t
    JOIN streamtables.refresh_history AS h ON h.stream_table_id = t.id
    JOIN streamtables.dependencies AS d ON d.stream_table_id = t.id
    WHERE h.reason_code = 'REFRESH_MODE'
"""
EXPECTED = ["DIFFERENTIAL", "REFRESH_MODE", "MANUAL", "1", "ok", "spark_catalog.s.t", "spark_catalog.s.t", "true"]


class Ports(NamedTuple):
    """Where the servers listen, on loopback."""

    jdbc: int
    connect: int


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Ports]:
    """A process with a stream table, and both servers."""
    script = tmp_path / "server.py"
    script.write_text(textwrap.dedent(SERVER), encoding="utf-8")
    ports = Ports(free_port(), free_port())
    process = subprocess.Popen(
        [sys.executable, str(script), *map(str, ports)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield ports
    finally:
        process.stdin.close()
        process.wait(60)
        process.stdout.close()


def _over_jdbc(servers: Ports, folder: Path, *statements: str) -> list[str]:
    jars = Path(pyspark.__file__).parent / "jars" / "*"
    url = f"jdbc:hive2://127.0.0.1:{servers.jdbc}/default"
    options = ["-u", url, "-n", "analyst", "--outputformat=csv2", "--showHeader=false", "--silent=true"]
    beeline = ["java", "-cp", str(jars), "org.apache.hive.beeline.BeeLine", *options]
    texts = [part for statement in statements for part in ("-e", " ".join(statement.split()))]
    told = subprocess.run([*beeline, *texts], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stderr
    # Behind beeline's prompt.
    return [line.rpartition("> ")[2] for line in told.stdout.splitlines() if line]


def _over_connect(servers: Ports, folder: Path, *statements: str) -> list[str]:
    client = """
    import sys
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
    for statement in sys.argv[2:]:
        for row in spark.sql(statement).collect():
            print(*row, sep=',')
    """
    command = [sys.executable, "-c", textwrap.dedent(client), f"sc://127.0.0.1:{servers.connect}", *statements]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout.lower().splitlines()


def test_clients_join_system_tables_and_read_their_own_writes(servers: Ports, tmp_path: Path) -> None:
    assert _over_jdbc(servers, tmp_path, JOINED) == [",".join(EXPECTED)]
    assert _over_connect(servers, tmp_path, JOINED) == [",".join(EXPECTED).lower()]
    as_it_is = ("SET spark.streamtables.fresh_reads = off", "SELECT n FROM s.i")
    for number, ask in enumerate((_over_jdbc, _over_connect)):
        told = ask(servers, tmp_path, f"INSERT INTO s.t VALUES ({2000 + number}, 1)", *as_it_is)
        assert told[-1] == str(1002 + number)

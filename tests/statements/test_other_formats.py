"""Sources that are not Delta tables: a recomputation sees what a new session would see."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.statements.test_source_columns import create

FORMATS = {
    "parquet": "(id INT, pay INT) USING parquet",
    "csv": "(id INT, pay INT) USING csv",
    "json": "(id INT, pay INT) USING json",
    "parts": "(pay INT, id INT) USING parquet PARTITIONED BY (id)",
}
DATABASE = {
    "url": "jdbc:derby:memory:pay;create=true",
    "dbtable": "pay",
    "driver": "org.apache.derby.jdbc.EmbeddedDriver",
}
UNSEEN = {
    "orc": "(id INT, pay INT) USING orc",
    "text": "(pay STRING, id INT) USING text PARTITIONED BY (id)",
    "jdbc": "USING jdbc OPTIONS (url '{url}', dbtable '{dbtable}', driver '{driver}')".format(**DATABASE),
}
"""Those that are read by their own names alone, and not through views."""


def test_files_written_by_others_are_seen_by_every_recomputation(spark, schema, refresh, tmp_path):
    spark.sql("CREATE TABLE emp (name STRING, id INT) USING delta")
    spark.sql("INSERT INTO emp VALUES ('a', 1), ('b', 2), ('c', 3)")
    path = (tmp_path / "files").as_uri()
    spark.sql("SELECT 1 AS id, 10 AS pay").write.parquet(path)
    rows = spark.sql("SELECT 0 AS id, 0 AS pay LIMIT 0")
    rows.write.format("jdbc").options(**DATABASE).mode("overwrite").save()
    sources = {"path": f"parquet.`{path}`"}
    for kind, clauses in (FORMATS | UNSEEN).items():
        spark.sql(f"CREATE TABLE pay_{kind} {clauses}")
        spark.sql(f"INSERT INTO pay_{kind} (id, pay) VALUES (1, 10)")
        sources[kind] = f"pay_{kind}"
        if kind in FORMATS:
            spark.sql(f"CREATE VIEW seen_{kind} AS SELECT * FROM pay_{kind}")
            sources[f"{kind}_view"] = f"seen_{kind}"
    queries = {f"st_{n}": f"SELECT e.name, p.pay FROM emp e JOIN {s} p ON e.id = p.id" for n, s in sources.items()}
    for name, query in queries.items():
        create(spark, name, query, "AUTO")

    def check(number: int) -> None:
        for name in queries:
            assert refresh(name)["mode"] == "FULL"
            assert spark.table(name).count() == number, name
            assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], name

    # Several refreshes, so that each of the engine's sessions has read the files before.
    for id_ in (2, 3):
        for kind in FORMATS | UNSEEN:
            spark.sql(f"INSERT INTO pay_{kind} (id, pay) VALUES ({id_}, 10)")
        spark.sql(f"SELECT {id_} AS id, 10 AS pay").write.mode("append").parquet(path)
        check(id_)
    spark.sql("DELETE FROM emp WHERE id = 1")
    check(2)


_HIVE = """
import sys
import streamtables

conf = {"spark.driver.memory": "1g", "spark.streamtables.strict": "true"}
spark = streamtables.session(sys.argv[1], master="local[1]", conf=conf)
spark.sql("CREATE TABLE emp (name STRING, id INT) USING delta")
spark.sql("INSERT INTO emp VALUES ('a', 1), ('b', 2)")
query = "SELECT e.name, p.pay FROM emp e JOIN {0} p ON e.id = p.id"
formats = ("TEXTFILE", "PARQUET", "ORC")
for kind in formats:
    spark.sql(f"CREATE TABLE pay_{kind} (id INT, pay INT) STORED AS {kind}")
    spark.sql(f"INSERT INTO pay_{kind} VALUES (1, 10)")
    spark.sql(f"CREATE STREAM TABLE st_{kind} AS {query.format('pay_' + kind)}")
for statement in ("INSERT INTO pay_{0} VALUES (2, 20)", "DELETE FROM emp WHERE id = 1"):
    for kind in formats:
        spark.sql(statement.format(kind))
    for kind in formats:
        row = spark.sql(f"REFRESH STREAM TABLE st_{kind}").first()
        same = sorted(spark.table(f"st_{kind}").collect()) == sorted(spark.sql(query.format("pay_" + kind)).collect())
        print("told", kind, row["mode"], spark.table(f"st_{kind}").count(), same)
spark.stop()
"""


@pytest.mark.slow
@pytest.mark.thorough
def test_tables_in_hives_formats_are_seen_by_every_recomputation(tmp_path):
    command = [sys.executable, "-c", _HIVE, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert ran.returncode == 0, ran.stderr[-2000:]
    told = [line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("told")]
    kinds = ("TEXTFILE", "PARQUET", "ORC")
    assert told == [[kind, "FULL", count, "True"] for count in "21" for kind in kinds]

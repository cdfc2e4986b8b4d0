"""Keeps stream tables while a metastore service falls silent, dies and comes back, in a process of its own.

It prints what each statement said, a line for each.
"""

from __future__ import annotations

import sys
from pathlib import Path

import streamtables
from tests.reliability.conftest import once_at
from tests.reliability.metastore_service import MetastoreService
from tests.reliability.told_statements import ToldStatements

QUERY = "SELECT k, count(*) AS n, max(v) AS m FROM source GROUP BY k"
CREATE = f"CREATE STREAM TABLE {{}} REFRESH MODE DIFFERENTIAL AS {QUERY}"
AWAY = (
    "REFRESH STREAM TABLE kept",
    "REFRESH STREAM TABLE kept FULL",
    CREATE.format("made"),
    "DROP STREAM TABLE kept",
    "SHOW STREAM TABLES",
)
"""What is asked for while there is no metastore."""
_DROPS = 5
"""How often a DROP is tried whose service has only just come back."""
SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": "1",
    "spark.streamtables.strict": "true",
    "spark.hadoop.hive.metastore.client.socket.timeout": "1s",
    "spark.hadoop.hive.metastore.failure.retries": "1",
    "spark.hadoop.hive.metastore.connect.retries": "1",
}


def _keep(told: ToldStatements, service: MetastoreService, folder: str) -> None:
    told.run("CREATE TABLE source (k INT, v INT) USING delta")
    told.run("INSERT INTO source VALUES (1, 1), (1, 2), (2, 3)")
    told.run(CREATE.format("kept"))
    ways = {"silent": (service.fall_silent, service.go_on), "dead": (service.kill, service.start)}
    for phase, (strike, mend) in ways.items():
        told.begin(phase)
        told.run("INSERT INTO source VALUES (2, 5)")
        strike()
        for statement in AWAY:
            told.run(statement)
        told.read_files(folder)
        mend()
        told.begin(f"{phase}, back")
        told.run("TABLE kept")
        told.run("SHOW STREAM TABLES")
        told.run("REFRESH STREAM TABLE kept")
        told.compare("kept", QUERY)


def _strike_amid(told: ToldStatements, service: MetastoreService) -> None:
    """Let the service fall silent in the middle of a CREATE, of a REFRESH and of a DROP."""

    def struck(step: str, statement: str) -> None:
        with once_at(step, service.fall_silent):
            told.run(statement)
        service.go_on()

    told.begin("amid CREATE")
    struck("create.backing", CREATE.format("half"))
    told.run(CREATE.format("half"))
    told.compare("half", QUERY)
    told.begin("amid REFRESH")
    told.run("INSERT INTO source VALUES (3, 5)")
    struck("refresh.computed", "REFRESH STREAM TABLE kept")
    told.run("REFRESH STREAM TABLE kept")
    told.compare("kept", QUERY)
    told.begin("amid DROP")
    struck("drop.registry", "DROP STREAM TABLE half")
    # The service answers first what it was asked while it was silent.
    for _ in range(_DROPS):
        if told.run("DROP STREAM TABLE IF EXISTS half"):
            break
    told.run("SHOW TABLES LIKE 'half*'")


if __name__ == "__main__":
    root = Path(sys.argv[1])
    metastore = MetastoreService(root / "metastore", root / "tables")
    try:
        metastore.start()
        address = {"spark.hadoop.hive.metastore.uris": metastore.address}
        session = streamtables.session(root / "tables", master="local[2]", conf={**SETTINGS, **address})
        statements = ToldStatements(session)
        _keep(statements, metastore, f"{root}/tables/kept__stream")
        _strike_amid(statements, metastore)
        session.stop()
    finally:
        metastore.kill()

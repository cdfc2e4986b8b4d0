"""Clients of `streamtables serve`: pyhive, beeline, and Spark Connect in another process."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from tests.processes import PYTHON_PATH
from tests.serve.conftest import Served, make_slow, only

pytestmark = [pytest.mark.spark, pytest.mark.slow]

REFRESH_TYPES = {
    "stream_table": "STRING",
    "mode": "STRING",
    "reason": "STRING",
    "changed_rows": "BIGINT",
    "rows_inserted": "BIGINT",
    "rows_updated": "BIGINT",
    "rows_deleted": "BIGINT",
    "version": "BIGINT",
    "duration_ms": "BIGINT",
    "reason_code": "STRING",
}


@pytest.fixture
def schema(served: Served) -> Iterator[str]:
    """A schema of the test's own, with a source and a stream table."""
    name = f"s_{uuid4().hex[:8]}"
    served.ask(
        f"CREATE SCHEMA {name}",
        f"CREATE TABLE {name}.t USING delta AS SELECT id, id % 10 AS k FROM range(100)",
        f"CREATE STREAM TABLE {name}.g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM {name}.t GROUP BY k",
    )
    yield name
    served.ask(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def slow(served: Served, schema: str) -> str:
    """A stream table whose refresh takes many minutes, in one job that can be cancelled."""
    make_slow(served.ask, schema)
    return f"{schema}.slow"


def _script(schema: str) -> list[tuple[str, Callable[[list[list[str]]], bool]]]:
    """Every kind of statement, and whether an answer is right; a cell is a text, empty for NULL."""
    g, h = f"{schema}.g", f"{schema}.h"

    def done(_: list[list[str]]) -> bool:
        return True

    def modes(*expected: str) -> Callable[[list[list[str]]], bool]:
        return lambda rows: [row[1] for row in rows] == list(expected)

    def tells(word: str) -> Callable[[list[list[str]]], bool]:
        return lambda rows: any(word in cell for row in rows for cell in row)

    trigger = (
        f"CREATE TRIGGER note AFTER UPDATE ON STREAM TABLE {g} REFERENCING NEW TABLE AS new_rows "
        f"AS INSERT INTO {schema}.log SELECT n FROM new_rows"
    )
    joined = (
        "SELECT t.status, h.mode, d.source FROM streamtables.stream_tables t JOIN streamtables.refresh_history h "
        "ON h.stream_table_id = t.id JOIN streamtables.dependencies d ON d.stream_table_id = t.id "
        f"WHERE t.stream_table = 'spark_catalog.{g}' AND h.mode = 'FULL'"
    )
    return [
        (f"INSERT INTO {schema}.t VALUES (100, 3)", done),
        (f"REFRESH STREAM TABLE {g}", modes("DIFFERENTIAL")),
        (f"SELECT n FROM {g} WHERE k = 3", lambda rows: rows == [["11"]]),
        (
            f"CREATE STREAM TABLE {h} REFRESH MODE DIFFERENTIAL SCHEDULE NONE AS SELECT k, n + 1 AS m FROM {g}",
            modes("INITIAL"),
        ),
        (f"INSERT INTO {schema}.t VALUES (101, 3)", done),
        (f"EXPLAIN REFRESH STREAM TABLE {h}", tells("DIFFERENTIAL")),
        (f"REFRESH STREAM TABLE {h}", modes("DIFFERENTIAL", "DIFFERENTIAL")),
        (f"REFRESH STREAM TABLE {g} FULL WITHOUT UPSTREAM CASCADE", lambda rows: rows[0][1] == "FULL"),
        (f"REFRESH STREAM TABLES IN {schema}", modes("NO_CHANGE", "NO_CHANGE")),
        (f"ALTER STREAM TABLE {h} SUSPEND", tells("DEFINITION")),
        (f"REFRESH STREAM TABLE {h}", lambda rows: rows[-1][1] == "SKIPPED"),
        (f"ALTER STREAM TABLE {h} RESUME", tells("DEFINITION")),
        (f"EXPLAIN ALTER STREAM TABLE {h} SET REFRESH MODE FULL", tells("change")),
        (f"ALTER STREAM TABLE {h} RENAME TO {h}2", tells("NAME")),
        (f"SHOW STREAM TABLES IN {schema} LIKE 'h*'", tells("h2")),
        (f"DESCRIBE STREAM TABLE {h}2", tells("# Stream table")),
        (f"SHOW CREATE STREAM TABLE {h}2", tells("CREATE STREAM TABLE")),
        (f"EXPLAIN CREATE STREAM TABLE {schema}.x AS SELECT id FROM {schema}.t", tells("DIFFERENTIAL")),
        (f"SHOW REFRESH HISTORY FOR {g} LIMIT 1", tells("NO_CHANGE")),
        (f"VERIFY STREAM TABLE {g}, {h}2", lambda rows: [row[1].lower() for row in rows] == ["true", "true"]),
        (f"VERIFY STREAM TABLES IN {schema} SAMPLE 50 PERCENT", lambda rows: len(rows) == 2),
        (f"CREATE TABLE {schema}.log (n BIGINT) USING delta", done),
        (trigger, done),
        (f"INSERT INTO {schema}.t VALUES (102, 3)", done),
        (f"REFRESH STREAM TABLE {g}", modes("DIFFERENTIAL")),
        (f"SELECT n FROM {schema}.log", lambda rows: rows == [["13"]]),
        (f"SHOW TRIGGERS ON STREAM TABLE {g}", tells("note")),
        (f"DROP TRIGGER note ON STREAM TABLE {g}", done),
        (f"CALL create_immv('{schema}.v', 'SELECT count(*) AS n FROM {schema}.t')", done),
        (f"INSERT INTO {schema}.t VALUES (103, 3)", done),
        ("SET spark.streamtables.fresh_reads = off", done),
        (f"SELECT n FROM {schema}.v", lambda rows: rows == [["104"]]),
        (f"CALL get_immv_def('{schema}.v')", tells("count(*)")),
        (joined, lambda rows: rows == [["ok", "FULL", f"spark_catalog.{schema}.t"]]),
        (f"DROP STREAM TABLE {h}2", done),
        (f"DROP STREAM TABLE IF EXISTS {h}2", done),
    ]


def _over_pyhive(served: Served, statements: list[str]) -> list[list[list[str]]]:
    answers = []
    with served.over_jdbc() as client, client.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
            answers.append(_texts(cursor.fetchall() if cursor.description else []))
    return answers


def _over_beeline(served: Served, statements: list[str]) -> list[list[list[str]]]:
    marked = [part for number, one in enumerate(statements) for part in (one, f"SELECT 'answer {number}' AS answer")]
    told = served.beeline(*marked)
    assert told.returncode == 0, told.stderr
    answers: list[list[list[str]]] = []
    rows: list[list[str]] = []
    for row in csv.reader(io.StringIO(told.stdout), delimiter="\t", quoting=csv.QUOTE_NONE):
        # Behind beeline's prompt.
        cells = [row[0].rpartition("> ")[2], *row[1:]] if row else []
        if cells == [f"answer {len(answers)}"]:
            # What stands before is the answer's header, and the other header.
            answers.append(rows[1:-1] if rows[:-1] else [])
            rows = []
        elif cells:
            rows.append(cells)
    return answers


def _over_connect(served: Served, statements: list[str]) -> list[list[list[str]]]:
    answers = served.over_connect("statements", *statements)
    assert not [answer for answer in answers if "rows" not in answer], answers
    return [_texts(answer["rows"]) for answer in answers]


def _texts(rows: list[Any]) -> list[list[str]]:
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


@pytest.mark.parametrize(
    "over", [_over_pyhive, *(pytest.param(over, marks=pytest.mark.thorough) for over in (_over_beeline, _over_connect))]
)
def test_every_statement_works_from_every_client_and_runs_once(served: Served, schema: str, over: Any) -> None:
    script = _script(schema)
    answers = over(served, [statement for statement, _ in script])
    assert len(answers) == len(script)
    wrong = [(text, answer) for (text, is_right), answer in zip(script, answers, strict=True) if not is_right(answer)]
    assert not wrong
    modes = Counter(row[2] for row in served.ask(f"SHOW REFRESH HISTORY FOR {schema}.g"))
    del modes["NO_CHANGE"]
    assert modes == {"INITIAL": 1, "DIFFERENTIAL": 3, "FULL": 1}


def test_columns_have_their_types(served: Served, schema: str) -> None:
    with served.over_jdbc() as client, client.cursor() as cursor:
        cursor.execute(f"REFRESH STREAM TABLE {schema}.g")
        assert {name: type_.removesuffix("_TYPE") for name, type_, *_ in cursor.description} == REFRESH_TYPES
        row = dict(zip(REFRESH_TYPES, only(cursor.fetchall()), strict=True))
        assert row["rows_inserted"] == 0
    answer = only(served.over_connect("statements", f"REFRESH STREAM TABLE {schema}.g"))
    assert {name: type_.upper() for name, type_ in answer["types"].items()} == REFRESH_TYPES


def test_tools_that_list_tables_and_columns_find_stream_tables_among_the_views(served: Served, schema: str) -> None:
    from TCLIService import ttypes

    def listed(request: str, **given: str) -> list[tuple[Any, ...]]:
        """What JDBC's DatabaseMetaData asks for, which DBeaver shows as a tree."""
        session = client.sessionHandle
        answer = getattr(client.client, f"Get{request}")(
            getattr(ttypes, f"TGet{request}Req")(sessionHandle=session, schemaName=schema, tableName="%", **given)
        )
        fetched = client.client.FetchResults(
            ttypes.TFetchResultsReq(operationHandle=answer.operationHandle, maxRows=100)
        )
        columns = [next(value for value in vars(one).values() if value is not None) for one in fetched.results.columns]
        return list(zip(*(column.values for column in columns), strict=True))

    with served.over_jdbc() as client:
        tables, columns = listed("Tables"), listed("Columns", columnName="%")
    assert {(row[2], row[3]) for row in tables} == {("t", "TABLE"), ("g", "VIEW"), ("g__stream", "TABLE")}
    assert [(row[3], row[5]) for row in columns if row[2] == "g"] == [("k", "BIGINT"), ("n", "BIGINT")]


@pytest.mark.parametrize(
    ("statement", "condition", "position"),
    [
        ("REFRESH STREAM TABLE {0}.missing", "STREAM_TABLE_NOT_FOUND", ""),
        ("REFRESH STREAM TABLE\n {0}.g SLOWLY", None, "(line 2, column"),
        (
            "CREATE STREAM TABLE {0}.r REFRESH MODE DIFFERENTIAL AS SELECT rand() AS r FROM {0}.t",
            None,
            "(line 1, column",
        ),
    ],
)
def test_errors_are_the_same_for_every_client(
    served: Served, schema: str, statement: str, condition: str | None, position: str
) -> None:
    from pyhive.exc import OperationalError

    text = statement.format(schema)
    over_connect = only(served.over_connect("statements", text))
    condition = condition or over_connect["condition"]
    assert over_connect["condition"] == condition
    assert f"[{condition}]" in over_connect["message"]
    assert position in over_connect["message"]
    own = over_connect["message"].partition(f"[{condition}]")[2].partition(" SQLSTATE")[0]
    with pytest.raises(OperationalError) as raised:
        served.ask(text)
    status = raised.value.args[0].status
    assert f"[{condition}]{own}" in status.errorMessage
    assert status.sqlState == over_connect["state"]
    told = served.beeline(text.replace("\n", " "))
    assert told.returncode != 0
    assert f"[{condition}]" in told.stderr


def test_a_connect_client_uses_a_stream_table_as_an_object(served: Served, schema: str) -> None:
    told = served.over_connect("stream_table", f"{schema}.g")
    assert told["mode"] == "NO_CHANGE"
    assert told["equal"] is True
    assert told["rows"] == 10
    assert told["history"] == "stream_table"
    assert told["explained"]
    assert "CREATE STREAM TABLE" in told["definition"]
    assert f"{schema}.g" in told["graph"]
    assert set(told["refused"]) == {"changes", "on_change", "on_refresh", "disable"}
    assert all(message.startswith("[SPARK_CONNECT_NOT_SUPPORTED]") for message in told["refused"].values())


@pytest.mark.thorough
def test_two_clients_refresh_one_table_at_once(served: Served, schema: str) -> None:
    statements = [
        part
        for number in range(4)
        for part in (f"INSERT INTO {schema}.t VALUES ({1000 + number}, 1)", f"REFRESH STREAM TABLE {schema}.g")
    ]
    found: list[Any] = []
    other = threading.Thread(target=lambda: found.extend(_over_connect(served, statements)))
    other.start()
    _over_pyhive(served, statements)
    other.join()
    assert len(found) == len(statements)
    assert served.ask(f"SELECT n FROM {schema}.g WHERE k = 1") == [(18,)]
    assert only(served.ask(f"VERIFY STREAM TABLE {schema}.g"))[1] is True


def test_cancelling_with_pyhive_ends_the_refresh(served: Served, slow: str) -> None:
    from TCLIService.ttypes import TOperationState

    client = served.over_jdbc()
    cursor = client.cursor()
    cursor.execute(f"REFRESH STREAM TABLE {slow}", async_=True)
    served.wait_for_statements(1)
    time.sleep(2)
    cursor.cancel()
    assert cursor.poll().operationState == TOperationState.CANCELED_STATE
    _require_ended(served, slow)
    client.close()


@pytest.mark.parametrize("how", ["all", pytest.param("tag", marks=pytest.mark.thorough)])
def test_interrupting_over_connect_ends_the_refresh(served: Served, slow: str, how: str) -> None:
    told = served.over_connect("cancel", how, f"REFRESH STREAM TABLE {slow}")
    assert told["condition"] in {"OPERATION_CANCELED", "STATEMENT_CANCELLED"}
    assert told["seconds"] < 30
    _require_ended(served, slow)


@pytest.mark.thorough
def test_a_statement_that_is_cancelled_between_two_jobs_does_not_begin_another(
    served: Served, schema: str, slow: str
) -> None:
    first = served.over_jdbc()
    waiting = served.over_jdbc()
    cursor = first.cursor()
    cursor.execute(f"REFRESH STREAM TABLE {slow}", async_=True)
    served.wait_for_statements(1)
    second = waiting.cursor()
    # It waits for the first, without a job that could be cancelled.
    second.execute(f"REFRESH STREAM TABLE {slow}", async_=True)
    served.wait_for_statements(2)
    second.cancel()
    cursor.cancel()
    _require_ended(served, slow)
    first.close()
    waiting.close()


def test_a_jdbc_client_that_goes_away_ends_its_refresh_and_nothing_else(served: Served, slow: str) -> None:
    client = served.over_jdbc()
    cursor = client.cursor()
    cursor.execute(f"REFRESH STREAM TABLE {slow}", async_=True)
    served.wait_for_statements(1)
    time.sleep(1)
    # The connection breaks; no session is closed.
    client._transport.close()
    _require_ended(served, slow)


@pytest.mark.thorough
def test_a_connect_client_that_is_killed_leaves_the_server_going_on(served: Served, schema: str) -> None:
    make_slow(served.ask, schema, outer=20)
    client = served.start_connect("statements", f"REFRESH STREAM TABLE {schema}.slow")
    served.wait_for_statements(1)
    os.kill(client.pid, signal.SIGKILL)
    client.communicate()
    assert served.ask(f"REFRESH STREAM TABLE {schema}.g")[0][1] == "NO_CHANGE"
    served.wait_for_statements(0)
    # Spark keeps what its client may come back for.
    assert served.ask(f"SELECT n FROM {schema}.slow") == [(0,)]


def _require_ended(served: Served, name: str) -> None:
    """Require that the refresh has ended, that nothing of it is seen, and that the server goes on."""
    served.wait_for_statements(0)
    modes = [(row[2], row[11]) for row in served.ask(f"SHOW REFRESH HISTORY FOR {name}")]
    assert set(modes) == {("FAILED", "CANCELLED"), ("INITIAL", "CREATED_EMPTY")}
    assert served.page("/healthz")[0] == 200


def test_a_client_of_a_server_without_us_is_told_how_a_server_gets_us(tmp_path: Path) -> None:
    program = """
    import json, sys
    from pyspark.sql import SparkSession
    from tests.serve.connect_client import enable
    spark = SparkSession.builder.remote("local[1]").getOrCreate()
    print(json.dumps(enable(spark)))
    """
    told = subprocess.run(
        [sys.executable, "-c", "\n".join(line.strip() for line in program.splitlines())],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        capture_output=True,
        text=True,
        timeout=900,
        check=True,
    )
    message = json.loads(told.stdout.splitlines()[-1])
    assert message.startswith("[CONNECT_SERVER_WITHOUT_STREAM_TABLES]")
    assert "streamtables serve" in message

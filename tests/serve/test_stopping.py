"""How `streamtables serve` ends: what runs may end, or is given up, and the next start goes on from there."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.serve.conftest import PATIENCE_SECONDS, Served, make_slow, run_serve

pytestmark = [pytest.mark.spark, pytest.mark.slow]


def _wait_for_end(cursor: Any) -> Any:
    from TCLIService.ttypes import TOperationState

    end = time.monotonic() + PATIENCE_SECONDS
    while (state := cursor.poll().operationState) in (TOperationState.RUNNING_STATE, TOperationState.PENDING_STATE):
        assert time.monotonic() < end
        time.sleep(0.1)
    return state


def test_what_runs_may_end_or_is_given_up_and_a_restart_goes_on(tmp_path: Path) -> None:
    from pyhive.exc import OperationalError
    from TCLIService.ttypes import TOperationState

    served = Served.start(tmp_path, "--create")
    served.ask("CREATE SCHEMA s")
    make_slow(served.ask, "s", outer=8)
    served.ask("CREATE STREAM TABLE s.g REFRESH MODE DIFFERENTIAL AS SELECT count(*) AS n FROM s.big")
    running, late = served.over_jdbc(), served.over_jdbc()
    cursor = running.cursor()
    cursor.execute("REFRESH STREAM TABLE s.slow", async_=True)
    served.wait_for_statements(1)
    served.process.send_signal(signal.SIGTERM)
    while "stopping" not in served.told():
        time.sleep(0.05)
    assert served.page("/readyz")[0] == 503
    with pytest.raises(OperationalError, match="SERVER_STOPPING"):
        late.cursor().execute("REFRESH STREAM TABLE s.g")
    assert _wait_for_end(cursor) == TOperationState.FINISHED_STATE
    assert served.stop() == 0
    assert "given up" not in served.told()

    again = Served.start(tmp_path, "--stop-timeout", "1", "--no-connect", "--no-scheduler")
    assert "Connect    off" in again.told()
    assert again.ask("SELECT n FROM s.slow") == [(0,)]
    again.ask("INSERT INTO s.big SELECT 5000")
    assert again.ask("REFRESH STREAM TABLE s.g")[0][1] == "DIFFERENTIAL"
    make_slow(again.ask, "s", outer=1000, name="slower")
    client = again.over_jdbc()
    client.cursor().execute("REFRESH STREAM TABLE s.slower", async_=True)
    again.wait_for_statements(1)
    began = time.monotonic()
    assert again.stop(signal.SIGINT) == 0
    assert time.monotonic() - began < PATIENCE_SECONDS
    assert "given up" in again.told()
    assert again.told().splitlines()[-1] == "stopped"


def test_a_warehouse_that_is_served_is_not_opened_a_second_time(served: Served) -> None:
    told = run_serve(served.folder, "--jdbc-port", "1", "--no-jdbc", "--no-connect", "--no-http")
    assert told.returncode == 1
    (line,) = told.stderr.splitlines()
    assert line.startswith("[METASTORE_IN_USE]")
    assert "streamtables serve" in line

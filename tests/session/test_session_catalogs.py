"""Each session's catalog is its own: Delta creates tables under the settings of the session that it belongs to."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from streamtables.session.enabling import runtime_of
from streamtables.spark.sessions.active_session import active

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _belongs_to_itself(session: Any) -> bool:
    catalog = session._jsparkSession.sessionState().catalogManager().catalog("spark_catalog")
    return bool(catalog.spark().equals(session._jsparkSession))


def _in_thread(spark: SparkSession, work: Any) -> None:
    """Do something on a thread that works for a session."""

    def run() -> None:
        with active(spark):
            work()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_a_session_of_ours_has_its_own_catalog_whoever_asks_first(spark: SparkSession) -> None:
    engine = runtime_of(spark).engine
    with ExitStack() as stack:
        # More than any test before has needed beside each other, so that the last is a new one.
        *_, own = [stack.enter_context(engine.open_session({})) for _ in range(24)]
        _in_thread(spark, lambda: _belongs_to_itself(own))
        assert _belongs_to_itself(own)


def test_a_users_session_has_its_own_catalog_though_a_statement_of_ours_is_its_first(spark: SparkSession) -> None:
    session = spark.newSession()
    session.sql("SHOW STREAM TABLES").collect()
    assert _belongs_to_itself(session)

"""Programs of a Spark Connect client, each run in a process of its own: address, name, arguments; it prints JSON."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def statements(spark: SparkSession, *texts: str) -> list[dict[str, Any]]:
    """Run statements: types and rows of each, or what was raised."""
    return [_run(spark, text) for text in texts]


def _run(spark: SparkSession, text: str) -> dict[str, Any]:
    from pyspark.errors import PySparkException

    try:
        frame = spark.sql(text)
        # Whatever is asked of the frame, the statement runs once.
        frame.count()
        types = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
        return {"types": types, "rows": [list(row) for row in frame.collect()]}
    except PySparkException as error:
        return {"condition": error.getCondition(), "state": error.getSqlState(), "message": str(error)}


def stream_table(spark: SparkSession, name: str) -> dict[str, Any]:
    """Use every method of a stream table."""
    import streamtables

    streamtables.enable(spark)
    table = streamtables.table(spark, name)
    refused = {}
    for method, act in {
        "changes": lambda: table.changes(0),
        "on_change": lambda: table.on_change(print),
        "on_refresh": lambda: streamtables.on_refresh(spark, print),
        "disable": lambda: streamtables.disable(spark),
    }.items():
        try:
            act()
        except streamtables.StreamTableError as error:
            refused[method] = error.message
    return {
        "mode": table.refresh()["mode"],
        "explained": table.explain()["mode"],
        "history": table.history(1).columns[0],
        "equal": table.verify(),
        "rows": table.to_df().count(),
        "definition": table.definition,
        "graph": str(table.graph()),
        "refused": refused,
    }


def cancel(spark: SparkSession, how: str, text: str) -> dict[str, Any]:
    """Run a statement, and cancel it after a while."""

    def later() -> None:
        time.sleep(4)
        if how == "tag":
            spark.interruptTag("mine")
        else:
            spark.interruptAll()

    thread = threading.Thread(target=later)
    spark.addTag("mine")
    thread.start()
    began = time.monotonic()
    result = _run(spark, text)
    thread.join()
    return {**result, "seconds": time.monotonic() - began}


def enable(spark: SparkSession) -> str:
    """Enable stream tables, and return what is said."""
    import streamtables

    try:
        streamtables.enable(spark)
    except streamtables.StreamTableError as error:
        return error.message
    return ""


PROGRAMS: dict[str, Callable[..., Any]] = {one.__name__: one for one in (statements, stream_table, cancel, enable)}

if __name__ == "__main__":
    from pyspark.sql import SparkSession

    address, program, *given = sys.argv[1:]
    session = SparkSession.builder.remote(address).getOrCreate()
    sys.stdout.write(json.dumps(PROGRAMS[program](session, *given), default=str) + "\n")

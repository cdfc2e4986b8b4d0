"""Runs what it reads from its standard input, a JSON object a line, in one process: dbt's commands, and statements.

The argument is a warehouse; without one no Spark is started. Answers are JSON objects, a line each, on standard output;
what dbt and Spark print goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import streamtables


def main(warehouse: str | None) -> None:
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    spark = None
    if warehouse is not None:
        settings = {
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.shuffle.partitions": "1",
            "spark.driver.memory": "1g",
        }
        spark = streamtables.session(warehouse, master="local[2]", conf=settings)
    with os.fdopen(answers, "w", encoding="utf-8") as out:
        for line in sys.stdin:
            asked = json.loads(line)
            if "dbt" in asked:
                answer = run_dbt(asked["dbt"])
            else:
                assert spark is not None
                answer = [row.asDict() for row in spark.sql(asked["sql"]).collect()]
            print(json.dumps(answer, default=str), file=out, flush=True)
    if spark is not None:
        streamtables.disable(spark)
        spark.stop()


def run_dbt(words: list[str]) -> dict[str, Any]:
    """Run a command of dbt, and tell of each node how it went, and what was logged."""
    from dbt.cli.main import dbtRunner

    lines: list[str] = []

    def note(event: Any) -> None:
        if event.info.level in {"info", "warn", "error"}:
            lines.append(event.info.msg)

    done = dbtRunner(callbacks=[note]).invoke(words)
    nodes = {}
    for one in getattr(done.result, "results", None) or ():
        nodes[one.node.name] = {"status": str(one.status), "message": one.message, **one.adapter_response}
    return {
        "success": done.success,
        "error": None if done.exception is None else str(done.exception),
        "nodes": nodes,
        "lines": lines,
    }


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)

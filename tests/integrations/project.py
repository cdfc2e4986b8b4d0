"""A dbt project of three layers, and a process that runs dbt on it, in an environment of dbt's own."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.architecture.source_tree import ROOT

PACKAGE = ROOT / "integrations" / "dbt"
_REQUIREMENTS = ("dbt-core>=1.10,<1.12", "dbt-spark[PyHive]>=1.10,<2")
"""dbt-core 1.12 fetches a part of itself from outside of the registry."""
# dbt imports every module called dbt_... that it finds, as a plugin: ours are called otherwise.
_PROCESS = Path(__file__).parent / "run_dbt.py"

PROJECT = {
    "dbt_project.yml": """
        name: shop
        version: 1.0.0
        config-version: 2
        profile: shop
        model-paths: [models]
        seed-paths: [seeds]
        flags: {send_anonymous_usage_stats: false}
        dispatch: [{macro_namespace: dbt, search_order: [shop, streamtables, dbt]}]
        seeds: {+file_format: delta}
    """,
    "packages.yml": """
        packages: [{local: "{{ env_var('STREAMTABLES_DBT_PACKAGE') }}"}]
    """,
    "seeds/customers.csv": """
        id,region
        1,north
        2,south
    """,
    "models/sources.yml": """
        sources: [{name: raw, schema: raw, tables: [{name: orders}]}]
    """,
    "models/staging/stg_orders.sql": """
        {{ config(materialized='view') }}
        SELECT id, customer_id, CAST(amount AS BIGINT) AS amount FROM {{ source('raw', 'orders') }} WHERE amount > 0
    """,
    "models/marts/enriched.sql": """
        -- One row an order.
        {{ config(materialized='stream_table') }}
        SELECT o.id, o.amount, c.region
        FROM {{ ref('stg_orders') }} o JOIN {{ ref('customers') }} c ON c.id = o.customer_id
    """,
    "models/marts/by_region.sql": """
        {{ config(materialized='stream_table') }}
        SELECT region, count(*) AS orders, sum(amount) AS revenue FROM {{ ref('enriched') }} GROUP BY region
    """,
    "models/marts/marts.yml": """
        models:
          - name: enriched
            columns: [{name: id, data_tests: [unique, not_null]}]
          - name: by_region
            description: What a region's customers have ordered.
            columns:
              - name: region
                description: Where the customer lives.
                data_tests: [unique, {accepted_values: {arguments: {values: [north, south]}}}]
    """,
}
BY_REGION = "SELECT region, count(*) AS orders, sum(amount) AS revenue FROM shop.enriched GROUP BY region"
ENRICHED = (
    "SELECT o.id, CAST(o.amount AS BIGINT) AS amount, c.region FROM raw.orders o "
    "JOIN shop.customers c ON c.id = o.customer_id WHERE o.amount > 0"
)
SOURCES = (
    "CREATE SCHEMA raw",
    "CREATE TABLE raw.orders (id INT, customer_id INT, amount INT) USING delta",
    "INSERT INTO raw.orders SELECT id, id % 2 + 1, id FROM range(1, 101) UNION ALL SELECT 101, 1, -1",
)


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files, without the indentation that they have here."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = text.strip("\n").splitlines()
        indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        path.write_text("\n".join(line[indent:] for line in lines).rstrip() + "\n", encoding="utf-8")


def dbt_python() -> str:
    """Return a Python with dbt: of an environment that is kept, on top of the one in which the tests run.

    dbt and what the tests need want different versions of some packages; those of dbt's come first there.
    """
    shared = sysconfig.get_paths()["purelib"]
    key = hashlib.sha256(repr((_REQUIREMENTS, sys.version, shared)).encode()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "streamtables" / "tests"
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / f"dbt-{key}"
    python = folder / "bin" / "python"
    with (cache / f"dbt-{key}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
            inner = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
            (folder / inner / "shared.pth").write_text(shared + "\n", encoding="utf-8")
            done = subprocess.run(
                [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *_REQUIREMENTS],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                pytest.skip(f"dbt cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
            (folder / "complete").touch()
    return str(python)


def environment() -> dict[str, str]:
    """Return the environment for a process with dbt: our packages from the source tree, and no other path before."""
    roots = os.pathsep.join(str(ROOT / root) for root in ("sql_grammar", "rewriter", "python"))
    return {
        **os.environ,
        "PYTHONPATH": roots,
        "STREAMTABLES_DBT_PACKAGE": str(PACKAGE),
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
        "DBT_USE_COLORS": "false",
    }


@dataclass(frozen=True)
class Dbt:
    """A process with dbt, in a project's folder."""

    folder: Path
    process: subprocess.Popen[str]

    def _ask(self, question: Mapping[str, object]) -> Any:
        assert self.process.stdin is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (self.folder / "out.txt").read_text(encoding="utf-8")[-8000:]
        return json.loads(line)

    def run(self, *words: str) -> dict[str, Any]:
        """Run a command of dbt."""
        answer: dict[str, Any] = self._ask({"dbt": words})
        return answer

    def messages(self, *words: str) -> dict[str, str]:
        """Run a command of dbt that has to succeed, and return what it tells of each node."""
        answer = self.run(*words)
        assert answer["success"], answer["lines"]
        return {name: node["message"] for name, node in answer["nodes"].items()}

    def sql(self, *statements: str) -> list[dict[str, Any]]:
        """Run statements, and return the rows of the last one."""
        rows: list[dict[str, Any]] = []
        for statement in statements:
            rows = self._ask({"sql": statement})
        return rows

    def write(self, files: Mapping[str, str]) -> None:
        """Change the project."""
        write(self.folder, files)


@contextmanager
def dbt_process(folder: Path, profile: str, *, warehouse: str | None) -> Iterator[Dbt]:
    """Write the project and a profile, and start a process.

    Args:
        folder: For the project.
        profile: The target's part of profiles.yml, in one line of YAML.
        warehouse: Where the process opens a session; None for none.
    """
    write(folder, {**PROJECT, "profiles.yml": f"shop: {{target: dev, outputs: {{dev: {profile}}}}}"})
    with (folder / "out.txt").open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [dbt_python(), str(_PROCESS), *([] if warehouse is None else [warehouse])],
            cwd=folder,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Dbt(folder, process)
        process.stdin.close()
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()

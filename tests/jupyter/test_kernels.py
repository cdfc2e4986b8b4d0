"""The magics in kernels of their own: where no session runs, and as clients of a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.processes import PYTHON_PATH, connect_server

pytestmark = [pytest.mark.spark, pytest.mark.slow]

STATEMENTS = (
    "CREATE TABLE t USING delta AS SELECT id, id % 3 AS k FROM range(9)",
    "CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM t GROUP BY k",
)


@pytest.fixture
def kernel_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a kernel to start in, that leaves the user's own settings alone."""
    monkeypatch.setenv("PYTHONPATH", PYTHON_PATH)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    folder = tmp_path / "notebook"
    folder.mkdir()
    return folder


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The URL of a Spark Connect server with stream tables, in a process of its own."""
    with connect_server(tmp_path, *STATEMENTS) as (_, port):
        yield f"sc://127.0.0.1:{port}"


def _run(folder: Path, *cells: str) -> list[list[Any]]:
    """Run cells and return the outputs of each."""
    import nbformat
    from nbclient import NotebookClient

    sources = ["%load_ext streamtables", *cells, "spark.stop()"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in sources])
    client = NotebookClient(notebook, timeout=900, allow_errors=True, resources={"metadata": {"path": str(folder)}})
    client.execute()
    return [cell.outputs for cell in notebook.cells[1:-1]]


def _texts(outputs: list[Any]) -> list[str]:
    return [output.data["text/plain"] for output in outputs if "data" in output]


def _errors(outputs: list[Any]) -> list[str]:
    lines = ["\n".join(output.traceback) for output in outputs if output.output_type == "error"]
    return [re.sub(r"\x1b\[\d*m", "", text) for text in lines]


def test_without_a_session_one_is_started_and_said(kernel_folder: Path) -> None:
    made, shown, used, failed = _run(
        kernel_folder,
        "%%sql\nCREATE TABLE t USING delta AS SELECT id % 3 AS k FROM range(9);\n"
        "CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM t GROUP BY k",
        "%sql SELECT * FROM g ORDER BY k",
        "spark.table('g').count()",
        "%sql SELECT nosuch FROM g",
    )
    notices = [output.text for output in made if output.output_type == "stream"]
    assert any("started a session, in the variable spark: local[*], warehouse" in text for text in notices)
    assert (kernel_folder / "warehouse" / ".spark.log").exists()
    assert "INITIAL" in _texts(made)[-1]
    # What the cell said while it ran is gone.
    assert not any("running," in text or "refreshing " in text for text in _texts(made))
    assert "3 rows" in _texts(shown)[-1]
    assert _texts(used) == ["3"]
    assert len(_errors(failed)) == 1
    assert "UNRESOLVED_COLUMN" in _errors(failed)[0]
    assert "Traceback" not in _errors(failed)[0]


@pytest.mark.thorough
def test_a_client_of_spark_connect_has_the_same_magics(kernel_folder: Path, server: str) -> None:
    chosen, written, refreshed, verified, graph, missing, wrong, _ = _run(
        kernel_folder,
        f"%sql --session {server}",
        "new = 7\n%sql INSERT INTO t VALUES (100, :new)",
        "%sql REFRESH STREAM TABLE g",
        "%sql VERIFY STREAM TABLE g",
        "%stream_graph g",
        "%sql REFRESH STREAM TABLE nosuch",
        "%%sql\nREFRESH STREAM TABLE\n  g SIDEWAYS",
        "frame = %sql SELECT 1\nspark = frame.sparkSession",
    )
    assert f"session: Spark Connect, {server[5:].partition(':')[0]}" in chosen[0].text
    assert _errors(written) == []
    assert "DIFFERENTIAL" in _texts(refreshed)[-1]
    assert "equal" in _texts(verified)[-1]
    assert "└── default.g" in _texts(graph)[-1]
    assert "STREAM_TABLE_NOT_FOUND" in _errors(missing)[0]
    assert "line 3:   g SIDEWAYS" in _errors(wrong)[0]
    assert len(_errors(wrong)[0].splitlines()) < 12

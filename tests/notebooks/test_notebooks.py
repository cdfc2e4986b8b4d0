"""Every notebook runs from its first cell to its last, in a kernel of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.processes import PYTHON_PATH

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MODES = {
    "01_first_stream_table": ["DIFFERENTIAL"],
    "02_what_an_insert_does": ["DIFFERENTIAL", "DIFFERENTIAL"],
    "03_update_and_delete": ["DIFFERENTIAL", "DIFFERENTIAL", "DIFFERENTIAL", "NO_CHANGE"],
    "04_immediate": [],
    "05_graphs_and_schedules": ["DIFFERENTIAL", "DIFFERENTIAL"],
    "06_triggers": ["DIFFERENTIAL", "DIFFERENTIAL", "DIFFERENTIAL"],
    "07_when_a_refresh_is_full": ["INITIAL", "DIFFERENTIAL", "FULL", "FULL", "DIFFERENTIAL", "FULL", "FULL"],
}
"""What each notebook's text says of its refreshes: of all cells with a REFRESH, the labels that are shown."""
_BADGE = re.compile(r'class="badge[^"]*"[^>]*>([^<]*)<')


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_kept_without_output_and_ends_in_a_comparison(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)
    assert "exceptAll" in "".join(cells[-1]["source"])


@pytest.mark.notebook
@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.thorough
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_and_shows_the_modes_that_it_tells_of(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", PYTHON_PATH)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=900, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = (
        output.get("data", {}).get("text/html", "")
        for cell in notebook.cells
        if cell.cell_type == "code" and "REFRESH STREAM TABLE" in cell.source
        for output in cell.outputs
    )
    assert [mode for html in shown for mode in _BADGE.findall(html)] == MODES[path.stem]

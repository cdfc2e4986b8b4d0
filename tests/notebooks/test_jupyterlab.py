"""A notebook in JupyterLab, as a person sees it: in a real browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.processes import PYTHON_PATH, free_port

ROOT = Path(__file__).parents[2]
NOTEBOOK = "01_first_stream_table.ipynb"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SCREENSHOTS = "STREAMTABLES_SCREENSHOTS"
"""Names a folder in which the picture is kept."""
TOKEN = "of-this-test"

# In a process of its own: Playwright's event loop would stay with the tests'.
LOOK = """
import json, sys
from playwright.sync_api import sync_playwright

executable, url, picture = sys.argv[1:]
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 1300, "height": 6000})
    page.goto(url)
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=120_000)
    # A kernel that is still being looked for counts as idle, too, and what it is told to run is lost.
    page.locator(".jp-StatusBar-TextItem", has_text="(ipykernel) | Idle").first.wait_for(timeout=120_000)
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()
    try:
        page.locator(".streamtables .badge", has_text="DIFFERENTIAL").first.wait_for(timeout=600_000)
    except Exception:
        # What is there instead says more than that something is not.
        page.screenshot(path=picture)
        raise
    prompt = page.locator(".jp-Notebook .jp-CodeCell .jp-InputPrompt").last
    while prompt.inner_text().strip() in ("[ ]:", "[*]:"):
        page.wait_for_timeout(500)
    page.screenshot(path=picture)
    background = "element => getComputedStyle(element).backgroundColor"
    badges = page.locator(".streamtables .badge")
    print(json.dumps({
        "badges": {badge.inner_text(): badge.evaluate(background) for badge in badges.all()},
        "errors": page.locator('[data-mime-type="application/vnd.jupyter.error"]').count(),
        "pictures": page.locator(".streamtables svg").count(),
        "prompt": prompt.inner_text(),
    }))
    browser.close()
"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of JupyterLab, in a folder with the notebook."""
    folder = tmp_path / "lab"
    folder.mkdir()
    shutil.copy(ROOT / "notebooks" / NOTEBOOK, folder)
    settings = tmp_path / "settings" / "@jupyterlab" / "notebook-extension"
    settings.mkdir(parents=True)
    # All cells are in the page, also those out of sight.
    (settings / "tracker.jupyterlab-settings").write_text(json.dumps({"windowingMode": "none"}), encoding="utf-8")
    port = free_port()
    options = {"ip": "127.0.0.1", "port": port, "open_browser": False, "root_dir": folder, "allow_root": True}
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyterlab"),
            *(f"--ServerApp.{name}={value}" for name, value in options.items()),
            f"--IdentityProvider.token={TOKEN}",
        ],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": PYTHON_PATH,
            "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
            "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
            "IPYTHONDIR": str(tmp_path / "ipython"),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api/status?token={TOKEN}")
        yield address
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(url: str) -> None:
    for _ in range(240):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise TimeoutError(url)


@pytest.mark.notebook
@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.thorough
def test_a_notebook_runs_in_jupyterlab_and_shows_the_mode_of_a_refresh(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"there is no browser: none of {', '.join(BROWSERS)} is on the PATH")
    address: str = request.getfixturevalue("lab")
    pictures = Path(os.environ.get(SCREENSHOTS, tmp_path))
    url = f"{address}/lab/tree/{NOTEBOOK}?token={TOKEN}"
    command = [sys.executable, "-c", textwrap.dedent(LOOK), browser, url, str(pictures / "jupyterlab.png")]
    looked = subprocess.run(command, capture_output=True, text=True, timeout=1000, check=False)
    assert looked.returncode == 0, looked.stderr
    seen = json.loads(looked.stdout)
    assert seen["errors"] == 0
    assert {"INITIAL", "DIFFERENTIAL", "equal", "ok"} <= set(seen["badges"])
    assert seen["badges"]["DIFFERENTIAL"] == "rgb(47, 125, 59)"
    assert seen["pictures"] == 1

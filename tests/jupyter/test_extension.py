"""Loading the extension."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

import streamtables
from streamtables.errors import NotebookError
from streamtables.jupyter import extension


def test_without_ipython_one_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension, "find_spec", lambda _name: None)
    with pytest.raises(NotebookError, match=r"JUPYTER_REQUIRED.*pip install 'streamtables\[jupyter\]'"):
        streamtables.load_ipython_extension(None)  # type: ignore[arg-type]


def test_importing_the_package_imports_no_ipython_and_loading_the_magics_no_pyspark() -> None:
    program = """
    import sys, streamtables
    before = [name for name in ("IPython", "traitlets", "pyspark", "py4j") if name in sys.modules]
    import streamtables.jupyter.extension, streamtables.jupyter.magics
    print(before, [name for name in ("pyspark", "py4j", "pandas") if name in sys.modules])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[] []"

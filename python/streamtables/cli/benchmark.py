"""The command ``streamtables-bench``: the benchmark is not part of the package, but of its source checkout."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import streamtables
from streamtables.cli.console import print_error

_BENCHMARK = Path("tests") / "benchmarks"


def run() -> None:
    """Run the benchmark of the checkout that this package is installed from, or say that there is none."""
    checkout = Path(streamtables.__file__).resolve().parents[2]
    if not (checkout / _BENCHMARK).is_dir():
        print_error("streamtables-bench runs from a checkout: clone the repository and call `make bench` there.")
        sys.exit(2)
    # The checkout's root is no source root: what else lies in it must not be importable.
    sys.path.insert(0, str(checkout))
    importlib.import_module("tests.benchmarks.main").run()

"""Runs the benchmark from a checkout: ``python -m tests.benchmarks``."""

from __future__ import annotations

from tests.benchmarks.main import run

if __name__ == "__main__":
    run()

"""The project file, the lock and the Makefile agree with each other and with what is installed."""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import version

import pytest

from tests.architecture.source_tree import ROOT

_PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
_LOCK = (ROOT / "constraints.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("package", "pin", "locked"),
    [
        ("pyspark", "~=4.2.0", "4.2.0"),
        ("delta-spark", "==4.4.0", "4.4.0"),
        ("antlr4-python3-runtime", "==4.13.2", "4.13.2"),
    ],
)
def test_packages_that_must_fit_each_other_are_pinned_installed_and_locked(package: str, pin: str, locked: str) -> None:
    assert f'"{package}{pin}"' in _PROJECT
    assert f"\n{package}=={locked}\n" in _LOCK
    if package != "pyspark":  # The newest patch is tried, too.
        assert version(package) == locked


def test_lock_names_one_exact_version_a_line() -> None:
    line = re.compile(r"[a-z0-9-]+==[0-9][\w.]*( ; .+)?")
    assert [text for text in _LOCK.splitlines() if text and not text.startswith("#") and not line.fullmatch(text)] == []


def test_help_names_each_target_with_what_it_does() -> None:
    helped = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = "setup demo bench test test-fast lint types check grammar format clean"
    for target in targets.split():
        assert re.search(rf"^  make {target} +\S", helped, re.MULTILINE), target


@pytest.mark.parametrize(
    ("java", "says"),
    [
        ("", "there is none: install a JDK"),
        ("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2", "is 11.0.2: install a JDK"),
        ("echo 'java version \"1.8.0_372\"' >&2", "is 1.8.0_372: install a JDK"),
    ],
)
def test_java_that_is_missing_or_too_old_is_told_in_one_line(tmp_path, java: str, says: str) -> None:
    if java:
        (tmp_path / "bin").mkdir()
        executable = tmp_path / "bin" / "java"
        executable.write_text(f"#!/bin/sh\n{java}\n", encoding="utf-8")
        executable.chmod(0o755)
    done = _prerequisites({"JAVA_HOME": str(tmp_path)})
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("streamtables needs Java 17 or newer")
    assert says in done.stderr


def test_java_with_a_bare_major_version_is_accepted(tmp_path) -> None:
    (tmp_path / "bin").mkdir()
    executable = tmp_path / "bin" / "java"
    executable.write_text("#!/bin/sh\necho 'openjdk version \"25\" 2025-09-16' >&2\n", encoding="utf-8")
    executable.chmod(0o755)
    assert _prerequisites({"JAVA_HOME": str(tmp_path)}).returncode == 0


def test_python_that_is_missing_is_told_in_one_line(tmp_path) -> None:
    done = subprocess.run(
        ["/bin/bash", str(ROOT / ".ci" / "prerequisites")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("streamtables needs Python 3.10 or newer")


def _prerequisites(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / ".ci" / "prerequisites")],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )

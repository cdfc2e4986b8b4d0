"""Each numbered pitfall that the rewriter can run into has a script or a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent
_LAST = 77


def test_each_number_has_a_script_or_a_test():
    scripts = {int(path.name[:2]) for path in _FOLDER.glob("scripts/*.test")}
    tests = {
        int(number)
        for path in _FOLDER.glob("test_*.py")
        for number in re.findall(r"^def test_(\d\d)_", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert scripts | tests == set(range(1, _LAST + 1))

"""All soaks, one after the other: kills, races, other writers, schedules.

Run ``make soak MINUTES=30 SEED=1``, or ``python -m tests.reliability.soak --minutes 30 --seed 1``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_SHARES = {"kills": 0.5, "races": 0.2, "other_writers": 0.15, "scheduled": 0.15}
"""Which part of the time each takes; a kill takes some seconds, a statement does not."""


def main(arguments: list[str]) -> int:
    """Run all soaks, each in a process of its own.

    Args:
        arguments: The command line's.

    Returns:
        0 if nothing was wrong, else 1.
    """
    parser = argparse.ArgumentParser(description="Kill, race and write beside stream tables.")
    parser.add_argument("--minutes", type=float, default=30.0, help="for all of it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = 0
    for soak, share in _SHARES.items():
        command = [sys.executable, "-m", f"tests.reliability.{soak}", "--minutes", str(share * options.minutes)]
        failed += subprocess.run([*command, "--seed", str(options.seed)], cwd=_ROOT, check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The user's cache directory: where it is, who may have written what lies there, and how much of it is kept."""

from __future__ import annotations

import os
from pathlib import Path

_OTHERS_MAY_WRITE = 0o022


def cache_folder() -> Path:
    """Return where streamtables keeps what the next process would have to make again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "streamtables"


def keep_newest(folder: Path, pattern: str, most: int) -> None:
    """Delete the oldest files: they belong to versions that were used before.

    Args:
        folder: Where they are.
        pattern: Their names, with ``*``.
        most: How many stay.

    Raises:
        OSError: The folder cannot be written to.
    """
    files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
    for file in files[most:]:
        file.unlink(missing_ok=True)


def only_we_write(path: Path) -> bool:
    """Return whether nobody else can have written a file whose content is run.

    Args:
        path: The file.

    Returns:
        Whether it and its folder belong to this user or to root, and others may not write to them; True for every
        file where the system knows no owners.

    Raises:
        FileNotFoundError: There is none.
    """
    if not hasattr(os, "getuid"):
        return path.is_file()
    return all(
        status.st_uid in (0, os.getuid()) and not status.st_mode & _OTHERS_MAY_WRITE
        for status in (path.stat(), path.parent.stat())
    )

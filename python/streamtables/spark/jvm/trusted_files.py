"""Files whose content is run: only this user and the machine's administrator may have written them."""

from __future__ import annotations

import os
from pathlib import Path

_OTHERS_MAY_WRITE = 0o022


def only_we_write(path: Path) -> bool:
    """Return whether nobody else can have written a file.

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

"""Which process of this machine has a file locked or listens at a port, as far as Linux tells."""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_LISTENING = "0A"
_LOCK = "hhqqi"
"""Linux's ``struct flock``: type, whence, start, length, process."""


def lock_holder(file: Path) -> int | None:
    """Return the process that has a file locked.

    Args:
        file: The file.

    Returns:
        Its number; None if there is none, or where that cannot be asked.
    """
    if not sys.platform.startswith("linux"):
        return None
    import fcntl

    try:
        with file.open("r+b") as opened:
            asked = struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
            kind, *_, process = struct.unpack(_LOCK, fcntl.fcntl(opened, fcntl.F_GETLK, asked))
    except OSError:
        return None
    return None if kind == fcntl.F_UNLCK or process <= 0 else process


def listener(port: int) -> int | None:
    """Return the process that listens at a TCP port of this machine.

    Args:
        port: The port.

    Returns:
        Its number; None if there is none, or if it is another user's.
    """
    sockets = {f"socket:[{inode}]" for table in ("tcp", "tcp6") for inode in _inodes(_PROCESSES / "net" / table, port)}
    if not sockets:
        return None
    for process in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            for descriptor in (process / "fd").iterdir():
                with suppress(OSError):
                    if str(descriptor.readlink()) in sockets:
                        return int(process.name)
    return None


def described(process: int) -> str:
    """Return what people know a process by: of Spark's JVM, the program that has started it.

    Args:
        process: Its number.

    Returns:
        The number, and the beginning of its command line where that can be read.
    """
    names = _command(process)
    if names[:1] == ["java"] and (starter := _parent(process)) and _command(starter)[:1] not in ([], ["systemd"]):
        process, names = starter, _command(starter)
    return f"process {process}" + (f" ({' '.join(names)[:60]})" if names else "")


def _command(process: int) -> list[str]:
    """Return the words of a command line without options and folders."""
    try:
        words = (_PROCESSES / str(process) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return []
    return [Path(word.decode(errors="replace")).name for word in words if word and not word.startswith(b"-")]


def _parent(process: int) -> int | None:
    try:
        lines = (_PROCESSES / str(process) / "status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    found = next((int(line.split()[1]) for line in lines if line.startswith("PPid:")), 0)
    return found if found > 1 else None


def _inodes(table: Path, port: int) -> list[str]:
    try:
        lines = table.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return []
    rows = [line.split() for line in lines]
    return [row[9] for row in rows if row[3] == _LISTENING and int(row[1].rpartition(":")[2], 16) == port]

"""The format of what is stored of a stream table, and the release that wrote it.

Fields that come are optional, so that a release reads what those before it have written. What an older release would
misread gets a higher number, and that release refuses it instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from streamtables.errors import NewerFormatError

RELEASE = "0.1.0"
"""This release, which all that it stores names."""
FORMAT = 1
"""The newest format that this release reads, and the one that it writes. What names no format has the first one."""


def require_readable(raw: Mapping[str, Any], format_: object, what: str) -> None:
    """Refuse what a newer release has stored.

    Args:
        raw: What is stored.
        format_: Its format.
        what: What it belongs to, for the message.

    Raises:
        NewerFormatError: It has a format that this release does not read.
    """
    if not isinstance(format_, int) or format_ <= FORMAT:
        return
    release = raw.get("release")
    by = "of a later release" if release is None else str(release)
    parameters = {"what": what, "release": by, "found": str(format_), "known": str(FORMAT), "here": RELEASE}
    install = f"pip install 'streamtables>={release}'" if release else "pip install --upgrade streamtables"
    raise NewerFormatError("NEWER_FORMAT", parameters, hint=f"{install}, and start Spark again")

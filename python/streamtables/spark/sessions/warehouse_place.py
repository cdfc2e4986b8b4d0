"""Where a warehouse is: a folder of this machine, or the URI of one elsewhere."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

# A drive of Windows has one letter.
_URI = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+):/")
_BESIDE = ".streamtables"


@dataclass(frozen=True, slots=True)
class WarehousePlace:
    """A warehouse's place.

    Attributes:
        location: What Spark is told: an absolute path, or a URI.
        folder: The folder, if it is on this machine; None for a URI of another file system.
        home: Where the embedded metastore and Derby's log go, if nothing else is configured.
        chosen_metastore: Directory of the embedded metastore's database, if the user chose one.
    """

    location: str
    folder: Path | None
    home: Path
    chosen_metastore: Path | None = None

    @classmethod
    def of(cls, warehouse: str | os.PathLike[str], metastore: Path | None = None) -> WarehousePlace:
        """Read what the user gave.

        Args:
            warehouse: A path, or a URI; ``file:/a``, ``file:///a`` and ``/a`` are the same.
            metastore: Directory of the embedded metastore's database; None for its usual place.

        Returns:
            The place.
        """
        text = os.fspath(warehouse)
        match = _URI.match(text)
        if match is not None and match["scheme"].lower() != "file":
            # Elsewhere no embedded metastore can be kept: it stays beside the process, one for each warehouse.
            location = text.rstrip("/")
            name = re.sub(r"[^A-Za-z0-9.]+", "-", location)
            digest = hashlib.sha256(location.encode()).hexdigest()[:8]
            return cls(location, None, Path(_BESIDE).absolute() / f"{name}-{digest}", metastore)
        folder = Path(unquote(urlsplit(text).path) if match is not None else text).absolute()
        return cls(str(folder), folder, folder, metastore)

    @property
    def scheme(self) -> str:
        """The file system's name: ``file``, ``s3a`` and the like."""
        match = _URI.match(self.location)
        return "file" if match is None else match["scheme"].lower()

    @property
    def metastore(self) -> Path:
        """Directory of the embedded metastore's database."""
        return self.chosen_metastore or self.home / ".metastore"

    @property
    def derby_log(self) -> Path:
        """Where Derby writes what it does."""
        return self.home / ".derby.log"

    def is_at(self, location: str) -> bool:
        """Return whether a location that Spark gives is this one.

        Args:
            location: A path or URI.

        Returns:
            Whether both mean the same folder, links followed.
        """
        other = WarehousePlace.of(location)
        if self.folder is None or other.folder is None:
            return self.location == other.location
        return self.folder.resolve() == other.folder.resolve()

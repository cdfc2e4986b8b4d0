"""A warehouse that was copied or moved: its embedded metastore holds absolute paths, which are written anew here.

Spark's statements cannot move a schema, and a session on the metastore would already work at the old place. So the
metastore's database is changed directly, in one transaction, while no session has it open.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from streamtables.errors import SessionError
from streamtables.spark.sessions.local_session import (
    launch_jvm,
    metastore_hint,
    metastore_stays_locked,
    moved_warehouse,
)
from streamtables.spark.sessions.warehouse_place import WarehousePlace

__all__ = ["Relocation", "made_at", "moved_path", "moved_warehouse", "relocate"]

_DEFAULT_SCHEMA = "SELECT DB_LOCATION_URI FROM APP.DBS WHERE NAME = 'default'"
_LOCATIONS = "SELECT LOCATION FROM APP.SDS"
_PRESENT = "SELECT TABLENAME FROM SYS.SYSTABLES"


@dataclass(frozen=True, slots=True)
class _Paths:
    """A column of the metastore that holds paths.

    Attributes:
        table: Its table, which Hive makes when it is needed first.
        select: Gives each path and what tells its row apart.
        update: Changes one of them, given a path and what tells its row apart.
    """

    table: str
    select: str
    update: str


_SCHEMAS = _Paths(
    "DBS",
    "SELECT DB_LOCATION_URI, DB_ID FROM APP.DBS",
    "UPDATE APP.DBS SET DB_LOCATION_URI = ? WHERE DB_ID = ?",
)
_TABLES = _Paths("SDS", "SELECT LOCATION, SD_ID FROM APP.SDS", "UPDATE APP.SDS SET LOCATION = ? WHERE SD_ID = ?")
_OTHERS = (
    # Spark keeps the path of a data source's table a second time.
    _Paths(
        "SERDE_PARAMS",
        "SELECT PARAM_VALUE, SERDE_ID FROM APP.SERDE_PARAMS WHERE PARAM_KEY = 'path'",
        "UPDATE APP.SERDE_PARAMS SET PARAM_VALUE = ? WHERE SERDE_ID = ? AND PARAM_KEY = 'path'",
    ),
    _Paths(
        "FUNC_RU",
        "SELECT RESOURCE_URI, FUNC_ID, INTEGER_IDX FROM APP.FUNC_RU",
        "UPDATE APP.FUNC_RU SET RESOURCE_URI = ? WHERE FUNC_ID = ? AND INTEGER_IDX = ?",
    ),
)


@dataclass(frozen=True, slots=True)
class Relocation:
    """What was written anew.

    Attributes:
        original: Where the warehouse was made.
        schemas: How many schemas lead to the new place now.
        tables: How many tables and partitions do.
        outside: Locations that are not in the warehouse, which stay as they are.
    """

    original: str
    schemas: int
    tables: int
    outside: tuple[str, ...]


def made_at(place: WarehousePlace, output: Path) -> str:
    """Return where a warehouse was made.

    Args:
        place: Where it is.
        output: A file for what the JVM prints.

    Returns:
        The place, as its metastore has it.

    Raises:
        SessionError: METASTORE_IN_USE.
    """
    with _database(place, output) as database:
        return _rows(database, _DEFAULT_SCHEMA, 1)[0][0] or ""


def relocate(place: WarehousePlace, output: Path) -> Relocation | None:
    """Write a warehouse's place into its metastore.

    Args:
        place: Where it is.
        output: A file for what the JVM prints.

    Returns:
        What was changed; None if the warehouse was made where it is.

    Raises:
        SessionError: METASTORE_IN_USE.
    """
    with _database(place, output) as database:
        original = _rows(database, _DEFAULT_SCHEMA, 1)[0][0] or ""
        if place.is_at(original):
            return None
        old = WarehousePlace.of(original).location
        present = {name for (name,) in _rows(database, _PRESENT, 1)}
        changed = {
            paths.table: _rewrite(database, paths, old, place.location)
            for paths in (_SCHEMAS, _TABLES, *_OTHERS)
            if paths.table in present
        }
        found = _rows(database, _LOCATIONS, 1) if _TABLES.table in present else []
        outside = [path for (path,) in found if path and moved_path(path, place.location, place.location) is None]
        database.commit()
    return Relocation(old, changed[_SCHEMAS.table], changed.get(_TABLES.table, 0), tuple(sorted(set(outside))))


def moved_path(path: str, old: str, new: str) -> str | None:
    """Return a path below another root.

    Args:
        path: A path or a URI of a file, as the metastore has it.
        old: The root that it may be below.
        new: The root to put in its place.

    Returns:
        The path below the new root, spelt as before; None if it is not below the old one.
    """
    rest = path
    for prefix in ("file://", "file:"):
        rest = rest.removeprefix(prefix)
    start = path[: len(path) - len(rest)]
    for root, replacement in ((old, new), (quote(old), quote(new))):
        if rest == root or rest.startswith(f"{root}/"):
            return start + replacement + rest[len(root) :]
    return None


@contextmanager
def _database(place: WarehousePlace, output: Path) -> Iterator[Any]:
    """Open the metastore's database for one transaction, which is undone unless it is committed."""
    from py4j.protocol import Py4JJavaError

    if metastore_stays_locked(place.metastore):
        raise SessionError("METASTORE_IN_USE", {"warehouse": place.location}, hint=metastore_hint(place.metastore))
    jvm = launch_jvm(output)
    jvm.java.lang.System.setProperty("derby.stream.error.file", str(place.derby_log))
    driver = jvm.org.apache.derby.jdbc.EmbeddedDriver()
    nothing = jvm.java.util.Properties()
    database = driver.connect(f"jdbc:derby:{place.metastore}", nothing)
    try:
        database.setAutoCommit(False)
        yield database
    finally:
        database.rollback()
        database.close()
        # Derby answers a shutdown with an exception whether it went well or not.
        with suppress(Py4JJavaError):
            driver.connect(f"jdbc:derby:{place.metastore};shutdown=true", nothing)


def _rows(database: Any, query: str, columns: int) -> list[tuple[str | None, ...]]:
    statement = database.createStatement()
    result = statement.executeQuery(query)
    rows = []
    while result.next():
        rows.append(tuple(result.getString(column) for column in range(1, columns + 1)))
    statement.close()
    return rows


def _rewrite(database: Any, paths: _Paths, old: str, new: str) -> int:
    """Write the paths of one column anew and return how many there were."""
    found = _rows(database, paths.select, paths.update.count("?"))
    statement = database.prepareStatement(paths.update)
    changed = 0
    for path, *values in found:
        moved = None if path is None else moved_path(path, old, new)
        if moved is None:
            continue
        statement.setString(1, moved)
        for index, value in enumerate(values, start=2):
            # Derby turns the text of a number into one.
            statement.setString(index, value)
        changed += statement.executeUpdate()
    statement.close()
    return changed

"""Telling a source's columns apart by what the table itself knows them by, not by their names.

With column mapping a name can move from one column to another in a commit that changes no row: columns are renamed,
or dropped and added again, and so are the fields of structs at any depth. Such a column is another one, whatever it is
called. Source: *Column Mapping* in the Delta protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_Path = tuple[str, ...]
_Identity = tuple[str, object]
"""Its name in the files, and its id where it has one."""
_PHYSICAL_NAME = "delta.columnMapping.physicalName"
_ID = "delta.columnMapping.id"
_DECLARED = "__CHAR_VARCHAR_TYPE_STRING"


def other_column(before: Mapping[str, Any], now: Mapping[str, Any], names: Iterable[str]) -> str | None:
    """Find a column whose name stands for something else than before.

    Args:
        before: A table's schema, as Delta's log has it.
        now: The same table's schema at a later version.
        names: The columns to look at, in any case.

    Returns:
        What became of the first such column, in words that follow the table's name; None if each is what it was.
    """
    old, new = _by_name(before), _by_name(now)
    for name in names:
        was, found = old.get(name.lower()), new.get(name.lower())
        if was is None and found is None:
            continue
        if was is None:
            return f"has a new column {name}"
        if found is None:
            return f"has no column {name} any more"
        known, seen = dict(_identities(was, ())), dict(_identities(found, ()))
        for path, identity in known.items():
            if path in seen and not _same(identity, seen[path]):
                shown = ".".join((name, *path[1:]))
                return f"has another column under the name {shown}: it was renamed, or dropped and added again"
    return None


def _by_name(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {field["name"].lower(): field for field in schema["fields"]}


def redeclared_column(before: Mapping[str, Any], now: Mapping[str, Any], names: Iterable[str]) -> str | None:
    """Find a column of text whose declared type is another one: CHAR is padded when it is read, VARCHAR is not.

    Args:
        before: A table's schema, as Delta's log has it.
        now: The same table's schema at a later version.
        names: The columns to look at, in any case.

    Returns:
        What became of the first such column, in words that follow the table's name; None if there is none.
    """
    old, new = _by_name(before), _by_name(now)
    for name in names:
        was, found = old.get(name.lower()), new.get(name.lower())
        if was is not None and found is not None and _declared(was) != _declared(found):
            return f"has another type for column {name}: {_declared(found)}, was {_declared(was)}"
    return None


def _declared(field: Mapping[str, Any]) -> str:
    return str((field.get("metadata") or {}).get(_DECLARED, "string"))


def _identities(field: Mapping[str, Any], path: _Path) -> Iterator[tuple[_Path, _Identity]]:
    """Give the identity of a column and of all fields below it, by their paths in lower case."""
    metadata = field.get("metadata") or {}
    path = (*path, field["name"].lower())
    yield path, (str(metadata.get(_PHYSICAL_NAME, field["name"].lower())), metadata.get(_ID))
    yield from _inside(field["type"], path)


def _inside(type_: Any, path: _Path) -> Iterator[tuple[_Path, _Identity]]:
    if not isinstance(type_, Mapping):
        return
    for field in type_.get("fields", ()):
        yield from _identities(field, path)
    for part, name in (("elementType", "element"), ("keyType", "key"), ("valueType", "value")):
        yield from _inside(type_.get(part), (*path, name))


def _same(before: _Identity, now: _Identity) -> bool:
    """Compare a name in the files, and an id where both have one: switching column mapping on gives ids to columns."""
    (old_name, old_id), (new_name, new_id) = before, now
    if old_id is None or new_id is None:
        return old_name.lower() == new_name.lower()
    return (old_name, old_id) == (new_name, new_id)

"""Columns are what the table knows them by, at every depth, whatever they are called."""

from __future__ import annotations

from typing import Any

import pytest

from streamtables.engine.sources.column_identity import other_column, redeclared_column


def field(name: str, id_: int | None = None, type_: Any = "integer", **metadata: Any) -> dict[str, Any]:
    if id_ is not None:
        metadata |= {"delta.columnMapping.id": id_, "delta.columnMapping.physicalName": f"col-{id_}"}
    return {"name": name, "type": type_, "nullable": True, "metadata": metadata}


def struct(*fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "struct", "fields": list(fields)}


def array(element: Any) -> dict[str, Any]:
    return {"type": "array", "elementType": element, "containsNull": True}


def mapping(key: Any, value: Any) -> dict[str, Any]:
    return {"type": "map", "keyType": key, "valueType": value, "valueContainsNull": True}


BEFORE = struct(field("a", 1), field("b", 2))


@pytest.mark.parametrize(
    ("now", "used", "found"),
    [
        (struct(field("a", 1), field("b", 2)), ["a", "b"], None),
        (struct(field("b", 1), field("a", 2)), ["a"], "has another column under the name a"),
        (struct(field("a", 3), field("b", 2)), ["b"], None),
        (struct(field("a", 3), field("b", 2)), ["A"], "has another column under the name A"),
        (struct(field("c", 1), field("b", 2)), ["a"], "has no column a any more"),
        (struct(field("a", 1), field("b", 2), field("c", 3)), ["c"], "has a new column c"),
    ],
)
def test_a_name_is_the_same_column_only_with_the_same_id(now, used, found):
    answer = other_column(BEFORE, now, used)
    assert (answer or "").startswith(found or "")
    assert (answer is None) == (found is None)


@pytest.mark.parametrize("wrap", [lambda s: s, array, lambda s: mapping("string", s), lambda s: mapping(s, "string")])
def test_a_field_is_another_one_at_every_depth(wrap):
    def table(id_: int) -> dict[str, Any]:
        inner = struct(field("x", id_), field("y", 9))
        return struct(field("s", 1, wrap(struct(field("deep", 2, array(inner))))))

    assert other_column(table(3), table(3), ["s"]) is None
    answer = other_column(table(3), table(4), ["s"])
    assert answer is not None
    assert answer.split(":")[0].endswith("deep.element.x")


def test_switching_column_mapping_on_makes_no_other_column():
    plain = struct(field("A"), field("s", None, struct(field("x"))))
    switched = struct(
        {**field("A"), "metadata": {"delta.columnMapping.id": 1, "delta.columnMapping.physicalName": "A"}},
        {
            **field("s", None, struct({**field("x"), "metadata": {"delta.columnMapping.physicalName": "x"}})),
            "metadata": {"delta.columnMapping.id": 2, "delta.columnMapping.physicalName": "s"},
        },
    )
    assert other_column(plain, switched, ["a", "s"]) is None
    assert other_column(plain, struct(field("A", 1), field("s", 2)), ["a"]) is not None


def test_a_declared_text_type_is_part_of_a_column():
    def table(declared: str | None) -> dict[str, Any]:
        metadata = {} if declared is None else {"__CHAR_VARCHAR_TYPE_STRING": declared}
        return struct(field("k", None, "string", **metadata))

    assert redeclared_column(table("char(4)"), table("char(4)"), ["k"]) is None
    assert redeclared_column(table("char(4)"), table("char(6)"), ["other"]) is None
    assert redeclared_column(table("char(4)"), table("char(6)"), ["K"]) == (
        "has another type for column K: char(6), was char(4)"
    )
    assert redeclared_column(table("varchar(4)"), table(None), ["k"]) is not None

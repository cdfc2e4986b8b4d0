"""Values of rows as text: as JSON, which keeps their structure and every digit, and plain."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any


def distinct_names(names: Sequence[str]) -> list[str]:
    """Number names that are there before, so that an object loses none of its values.

    Args:
        names: Names, which may repeat.

    Returns:
        As many names, all different: a second ``n`` is ``n_2``.
    """
    taken: set[str] = set()
    distinct = []
    for name in names:
        number, candidate = 1, name
        while candidate in taken or (number > 1 and candidate in names):
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate)
        distinct.append(candidate)
    return distinct


def json_text(value: object) -> str:
    """Return a value as JSON, as Spark's own ``to_json`` writes it.

    Args:
        value: What Spark gives for a column: structs and maps become objects, decimals numbers with all digits, NaN and
            the infinities texts, since JSON has no such numbers, and binary values base64.

    Returns:
        JSON on one line.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else json.dumps(_special(value))
    if isinstance(value, Decimal):
        return format(value, "f") if value.is_finite() else json.dumps(str(value))
    fields = getattr(value, "__fields__", None)
    if fields is not None:
        return _object(zip(distinct_names(fields), value, strict=True))  # type: ignore[call-overload]
    if isinstance(value, Mapping):
        keys = [key if isinstance(key, str) else plain_text(key) for key in value]
        return _object(zip(distinct_names(keys), value.values(), strict=True))
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(json_text, value))}]"
    if hasattr(value, "toJson"):
        return str(value.toJson())
    return json.dumps(plain_text(value), ensure_ascii=False)


def plain_text(value: object) -> str:
    """Return a value as it is read best outside of JSON.

    Args:
        value: What Spark gives for a column.

    Returns:
        Texts as they are, structures as JSON.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, float) and not math.isfinite(value):
        return _special(value)
    if isinstance(value, (str, int, float, timedelta)) or value is None:
        return str(value)
    if isinstance(value, (list, tuple, Mapping)) or hasattr(value, "toJson"):
        return json_text(value)
    return str(value)


def _special(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _object(items: Any) -> str:
    return "{" + ", ".join(f"{json.dumps(name, ensure_ascii=False)}: {json_text(value)}" for name, value in items) + "}"

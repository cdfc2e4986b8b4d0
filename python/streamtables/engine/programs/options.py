"""The table properties that choose how a stream table is maintained."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from streamtables.catalog.definition import FRESH_READS_PROPERTY, FUSE_PROPERTY
from streamtables.errors import DefinitionError
from streamtables_rewriter.compile import Apply

APPLY_PROPERTY = "streamtables.apply"
FLOAT_SUMS_PROPERTY = "streamtables.float_sums"
FULL_FRACTION_PROPERTY = "streamtables.full_fraction"
DEFAULT_FULL_FRACTION = 0.1
"""AUTO recomputes when the change is a larger share of a source than this."""

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:percent|%)")
_MOST_CHANGED = 2.0
"""A row that is updated counts twice, as for ``full_fraction``."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a stream table is maintained.

    Attributes:
        apply: How changes are brought into the table.
        algebraic_floats: Whether sums over FLOAT and DOUBLE may be maintained by adding and taking out.
        full_fraction: AUTO recomputes above this share of a source, between 0 and 1.
        fuse: The share of a source above which a change suspends the table, 1.0 for all of it; None for no such share.
    """

    apply: Apply
    algebraic_floats: bool
    full_fraction: float
    fuse: float | None = None

    @classmethod
    def of(cls, properties: Mapping[str, str]) -> Options:
        """Read the properties of a stream table.

        Args:
            properties: All of its properties; others than ours are left alone.

        Returns:
            The options.

        Raises:
            DefinitionError: ``INVALID_TABLE_PROPERTY``: a value that the property cannot have.
        """
        apply = _one_of(properties, APPLY_PROPERTY, [choice.value for choice in Apply], Apply.AUTO.value)
        _one_of(properties, FRESH_READS_PROPERTY, ["true", "false"], "false")
        sums = _one_of(properties, FLOAT_SUMS_PROPERTY, ["exact", "algebraic"], "exact")
        return cls(Apply(apply), sums == "algebraic", _fraction(properties), _fuse(properties))


def _one_of(properties: Mapping[str, str], key: str, choices: list[str], default: str) -> str:
    value = properties.get(key, default).lower()
    if value not in choices:
        raise _invalid(key, properties[key], f"one of {', '.join(choices)}")
    return value


def _fraction(properties: Mapping[str, str]) -> float:
    text = properties.get(FULL_FRACTION_PROPERTY, str(DEFAULT_FULL_FRACTION))
    try:
        fraction = float(text)
    except ValueError:
        fraction = -1.0
    if not 0 <= fraction <= 1:
        raise _invalid(FULL_FRACTION_PROPERTY, text, "a number between 0 and 1")
    return fraction


def _fuse(properties: Mapping[str, str]) -> float | None:
    text = properties.get(FUSE_PROPERTY)
    if text is None:
        return None
    match = _PERCENT.fullmatch(text.strip().lower())
    share = 0.0 if match is None else float(match.group(1)) / 100
    if not 0 < share <= _MOST_CHANGED:
        raise _invalid(FUSE_PROPERTY, text, "a share such as 50 percent, above 0 and up to 200 percent")
    return share


def _invalid(key: str, value: str, expected: str) -> DefinitionError:
    return DefinitionError("INVALID_TABLE_PROPERTY", {"property": key, "value": value, "expected": expected})

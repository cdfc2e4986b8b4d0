"""Coloured labels for what a refresh did and how a stream table is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from streamtables.jupyter.page import Html, element

_MODES: Mapping[str, str] = MappingProxyType(
    {
        "INITIAL": "new",
        "DIFFERENTIAL": "good",
        "FULL": "full",
        "NO_CHANGE": "rest",
        "SKIPPED": "rest",
        "FAILED": "bad",
    }
)
_STATES: Mapping[str, str] = MappingProxyType(
    {
        "ok": "good",
        "failed": "bad",
        "skipped": "rest",
        "suspended": "rest",
        "empty": "rest",
        "needs a rebuild": "full",
        "missing": "bad",
    }
)
_EQUAL: Mapping[str, str] = MappingProxyType({"equal": "good", "not equal": "bad", "never filled": "rest"})
_OF_COLUMN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"mode": _MODES, "last_mode": _MODES, "maintained": _MODES, "status": _STATES}
)


def badge_of(column: str, value: object) -> Html | None:
    """Return the label for a value.

    Args:
        column: The name of its column.
        value: The value.

    Returns:
        The label; None of what has none.
    """
    kind = _OF_COLUMN.get(column, {}).get(str(value))
    return None if kind is None else element("span", str(value), kind=f"badge {kind}")


def mode_badge(text: str) -> Html:
    """Return the labels for the modes that a text names.

    Args:
        text: A mode, or several with ``or`` between them.

    Returns:
        The labels.
    """
    known = [element("span", mode, kind=f"badge {_MODES.get(mode, 'rest')}") for mode in text.split(" or ")]
    return Html(" or ".join(part.text for part in known))


def verdict_badge(equal: bool | None) -> Html:
    """Return the label for what VERIFY found.

    Args:
        equal: Its answer; None of a stream table that was never filled.

    Returns:
        The label.
    """
    text = verdict(equal)
    return element("span", text, kind=f"badge {_EQUAL[text]}")


def verdict(equal: bool | None) -> str:
    """Return in words what VERIFY found.

    Args:
        equal: Its answer.

    Returns:
        The words.
    """
    return "never filled" if equal is None else "equal" if equal else "not equal"

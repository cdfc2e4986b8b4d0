"""Outputs of a cell besides the value that it ends with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from IPython import display

from streamtables.jupyter.page import View

_DISPLAY: Callable[..., Any] = display.display


def show(view: View) -> None:
    """Show a view below what the cell has shown.

    Args:
        view: The view.
    """
    _DISPLAY({"text/html": view.html, "text/plain": view.text}, raw=True)


def show_changing(shown: Mapping[str, str]) -> Any:
    """Show what will change.

    Args:
        shown: Texts by their kind.

    Returns:
        IPython's handle, whose ``update`` changes it.
    """
    return _DISPLAY(dict(shown), raw=True, display_id=True)

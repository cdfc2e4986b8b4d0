"""pandas, imported where it is used: Spark's client imports it when it starts, which takes longer than all the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module, metadata
from types import ModuleType
from typing import Any

_STANDING_IN = ("pandas", "pandas.api", "pandas.api.types")
"""The modules that Spark's client imports at its start."""


@contextmanager
def deferred_pandas() -> Iterator[None]:
    """Have what is imported meanwhile import pandas when it first uses it.

    What is imported may name anything of pandas in annotations and keep functions of it. Others that import pandas
    meanwhile, on another thread, would be given the same: this is for a process that is known to do nothing else.

    Raises:
        Exception: What is imported uses pandas in another way, or needs other parts of it: import it again without.

    Examples:
        >>> with deferred_pandas():
        ...     import pandas.api.types
        >>> pandas.api.types.is_bool(True)
        True
    """
    if "pandas" in sys.modules:
        yield
        return
    version = metadata.version("pandas")
    for name in _STANDING_IN:
        sys.modules[name] = _Deferred(name, version)
    try:
        yield
    finally:
        for name in _STANDING_IN:
            if isinstance(sys.modules.get(name), _Deferred):
                del sys.modules[name]


class _Deferred(ModuleType):
    """Stands for a module: while it is imported for the module itself, and for what is in it afterwards."""

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__version__ = version

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            return _forwarding(self.__name__, name)
        return getattr(import_module(self.__name__), name)


def _forwarding(module: str, name: str) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call

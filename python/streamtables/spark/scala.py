"""Python values to Scala ones and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def none(jvm: Any) -> Any:
    """Return Scala's ``None``."""
    return jvm.scala.Option.empty()


def some(jvm: Any, value: Any) -> Any:
    """Return Scala's ``Some(value)``."""
    return jvm.scala.Option.apply(value)


def sequence(jvm: Any, values: Iterable[Any]) -> Any:
    """Return a Scala ``List`` of Java objects."""
    array = jvm.java.util.ArrayList()
    for value in values:
        array.add(value)
    return jvm.scala.jdk.CollectionConverters.ListHasAsScala(array).asScala().toList()


def companion(jvm: Any, name: str) -> Any:
    """Return the instance of a Scala ``object``, given its full class name."""
    found = jvm
    for part in f"{name}$".split("."):
        found = getattr(found, part)
    return getattr(found, "MODULE$")


def to_list(scala_iterable: Any) -> list[Any]:
    """Return the elements of a Scala collection."""
    iterator = scala_iterable.iterator()
    found = []
    while iterator.hasNext():
        found.append(iterator.next())
    return found


def to_dict(scala_map: Any) -> dict[str, str]:
    """Return a Scala map of strings as a dict."""
    return {pair._1(): pair._2() for pair in to_list(scala_map)}

"""Python values to Scala ones and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def java_class(jvm: Any, name: str) -> Any:
    """Return a class of the JVM without asking for its packages one by one, which searches every jar.

    Args:
        jvm: The gateway's view of the JVM.
        name: Full name of the class.

    Returns:
        The class: call it for an instance, its attributes are its static members.
    """
    from py4j.java_gateway import JavaClass

    return JavaClass(name, jvm._gateway_client)


def none(jvm: Any) -> Any:
    """Return Scala's ``None``."""
    return java_class(jvm, "scala.Option").empty()


def some(jvm: Any, value: Any) -> Any:
    """Return Scala's ``Some(value)``."""
    return java_class(jvm, "scala.Option").apply(value)


def sequence(jvm: Any, values: Iterable[Any]) -> Any:
    """Return a Scala ``List`` of Java objects."""
    array = java_class(jvm, "java.util.ArrayList")()
    for value in values:
        array.add(value)
    return java_class(jvm, "scala.jdk.CollectionConverters").ListHasAsScala(array).asScala().toList()


def companion(jvm: Any, name: str) -> Any:
    """Return the instance of a Scala ``object``, given its full class name."""
    return getattr(java_class(jvm, f"{name}$"), "MODULE$")


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

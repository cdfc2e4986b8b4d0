"""A statement looked at without running it: whether Spark accepts it, and what it would write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError, Py4JJavaError

from streamtables.spark.jvm import scala
from streamtables.spark.statements.plan_targets import RULES, Target
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_NAMES = ("multipartIdentifier", "nameParts")
_INNER = ("child", "relation", "table")
_DEEPEST = 3


def parsed_targets(session: SparkSession, text: str) -> tuple[Target, ...]:
    """Have Spark parse a statement.

    Args:
        session: The session under whose settings it is read.
        text: The statement.

    Returns:
        What the statement writes to, each as often as it does; nothing for statements between BEGIN and END.

    Raises:
        pyspark.errors.PySparkException: Spark's own error if it cannot be parsed.
    """
    found: list[Target] = []
    _collect(_parsed(session, text), found)
    return tuple(found)


def analyse_statement(session: SparkSession, text: str) -> None:
    """Have Spark analyse a statement without running it.

    Args:
        session: The session under whose settings and with whose temporary views it is read.
        text: The statement.

    Raises:
        pyspark.errors.PySparkException: Spark's own error if the statement is not valid.
    """
    given: Any = session
    skip = scala.companion(given._jvm, "org.apache.spark.sql.execution.CommandExecutionMode").SKIP()
    given._jsparkSession.sessionState().executePlan(_parsed(session, text), skip).assertAnalyzed()


def _parsed(session: SparkSession, text: str) -> Any:
    given: Any = session
    return given._jsparkSession.sessionState().sqlParser().parsePlan(text)


def _collect(plan: Any, found: list[Target]) -> None:
    rule = _rule(plan)
    if rule is not None:
        action, accessor, condition, _ = rule
        name = _name(_get(plan, accessor), 0) if not condition or bool(_get(plan, condition)) else None
        if name is not None:
            found.append(Target(action, QualifiedName(name)))
        return
    children = _get(plan, "children")
    for below in [] if children is None else scala.to_list(children):
        _collect(below, found)


def _rule(plan: Any) -> tuple[str, str, str, str] | None:
    type_ = plan.getClass()
    names = [str(type_.getSimpleName()), *(str(one.getSimpleName()) for one in type_.getInterfaces())]
    return next((RULES[name] for name in names if name in RULES), None)


def _name(plan: Any, depth: int) -> tuple[str, ...] | None:
    if plan is None or depth > _DEEPEST:
        return None
    for accessor in _NAMES:
        parts = _get(plan, accessor)
        if parts is not None:
            return tuple(str(part) for part in scala.to_list(parts))
    inner = (_name(_get(plan, accessor), depth + 1) for accessor in _INNER)
    return next((name for name in inner if name is not None), None)


def _get(value: Any, accessor: str) -> Any:
    """Return the value of a method without arguments; None if there is none."""
    try:
        return getattr(value, accessor)()
    except Py4JJavaError:
        raise
    except Py4JError:
        return None

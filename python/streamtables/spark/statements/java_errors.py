"""Errors across the border: ours become Java exceptions that any client understands, and come back as ours.

A Python error raised below the JVM has to travel up through Spark. It goes as an AnalysisException (or ParseException)
with our condition, SQLSTATE and message, which JDBC and Connect clients show as they show Spark's own. Where it comes
out in this very process, it is turned into an error that is both Spark's class and ours.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from streamtables.errors import InternalError
from streamtables.spark.failures.java_causes import java_causes
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables_grammar.errors import StreamSqlSyntaxError, StreamTableError

if TYPE_CHECKING:
    from streamtables.spark.jvm.bridge import JvmBridge

_LOG = logging.getLogger("streamtables")
_KEPT = 256
_INTERNAL = frozenset(
    {
        *("java.lang.AssertionError", "java.lang.ClassCastException", "java.lang.IllegalStateException"),
        *("java.lang.IndexOutOfBoundsException", "java.lang.NullPointerException", "java.lang.StackOverflowError"),
        *("java.lang.UnsupportedOperationException", "java.util.NoSuchElementException", "scala.MatchError"),
        "scala.NotImplementedError",
    }
)
"""What Spark throws where it meets a plan that its own code did not expect."""
_ON_PURPOSE = ("org.apache.spark.", "io.delta.")
_INTERNAL_CONDITION = "INTERNAL_ERROR"
_ORIGINAL = "_streamtables_original"


class ErrorBorder:
    """Carries errors into the JVM and recognises them when they come back.

    Args:
        bridge: Builds the Java exceptions.
    """

    def __init__(self, bridge: JvmBridge) -> None:
        self._bridge = bridge
        self._sent: OrderedDict[str, StreamTableError] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, work: Callable[[], object]) -> object:
        """Run the Python half of a call from the JVM.

        Args:
            work: What to do.

        Returns:
            Its result, or the Java exception to throw in its place.

        Raises:
            BaseException: The user interrupted the work on the main thread.
        """
        try:
            return work()
        except BaseException as error:
            # On the user's own thread py4j gives the connection up and hands the interrupt on; on any other, as with
            # every other error, the JVM waits for an answer.
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise
            return self.to_java(error)

    def to_java(self, error: BaseException) -> object:
        """Turn an error into a Java exception: Spark's own stay what they are.

        Args:
            error: What was raised.

        Returns:
            A Java exception.
        """
        own = _java_origin(error)
        if own is not None:
            return own
        if isinstance(error, StreamTableError):
            known = error
        else:
            _LOG.error("A statement on stream tables met a defect of streamtables", exc_info=redacted_trace(error))
            known = InternalError("INTERNAL_ERROR", {"error": f"{type(error).__name__}: {error}"})
            known.__cause__ = error
        with self._lock:
            self._sent[known.message] = known
            while len(self._sent) > _KEPT:
                self._sent.popitem(last=False)
        return self._bridge.error(
            syntax=isinstance(known, StreamSqlSyntaxError),
            message=known.message,
            condition=known.getCondition(),
            sql_state=known.getSqlState(),
            parameters=known.getMessageParameters(),
        )

    def install(self) -> None:
        """Have PySpark's conversion of Java exceptions recognise ours."""
        from pyspark.errors.exceptions import captured

        self.uninstall()
        original = captured._convert_exception

        def convert(java_error: Any) -> Any:
            converted = original(java_error)
            with self._lock:
                sent = self._sent.get(converted._desc or "")
            return converted if sent is None else _both(sent, converted)

        setattr(convert, _ORIGINAL, original)
        captured._convert_exception = convert  # type: ignore[assignment]

    @staticmethod
    def uninstall() -> None:
        """Give PySpark its own conversion back."""
        from pyspark.errors.exceptions import captured

        original = getattr(captured._convert_exception, _ORIGINAL, None)
        if original is not None:
            captured._convert_exception = original


def internal_failure(error: BaseException) -> str | None:
    """Return whether Spark failed by a defect, in its code or in what it was given, and not by what a user wrote.

    Args:
        error: What was raised.

    Returns:
        The Java exception in one line; None for every error that Spark raises on purpose.
    """
    origin = _java_origin(error)
    if origin is None:
        return None
    kind = str(origin.getClass().getName())
    condition = getattr(error, "getCondition", lambda: None)()
    if kind not in _INTERNAL and not str(condition).startswith(_INTERNAL_CONDITION):
        return None
    message = str(origin.getMessage() or "").strip().split("\n", 1)[0]
    return f"{kind.rsplit('.', 1)[-1]}: {message}" if message else kind.rsplit(".", 1)[-1]


def foreign_failure(error: BaseException) -> str | None:
    """Return whether a Java exception came up that neither Spark nor Delta raises on purpose, such as of a file system.

    Args:
        error: What was raised.

    Returns:
        The exception in one line; None for errors of Spark, of Delta and of ours.
    """
    from py4j.protocol import Py4JJavaError

    if not isinstance(error, Py4JJavaError):
        return None
    origin = java_causes(error)[0]
    if any(name.startswith(_ON_PURPOSE) for name in origin.classes):
        return None
    message = origin.message.strip().split("\n", 1)[0]
    kind = origin.classes[0].rsplit(".", 1)[-1]
    return f"{kind}: {message}" if message else kind


def _java_origin(error: BaseException) -> Any:
    """Return the Java exception behind an error that PySpark raised, if there is one."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors.exceptions.captured import CapturedException

    if isinstance(error, Py4JJavaError):
        return error.java_exception
    if isinstance(error, CapturedException):
        return error._origin
    return None


def _both(sent: StreamTableError, converted: Any) -> StreamTableError:
    """Return an error that is Spark's and ours."""
    both_class = _class_of_both(type(sent), type(converted))
    both: Any = both_class.__new__(both_class)
    both.__dict__.update(converted.__dict__)
    both.__dict__.update(sent.__dict__)
    both.args = sent.args
    return both  # type: ignore[no-any-return]


def _class_of_both(ours: type[StreamTableError], sparks: type) -> type[StreamTableError]:
    members = {
        "__str__": lambda self: self.message,
        "__repr__": lambda self: f"{ours.__name__}({self.message!r})",
        "__module__": ours.__module__,
        "__doc__": ours.__doc__,
        "getMessage": lambda self: self.message,
        "getErrorClass": ours.getCondition,
    }
    return type(ours.__name__, (ours, sparks), members)

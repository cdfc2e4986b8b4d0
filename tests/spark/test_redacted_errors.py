"""What is kept of an error holds no value of a row."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from pyspark.errors import PySparkException
from tests.spark.java_doubles import JavaError, raised

from streamtables.errors import InternalError, RefreshError
from streamtables.spark.failures.redacted_errors import (
    LONGEST_TEXT,
    RedactedError,
    kept_stack,
    redacted_text,
    redacted_trace,
)

VALUE = "/root:/usr/bin"


class _Error(PySparkException):
    def __init__(self, message: str, condition: str | None, state: str | None) -> None:
        super().__init__(message)
        self._condition, self._state = condition, state

    def getCondition(self) -> str | None:  # noqa: N802 - Spark's name
        return self._condition

    def getSqlState(self) -> str | None:  # noqa: N802 - Spark's name
        return self._state


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (_Error(f"The value '{VALUE}'", "CAST_INVALID_INPUT", "22018"), "[CAST_INVALID_INPUT] SQLSTATE: 22018"),
        (_Error(VALUE, None, None), "[_Error]"),
        (_Error("no `a`, near '/x'.\n== SQL ==", "UNRESOLVED", "42703"), "[UNRESOLVED] no `a`, near '…'."),
        (ValueError(VALUE), "ValueError"),
        (OSError(28, "no space left"), "OSError: [Errno 28] no space left"),
    ],
)
def test_only_the_condition_of_an_error_that_may_quote_rows_is_kept(error: Exception, kept: str) -> None:
    assert redacted_text(error) == kept


def test_our_own_words_are_kept_and_those_that_we_pass_on_are_not() -> None:
    ours = RefreshError("REFRESH_CONFLICT", {"name": "a.b", "attempts": "3", "seconds": "60"})
    assert "a.b" in redacted_text(ours)
    defect = InternalError("INTERNAL_ERROR", {"error": f"KeyError: {VALUE}"})
    defect.__cause__ = KeyError(VALUE)
    assert redacted_text(defect) == "[INTERNAL_ERROR] KeyError"


def test_kept_text_is_one_short_line() -> None:
    text = redacted_text(_Error("a" * 5000 + "\nb", "X", "42000"))
    assert len(text) == LONGEST_TEXT
    assert "\n" not in text


def test_a_jvm_that_has_gone_is_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_self: Any) -> str:
        raise ConnectionRefusedError

    monkeypatch.setattr(_Error, "getCondition", gone)
    assert redacted_text(_Error(VALUE, None, None)) == "_Error"


def test_the_log_tells_where_and_not_what(caplog: pytest.LogCaptureFixture) -> None:
    def deep() -> None:
        raise ValueError(VALUE)

    try:
        try:
            deep()
        except ValueError as error:
            raise KeyError(VALUE) from error
    except KeyError as error:
        logging.getLogger("streamtables").warning("it failed", exc_info=redacted_trace(error))
    assert "test_the_log_tells_where" in caplog.text
    assert VALUE not in caplog.text
    assert caplog.records[0].exc_info is not None
    assert isinstance(caplog.records[0].exc_info[1], RedactedError)


def _deep() -> None:
    raise ValueError(VALUE)


def test_a_stack_tells_where_and_not_what() -> None:
    try:
        try:
            _deep()
        except ValueError as error:
            java = raised("a.b.NoSuchElement", message=VALUE, cause=raised("c.d.Inner", message=VALUE))
            raise java from error
    except JavaError as error:
        stack = kept_stack(error)
    for sign in (
        "in test_a_stack_tells_where",
        "in _deep",
        "JavaError",
        "ValueError",
        "a.b.NoSuchElement",
        "c.d.Inner",
    ):
        assert sign in stack
    assert stack.count("    at x.y(Z.java:1)") == 2
    assert VALUE not in stack


def test_a_stack_is_not_endless() -> None:
    def left(depth: int) -> None:
        if depth == 0:
            raise ValueError(VALUE)
        right(depth - 1)

    def right(depth: int) -> None:
        left(depth)

    with pytest.raises(ValueError, match=VALUE) as caught:
        left(400)
    error = caught.value
    error.__cause__ = error
    assert 10_000 < len(kept_stack(error)) <= 16_000


def test_a_stack_of_a_jvm_that_has_gone_is_that_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise ConnectionRefusedError

    java = raised("a.b.C")
    monkeypatch.setattr(java.java_exception, "getStackTrace", gone)
    assert kept_stack(java).endswith("JavaError\nConnectionRefusedError\n")

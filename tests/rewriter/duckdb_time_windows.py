"""Spark's time windows as DuckDB computes them: by arithmetic on microseconds since 1970."""

from __future__ import annotations

import sqlglot
from sqlglot import exp

_UNITS = {"second": 10**6, "minute": 60 * 10**6, "hour": 3600 * 10**6, "day": 86400 * 10**6}


def is_time_window(node: exp.Expr) -> bool:
    """Tell whether a node is a call of ``window`` or ``session_window``."""
    return isinstance(node, exp.Anonymous) and node.name.lower() in ("window", "session_window")


def write_time_window(select: exp.Select) -> None:
    """Replace the time window in a select list, and keep the rows that are in one."""
    calls = [node for item in select.expressions for node in item.find_all(exp.Anonymous) if is_time_window(node)]
    if not calls:
        return
    start, end, condition = (_session if calls[0].name == "session_window" else _window)(calls[0])
    for call in calls:
        around = call.parent
        if isinstance(around, exp.Dot):
            around.replace(_parsed(start if around.expression.name == "start" else end))
        else:
            call.replace(_parsed(f"{{'start': {start}, 'end': {end}}}"))
    select.where(_parsed(condition), copy=False)
    if "windows_back.i" in start:
        select.append("joins", _back(calls[0]))


def _parsed(text: str) -> exp.Expr:
    return sqlglot.parse_one(text, dialect="duckdb")


def _session(call: exp.Anonymous) -> tuple[str, str, str]:
    time, gap = (argument.sql(dialect="duckdb") for argument in call.expressions)
    time = f"CAST({time} AS TIMESTAMP)"
    end = f"({time} + CAST({gap} AS INTERVAL))"
    return time, end, f"{time} IS NOT NULL AND {end} > {time}"


def _window(call: exp.Anonymous) -> tuple[str, str, str]:
    time = call.expressions[0].sql(dialect="duckdb")
    duration, slide, begin = _durations(call)
    rest = f"(((epoch_us({time}) - {begin}) % {slide} + {slide}) % {slide})"
    back = "" if duration == slide else f" - windows_back.i * {slide}"
    first = f"epoch_us({time}) - {rest}{back}"
    start, end = f"make_timestamp({first})", f"make_timestamp({first} + {duration})"
    return start, end, f"{time} IS NOT NULL AND {time} < {end}"


def _back(call: exp.Anonymous) -> exp.Join:
    duration, slide, _ = _durations(call)
    numbers = f"SELECT 1 FROM x CROSS JOIN (SELECT unnest(range({-(-duration // slide)})) AS i) AS windows_back"
    (joined,) = _parsed(numbers).args["joins"]
    assert isinstance(joined, exp.Join)
    return joined


def _durations(call: exp.Anonymous) -> tuple[int, int, int]:
    """Return how long windows are, after which time the next one begins, and where the first one begins."""
    duration, *rest = (_microseconds(argument.name) for argument in call.expressions[1:])
    return (duration, *rest, 0) if len(rest) == 1 else (duration, *rest) if rest else (duration, duration, 0)


def _microseconds(text: str) -> int:
    words = text.split()
    return sum(int(n) * _UNITS[unit.removesuffix("s")] for n, unit in zip(words[::2], words[1::2], strict=True))

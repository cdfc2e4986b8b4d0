"""What TAB offers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from streamtables.jupyter.completion import Completion, sql_before


class Sessions:
    """A session that knows two stream tables."""

    asked = 0

    def current(self) -> Any:
        def sql(_text: str) -> Any:
            self.asked += 1
            return SimpleNamespace(collect=lambda: [("s.routes", "spark_catalog.s.flights"), ("s.late", "s.flights")])

        return SimpleNamespace(sql=sql)


def _offers(cell: str, **variables: object) -> list[str]:
    completion = Completion(Sessions(), lambda: variables)  # type: ignore[arg-type]
    found = completion.offers(cell.replace("|", ""), cell.index("|"))
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("cell", "offered"),
    [
        ("%%sql\nREFRESH STREAM TABLE s.r|", ["s.routes"]),
        ("%%sql\nREFRESH STREAM TABLE s.routes F|", ["FULL"]),
        ("%%sql\nrefresh stream table s.routes wi|", ["WITHOUT UPSTREAM".lower()]),
        ("%%sql\nSELECT 1;\nCREATE STREAM TABLE x REFRESH MODE D|", ["DIFFERENTIAL"]),
        ("%%sql --limit 5\nSELECT * FROM s.fl|", ["s.flights"]),
        ("%%sql late <<\nSELECT * FR|", ["FROM"]),
        ("x = 1\n%sql VER|", ["VERIFY STREAM TABLE", "VERIFY STREAM TABLES"]),
        ("df = %sql SHOW STREAM T|", ["TABLES"]),
        ("%sql CREATE STREAM TABLE x WITH| DATA", ["WITH DATA", "WITH NO DATA"]),
        ("%stream_graph s.l|", ["s.late"]),
        ("%%sql\nSELECT 'a text |", []),
    ],
)
def test_what_fits_is_offered(cell: str, offered: list[str]) -> None:
    found = _offers(cell)
    assert found == offered or (len(offered) > 0 and set(offered) <= set(found))


def test_variables_are_offered_behind_a_colon() -> None:
    assert _offers("%sql SELECT :l|", least=5, late="x", _hidden=1, lapse=len) == [":late", ":least"]


def test_python_is_left_alone() -> None:
    completion = Completion(Sessions(), dict)  # type: ignore[arg-type]
    assert completion.offers("import o", 8) is None
    assert sql_before("x = 5", 5) is None


def test_names_are_asked_once_until_a_statement_ran() -> None:
    sessions = Sessions()
    completion = Completion(sessions, dict)  # type: ignore[arg-type]
    for _ in range(3):
        completion.offers("%sql SELECT s.", 14)
    assert sessions.asked == 1
    completion.forget()
    completion.offers("%sql SELECT s.", 14)
    assert sessions.asked == 2

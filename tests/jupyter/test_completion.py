"""What TAB offers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from streamtables.jupyter.completion import Completion, sql_before

CATALOG = {
    "SELECT stream_table, source FROM streamtables.dependencies": [
        ("s.routes", "spark_catalog.s.flights"),
        ("s.late", "s.flights"),
    ],
    "SHOW SCHEMAS": [("default",), ("s",)],
    "SHOW TABLES": [],
    "SHOW TABLES IN `s`": [("s", name, False) for name in ("flights", "late", "late__stream", "weather")],
    "DESCRIBE s.flights": [("origin", "string", None), ("delay", "int", None)],
}


class Sessions:
    """A session that knows two stream tables; or none, as long as it is not there."""

    def __init__(self, *, is_there: bool = True) -> None:
        self.asked: list[str] = []
        self.is_there = is_there

    def current(self) -> Any:
        def sql(text: str) -> Any:
            self.asked.append(text)
            return SimpleNamespace(collect=lambda: CATALOG[text])

        return SimpleNamespace(sql=sql) if self.is_there else None


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
        ("%%sql\nSELECT 'a te|", []),
        ("%%sql\nSELECT 1 -- se|", []),
        ("%%sql\nSELECT de|\nFROM s.flights", ["delay"]),
        ("%sql SELECT f.or| FROM s.flights AS f", ["f.origin"]),
        ("%sql SELECT * FROM s.wea|", ["s.weather"]),
        ("%%sql\nCREATE STREAM TABLE x AS SELECT de| FROM s.flights", ["delay"]),
        ("%sql SELECT d|\nFROM s.flights", ["distinct"]),
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


def test_columns_are_those_of_tables_of_the_same_sql() -> None:
    assert "delay" not in _offers("%sql SELECT de|\nx = 'FROM s.flights'")


def test_names_are_asked_once_until_a_statement_may_have_changed_them() -> None:
    sessions = Sessions()
    completion = Completion(sessions, dict)  # type: ignore[arg-type]
    for _ in range(3):
        completion.offers("%sql SELECT s.", 14)
    first = list(sessions.asked)
    assert first
    assert len(set(first)) == len(first)
    completion.follow("SELECT 1")
    completion.offers("%sql SELECT s.", 14)
    assert sessions.asked == first
    completion.follow("DROP STREAM TABLE s.late")
    completion.offers("%sql SELECT s.", 14)
    assert sessions.asked == first * 2
    completion.forget()
    completion.offers("%sql SELECT s.", 14)
    assert sessions.asked == first * 3


def test_keywords_are_offered_without_a_session_and_names_as_soon_as_there_is_one() -> None:
    sessions = Sessions(is_there=False)
    completion = Completion(sessions, dict)  # type: ignore[arg-type]
    assert completion.offers("%sql SELECT * FR", 16) == ("FR", ["FROM"])
    assert completion.offers("%sql SELECT * FROM s.fl", 23) == ("s.fl", [])
    sessions.is_there = True
    assert completion.offers("%sql SELECT * FROM s.fl", 23) == ("s.fl", ["s.flights"])


def test_names_in_quotes_are_replaced_as_a_whole() -> None:
    sessions = Sessions()
    completion = Completion(sessions, dict)  # type: ignore[arg-type]
    with_blank = CATALOG["SHOW TABLES IN `s`"] + [("s", "odd name", False)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CATALOG, "SHOW TABLES IN `s`", with_blank)
        assert completion.offers("%sql SELECT * FROM s.`odd n", 27) == ("`odd n", ["`odd name`"])

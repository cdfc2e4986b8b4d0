"""The magics in IPython's own shell, over the tests' session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.errors import StreamTableNotFoundError
from streamtables.jupyter import progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from tests.jupyter.conftest import Ran

Run = Callable[[str], "Ran"]
MAKE = """%%sql
CREATE TABLE t (id INT, region STRING, amount INT) USING delta;
INSERT INTO t VALUES (1, 'north', 10), (2, 'south', 5);
CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT region, sum(amount) AS total FROM t GROUP BY region
"""


@pytest.fixture
def made(run: Run, schema: str) -> str:
    """A source and a stream table of a schema of the test's own."""
    done = run(MAKE)
    assert done.error is None, done.printed
    assert ">INITIAL</span>" in done.html[-1]
    return schema


def test_the_last_result_is_a_frame_that_shows_itself(run: Run, made: str) -> None:
    done = run("%sql SELECT region, total FROM g ORDER BY region")
    assert [tuple(row) for row in done.value.collect()] == [("north", 10), ("south", 5)]
    assert "<td>north</td>" in done.html[0]
    assert "2 rows" in done.text[0]
    assert run("_.count()").value == 2


def test_each_statement_of_a_cell_is_shown(run: Run, spark: SparkSession) -> None:
    done = run("%%sql\nSELECT 'first;' AS a;\nSELECT 'second' AS b")
    assert ["first;" in done.html[0], "second" in done.html[1], len(done.html)] == [True, True, 2]


def test_a_refresh_shows_its_mode_and_verify_its_verdict(run: Run, made: str) -> None:
    run("%sql INSERT INTO t VALUES (3, 'north', 1)")
    assert ">DIFFERENTIAL</span>" in run("%sql REFRESH STREAM TABLE g").html[0]
    assert ">NO_CHANGE</span>" in run("%sql REFRESH STREAM TABLE g").html[0]
    assert ">equal</span>" in run("%sql VERIFY STREAM TABLE g").html[0]
    assert (
        'class="said"><span class="badge rest">NO_CHANGE</span>' in run("%sql EXPLAIN REFRESH STREAM TABLE g").html[0]
    )


def test_variables_are_values_for_spark_and_for_us(run: Run, made: str) -> None:
    nasty = "x' OR '1'='1' -- ${env:HOME} {nasty} $nasty"
    run(f"nasty, least = {nasty!r}, 3")
    assert run("%sql INSERT INTO t VALUES (:least, :nasty, 7)").error is None
    assert run("%sql SELECT :nasty AS a, '{nasty} $nasty :nasty' AS b").value.collect()[0] == (
        nasty,
        "{nasty} $nasty :nasty",
    )
    query = "SELECT id, :nasty AS n FROM t WHERE region = :nasty AND id >= :least"
    assert run(f"%sql CREATE STREAM TABLE h REFRESH MODE DIFFERENTIAL AS {query}").error is None
    assert [tuple(row) for row in run("%sql SELECT * FROM h").value.collect()] == [(3, nasty)]
    assert run("%sql VERIFY STREAM TABLE h").value.collect()[0]["equal"]


def test_a_result_is_kept_in_a_variable_and_read_when_it_is_shown(run: Run, made: str) -> None:
    assert run("%%sql all_rows <<\nSELECT * FROM t").html == []
    run("%sql INSERT INTO t VALUES (9, 'later', 1)")
    shown = run("all_rows")
    assert "later" in shown.html[0]
    assert "3 rows" in shown.text[0]


def test_the_limit_is_kept_and_said(run: Run, spark: SparkSession) -> None:
    assert "the first 2 rows; there are more" in run("%sql --limit 2 SELECT * FROM range(5)").text[0]
    run("%config StreamTables.limit = 3")
    assert "the first 3 rows; there are more" in run("%sql SELECT * FROM range(5)").text[0]
    assert run("%sql --limit many SELECT 1").error.getCondition() == "INVALID_MAGIC_OPTION"


def test_frames_of_others_are_not_run_to_be_shown(run: Run, spark: SparkSession) -> None:
    shown = run("from pyspark.sql import SparkSession\nSparkSession.active().range(5)")
    assert shown.text == ["DataFrame[id: bigint]"]
    assert shown.html == []


@pytest.mark.parametrize(
    ("cell", "condition", "below"),
    [
        ("%%sql\nSELECT 1;\nREFRESH STREAM TABLE\n  nosuch", "STREAM_TABLE_NOT_FOUND", "line 4:   nosuch"),
        ("%sql REFRESH STREAM TABLE x SIDEWAYS", "STREAM_SQL_SYNTAX", "SIDEWAYS"),
        ("%sql SELECT nosuch FROM range(1)", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "nosuch"),
        ("%sql SELECT 1 FORM x y", "PARSE_SYNTAX_ERROR", "line 1: SELECT"),
        ("%sql SELECT 1 / (id - id) FROM range(1)", "DIVIDE_BY_ZERO", "line 1: SELECT"),
        ("%sql SELECT :nosuch", "VARIABLE_MISSING", ":nosuch"),
        ("%sql --session nosuch SELECT 1", "INVALID_MAGIC_OPTION", "nosuch"),
        ("%sql --session sc://127.0.0.1:1", "REMOTE_UNREACHABLE", "--session sc://"),
        ("%stream_graph nosuch", "STREAM_TABLE_NOT_FOUND", "nosuch"),
    ],
)
def test_an_error_is_told_in_one_piece(run: Run, spark: SparkSession, cell: str, condition: str, below: str) -> None:
    done = run(cell)
    assert done.error.getCondition() == condition
    assert condition in done.printed
    assert below in done.printed
    assert "Traceback" not in done.printed
    assert "File " not in done.printed
    assert len(done.printed.splitlines()) < 12
    assert done.noticed == ""


def test_errors_stay_what_they_are_for_programs(run: Run, shell: Any, spark: SparkSession) -> None:
    from pyspark.errors import PySparkException

    with pytest.raises(StreamTableNotFoundError) as caught:
        shell.run_line_magic("sql", "DROP STREAM TABLE nosuch")
    assert isinstance(caught.value, PySparkException)


def test_the_graph_is_a_picture_with_what_is_known_of_each_table(run: Run, made: str) -> None:
    done = run("%stream_graph g")
    assert "<svg" in done.html[0]
    assert f"<b>{made}.g</b>" in done.html[0]
    assert ">ok</span>" in done.html[0]
    assert f"└── {made}.g" in done.text[0]


@pytest.mark.filterwarnings("ignore:.*Completer.complete:PendingDeprecationWarning")
def test_tab_offers_words_and_names(run: Run, shell: Any, made: str) -> None:
    from IPython.core.completer import provisionalcompleter

    def offered(line: str) -> list[str]:
        return list(shell.complete(None, line, len(line))[1])

    assert "FULL" in offered("%sql REFRESH STREAM TABLE g ")
    assert offered(f"%sql REFRESH STREAM TABLE {made}.") == [f"{made}.g"]
    assert f"{made}.t" in offered(f"%sql SELECT * FROM {made}.")
    run("least = 5")
    assert offered("%sql SELECT :lea") == [":least"]
    with provisionalcompleter():
        assert "least" in [one.text for one in shell.Completer.completions("lea", 3)], "Python's own words stay"


def test_a_session_is_chosen_by_its_variable(run: Run, shell: Any, spark: SparkSession) -> None:
    other = spark.newSession()
    shell.user_ns["other"] = other
    other.sql("CREATE TEMPORARY VIEW only_there AS SELECT 7 AS n")
    assert run("%sql SELECT * FROM only_there").error is not None
    assert run("%sql --session other SELECT * FROM only_there").value.collect()[0]["n"] == 7
    assert run("%sql SELECT * FROM only_there").error is None
    assert "session: local[2]" in run("%sql").noticed


def test_a_run_says_which_table_of_how_many(run: Run, spark: SparkSession, made: str, monkeypatch: Any) -> None:
    class Lines:
        def __init__(self) -> None:
            self.shown: list[str] = []
            self.cleared = False

        def show(self, line: str) -> None:
            self.shown.append(line)

        def clear(self) -> None:
            self.cleared = True

    monkeypatch.setattr(progress, "_SILENT_SECONDS", 0.005)
    monkeypatch.setattr(progress, "_TICK_SECONDS", 0.005)
    run("%sql CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS SELECT count(*) AS n FROM g")
    run("%sql INSERT INTO t VALUES (4, 'west', 1)")
    lines = Lines()
    with progress.shown_progress(spark, lines):
        spark.sql(f"REFRESH STREAM TABLES IN {made}")
    assert any(line.startswith(f"refreshing {made}.g (1 of 2): ") for line in lines.shown)
    assert any(line.startswith(f"refreshing {made}.above (2 of 2): ") for line in lines.shown)
    assert lines.cleared
    count = len(lines.shown)
    spark.sql(f"REFRESH STREAM TABLES IN {made}")
    assert len(lines.shown) == count


def test_the_magics_go_as_they_came(run: Run, shell: Any, spark: SparkSession) -> None:
    shell.run_line_magic("unload_ext", "streamtables")
    try:
        assert shell.find_line_magic("sql") is None
        assert shell.find_cell_magic("sql") is None
        assert "text/html" not in shell.display_formatter.format(spark.range(1))[0]
    finally:
        shell.run_line_magic("load_ext", "streamtables")
    assert "1 row" in run("%sql SELECT 1").text[0]

"""A view that gains or loses columns shows a definition the columns that it was made with."""

from __future__ import annotations

from streamtables.engine.defining.view_columns import as_recorded
from streamtables_rewriter.plan.relations import Table, View

NAMESPACE = ("spark_catalog", "s")


def view(*columns: str, query: str = "SELECT * FROM t -- a comment") -> View:
    return View((*NAMESPACE, "v"), query, columns, NAMESPACE)


def test_the_same_columns_are_the_view_itself():
    assert as_recorded(view("a", "b", query="SELECT 1, 2"), view("a", "b")) == view("a", "b", query="SELECT 1, 2")
    assert as_recorded(None, view("a")) is None
    table = Table((*NAMESPACE, "v"), ())
    assert as_recorded(table, view("a")) is table


def test_new_columns_are_hidden_and_lost_ones_left_out_in_the_recorded_order():
    now = view("C", "b", "a")
    shown = as_recorded(now, view("a", "gone", "c"))
    assert isinstance(shown, View)
    assert shown.columns == ("a", "C")
    assert shown.query == "SELECT `a`, `C` FROM (SELECT * FROM t -- a comment\n) AS `__st_view`(`C`, `b`, `a`)"


def test_what_was_recorded_of_a_grown_view_is_the_same_the_next_time():
    now = view("a", "b", "c")
    recorded = as_recorded(now, view("a", "c"))
    assert isinstance(recorded, View)
    assert as_recorded(now, recorded) == recorded

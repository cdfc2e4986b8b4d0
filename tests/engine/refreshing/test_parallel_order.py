"""Nodes of a graph, each behind those it depends on and beside those it does not."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamtables.engine.refreshing.parallel_order import in_parallel_order

DIAMOND = {"left": {"top"}, "right": {"top"}, "bottom": {"left", "right"}, "top": set()}


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(8) as pool:
        yield pool


@st.composite
def _graphs(draw):
    names = [f"n{number}" for number in range(draw(st.integers(0, 8)))]
    return {name: draw(st.sets(st.sampled_from(names[:at]))) if at else set() for at, name in enumerate(names)}


@settings(max_examples=200, deadline=None)
@given(_graphs(), st.integers(1, 4))
def test_each_node_once_behind_what_it_depends_on_and_never_too_many(graph, most):
    lock, done, running, highest = threading.Lock(), [], set(), [0]

    def work(node):
        with lock:
            assert graph[node] <= set(done)
            running.add(node)
            highest[0] = max(highest[0], len(running))
        with lock:
            running.remove(node)
            done.append(node)

    with ThreadPoolExecutor(8) as pool:
        in_parallel_order(graph, most, pool, work, work)
    assert sorted(done) == sorted(graph)
    assert highest[0] <= most


def test_what_depends_on_nothing_runs_beside_its_neighbour(threads):
    met = threading.Barrier(2, timeout=30)

    def beside(node):
        if node in ("left", "right"):
            met.wait()

    callers = []
    in_parallel_order(DIAMOND, 2, threads, callers.append, beside)
    assert callers == ["top", "bottom"]


def test_one_at_a_time_is_the_callers_own_work_in_the_given_order(threads):
    callers = []
    in_parallel_order(DIAMOND, 1, threads, callers.append, pytest.fail)
    assert callers == ["top", "left", "right", "bottom"]


def test_behind_an_error_nothing_begins_and_what_has_begun_ends(threads):
    ended, begun = [], threading.Event()

    def beside(node):
        if node == "left":
            begun.wait(30)
            raise ValueError(node)
        begun.set()
        threading.Event().wait(0.2)
        ended.append(node)

    callers = []
    with pytest.raises(ValueError, match="left"):
        in_parallel_order(DIAMOND, 2, threads, callers.append, beside)
    assert (callers, ended) == (["top"], ["right"])

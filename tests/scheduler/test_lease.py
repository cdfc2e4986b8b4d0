"""Of several schedulers one works: leases over files in memory, whatever the clocks say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st
from tests.scheduler.fake_clock import FakeClock

from streamtables.scheduler.lease import Holder, Lease


@dataclass
class Files:
    """Terms in memory."""

    texts: dict[int, str] = field(default_factory=dict)

    def newest(self):
        return max(self.texts, default=None)

    def read(self, term):
        return self.texts.get(term)

    def create(self, term, text):
        return self.texts.setdefault(term, text) is text

    def replace(self, term, text):
        self.texts[term] = text

    def remove_before(self, term):
        self.texts = {n: text for n, text in self.texts.items() if n >= term}


def lease(files, clock, machine="elsewhere"):
    return Lease(files, clock.monotonic, 30, replace(Holder.here(), machine=machine))


def test_the_first_one_works_and_the_second_waits():
    files, clock = Files(), FakeClock()
    first, second = lease(files, clock), lease(files, clock)
    for _ in range(100):
        clock.pass_s(5)
        assert (first.hold(), second.hold()) == (True, False)


def test_a_lease_that_is_given_back_is_taken_at_the_next_look():
    files, clock = Files(), FakeClock()
    first, second = lease(files, clock), lease(files, clock)
    assert first.hold()
    assert not second.hold()
    first.release()
    clock.pass_s(3)
    assert second.hold()


def test_a_holder_that_is_silent_is_followed_when_the_lease_has_passed_and_no_sooner():
    files, clock = Files(), FakeClock()
    first, second = lease(files, clock), lease(files, clock)
    assert first.hold()
    clock.pass_s(9)
    assert not second.hold()
    clock.pass_s(29)
    assert not second.hold()
    clock.pass_s(3)
    assert second.hold()
    assert not first.hold(), "a holder that was held up learns that it has lost"
    clock.pass_s(5)
    assert not first.hold()


def test_each_counts_by_its_own_clock():
    files, slow, quick = Files(), FakeClock(), FakeClock()
    first, second = lease(files, slow), lease(files, quick)
    assert first.hold()
    for _ in range(20):
        slow.pass_s(10)
        quick.pass_s(29)
        assert first.hold()
        assert not second.hold()


def test_a_holder_whose_process_has_died_on_this_machine_is_not_waited_for():
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    here, clock = Holder.here(), FakeClock()
    files = Files({7: replace(here, process=int(gone.stdout)).to_json()})
    assert Lease(files, clock.monotonic).hold()
    assert list(files.texts) == [8]
    assert not Lease(Files({7: here.to_json()}), clock.monotonic).hold()


def test_a_file_that_is_none_of_ours_ends_like_any_other():
    files, clock = Files({3: "{}?"}), FakeClock()
    waiting = lease(files, clock)
    assert not waiting.hold()
    clock.pass_s(31)
    assert waiting.hold()


@given(st.lists(st.tuples(st.integers(0, 2), st.floats(0, 40), st.booleans()), max_size=80))
def test_never_do_two_work_that_look_in_time(steps):
    files, clock = Files(), FakeClock()
    leases = [lease(files, clock) for _ in range(3)]
    for which, seconds, gives_back in steps:
        clock.pass_s(seconds)
        working = [one.hold() for one in leases]
        assert sum(working) <= 1
        if gives_back:
            leases[which].release()
    clock.pass_s(40)
    [one.hold() for one in leases]
    clock.pass_s(40)
    assert sum(one.hold() for one in leases) == 1

"""The driver's memory is shared by all that hold rows, by their bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from streamtables.engine.reading.step_cache import StepCache, StepCacheKey
from streamtables.errors import SessionError
from streamtables.spark.jvm.driver_memory import DriverMemory, memory_fraction
from streamtables.spark.rows.materialized_frames import CollectedRows

MIB = 2**20


def test_no_more_is_taken_than_the_share():
    share = DriverMemory(1000).share(0.2)
    reservations = [share.reserve(bytes_) for bytes_ in (150, 51, 50, 1)]
    assert [reservation and reservation.bytes for reservation in reservations] == [150, None, 50, None]
    assert share.free == 0


def test_a_user_who_lets_rows_take_less_counts_those_of_others():
    memory = DriverMemory(1000)
    collected = memory.share(0.5).reserve(400)
    assert memory.share(0.2).reserve(1) is None
    assert memory.share(0.5).reserve(100) is not None
    collected.release()
    assert memory.share(0.2).reserve(100) is not None


def test_room_comes_back_with_the_last_rows_that_refer_to_it():
    share = DriverMemory(1000).share()
    collected = CollectedRows(object(), (share.reserve(200),))
    part = CollectedRows(object(), collected.reservations)
    del collected
    assert share.free == 0
    assert part.bytes == 200
    del part
    assert share.free == 200


def test_rows_of_unknown_size_get_a_part_of_what_is_free_and_keep_what_they_take():
    share = DriverMemory(1000 * MIB).share(0.3)
    reservation = share.allow()
    with reservation.released_after() as most:
        assert most == 75 * MIB
        kept = reservation.part(7)
    assert share.memory.used == 7
    assert share.allow().bytes == (300 * MIB - 7) // 4
    kept.release()
    kept.release()
    assert share.memory.used == 0


def test_an_error_does_not_keep_the_room():
    share = DriverMemory(1000 * MIB).share()
    reservation = share.allow()
    with pytest.raises(RuntimeError), reservation.released_after():
        raise RuntimeError
    assert share.memory.used == 0


def test_a_result_is_no_larger_than_spark_lets_jobs_send():
    assert DriverMemory(1000 * MIB, 10 * MIB).share().allow().bytes == 5 * MIB


def test_refreshes_at_the_same_time_all_get_some():
    share = DriverMemory(1000 * MIB).share()
    reservations = [share.allow() for _ in range(16)]
    assert all(reservation is not None and reservation.bytes >= 100_000 for reservation in reservations)
    assert sum(reservation.bytes for reservation in reservations) <= share.bytes


def test_threads_take_and_give_back_all():
    memory = DriverMemory(64_000)
    share = memory.share(0.5)

    def work(number):
        most = 0
        for step in range(200):
            reservation = share.reserve(1 + (number * step) % 9_000)
            most = max(most, memory.used)
            if reservation is not None:
                reservation.release()
        return most

    with ThreadPoolExecutor(8) as threads:
        most = max(threads.map(work, range(8)))
    assert 0 < most <= share.bytes
    assert memory.used == 0


def test_what_is_remembered_goes_where_others_need_the_room():
    share, step_cache = DriverMemory(1000).share(), StepCache()
    share.memory.on_pressure(step_cache.evict_oldest)
    share.memory.on_pressure(step_cache.evict_oldest)
    for number, text in enumerate(("a", "b")):
        memory = StepCacheKey(("id", 1, text), (("t", 0),), (("t", number),))
        step_cache.put(memory, CollectedRows(_Counted(), (share.reserve(50),)), 100, share.bytes)
    assert share.free == 100
    others = share.reserve(120)
    assert (others.bytes, share.free) == (120, 30)
    assert step_cache.get(StepCacheKey(("id", 1, "a"), (("t", 0),), ())) is None
    assert step_cache.get(StepCacheKey(("id", 1, "b"), (("t", 1),), ())) is not None
    assert share.reserve(100) is None
    assert step_cache.get(StepCacheKey(("id", 1, "b"), (("t", 1),), ())) is None


class _Counted:
    """Rows of the JVM."""

    def size(self):
        return 1


def test_the_setting_is_a_fraction():
    assert memory_fraction(None) == 0.2
    assert memory_fraction(" 0.9 ") == 0.9
    for text in ("0", "-0.1", "0.91", "20%", "", "nan", "inf"):
        with pytest.raises(SessionError) as caught:
            memory_fraction(text)
        assert caught.value.condition.name == "INVALID_MEMORY_FRACTION"
        assert caught.value.condition.sql_state == "22023"
        assert f"'{text}'" in caught.value.message

"""Which accelerators a session uses: what its settings say, what works here, and whose the application is."""

from __future__ import annotations

import pytest

from streamtables.errors import SessionError
from streamtables.spark.accelerators.chosen import ALL_SETTING, MEMORY_SETTING, ONE_SETTING, choose
from streamtables.spark.accelerators.registry import ACCELERATORS, Scope

_OF_APPLICATION = {name for name, one in ACCELERATORS.items() if one.scope is Scope.APPLICATION}


def _used(settings=(), problems=(), *, own=True):
    return choose(dict(settings), dict(problems), own_application=own).used


def test_all_are_used_unless_something_speaks_against_it():
    chosen = choose({}, {}, own_application=True)
    assert chosen.used == set(ACCELERATORS)
    assert chosen.off == {}
    assert chosen.kept_columns_memory == "0.125"


def test_each_stands_behind_what_it_needs():
    seen: set[str] = set()
    for name, accelerator in ACCELERATORS.items():
        assert set(accelerator.needs) <= seen
        seen.add(name)


@pytest.mark.parametrize("name", ACCELERATORS)
def test_a_setting_turns_one_off_and_what_needs_it(name):
    chosen = choose({ONE_SETTING + name: "OFF "}, {}, own_application=True)
    assert chosen.off[name] == f"{ONE_SETTING}{name} = off"
    for other, accelerator in ACCELERATORS.items():
        needs_it = any(needed in chosen.off for needed in accelerator.needs)
        assert (other in chosen.used) is (other != name and not needs_it)


def test_one_setting_turns_all_off_whatever_the_others_say():
    chosen = choose({ALL_SETTING: "off", f"{ONE_SETTING}exchange": "on"}, {}, own_application=True)
    assert not chosen.used
    assert set(chosen.off.values()) == {f"{ALL_SETTING} = off"}
    assert chosen.kept_columns_memory == "0"


@pytest.mark.parametrize("name", ACCELERATORS)
def test_what_does_not_work_here_is_off_even_if_it_is_asked_for(name):
    chosen = choose({ONE_SETTING + name: "on"}, {name: "a field is gone"}, own_application=True)
    assert chosen.off[name] == "a field is gone"


def test_what_changes_the_application_is_for_our_own_unless_it_is_asked_for():
    assert _used(own=False) == set(ACCELERATORS) - _OF_APPLICATION
    assert _used({ONE_SETTING + name: "on" for name in _OF_APPLICATION}, own=False) == set(ACCELERATORS)


@pytest.mark.parametrize("memory", ["512m", "2g", "1000", "0.25", ".5", "4GB", "10b"])
def test_who_gives_memory_for_columns_has_them_kept(memory):
    chosen = choose({MEMORY_SETTING: memory}, {}, own_application=False)
    assert "kept_columns" in chosen.used
    assert chosen.kept_columns_memory == memory


@pytest.mark.parametrize("memory", ["0", "0m", "0.0"])
def test_no_memory_keeps_no_columns(memory):
    chosen = choose({MEMORY_SETTING: memory}, {}, own_application=True)
    assert chosen.off == {"kept_columns": f"{MEMORY_SETTING} = {memory}"}
    assert chosen.kept_columns_memory == "0"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (ALL_SETTING, "on"),
        (ALL_SETTING, "true"),
        (ONE_SETTING + "exchange", "yes"),
        (ONE_SETTING + "exchange", ""),
        (MEMORY_SETTING, "1.5"),
        (MEMORY_SETTING, "a lot"),
        (MEMORY_SETTING, "-1"),
    ],
)
def test_a_value_that_there_is_not_is_refused(setting, value):
    with pytest.raises(SessionError) as refused:
        choose({setting: value}, {}, own_application=True)
    assert refused.value.getCondition() == "INVALID_SETTING"
    assert setting in str(refused.value)
    assert "auto" in str(refused.value) or "512m" in str(refused.value)


def test_a_name_that_there_is_not_is_refused_with_the_nearest():
    with pytest.raises(SessionError, match=r"accelerator\.picked_rows\?") as refused:
        choose({ONE_SETTING + "pickedrows": "off"}, {}, own_application=True)
    assert refused.value.getCondition() == "UNKNOWN_ACCELERATOR"

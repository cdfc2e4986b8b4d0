"""The archive of Spark's classes: used where it fits and nobody else can have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from streamtables.session.builder import session_settings
from streamtables.spark.jvm.class_archive import WITHOUT_ARCHIVE, ClassArchive, recording_options
from streamtables.spark.sessions.checkup import State, machine
from streamtables.spark.sessions.warehouse_place import WarehousePlace

JAVA_OPTIONS = "spark.driver.extraJavaOptions"


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassArchive:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "my cache"))
    found = ClassArchive.here()
    assert found is not None
    found.folder.mkdir(parents=True)
    return found


def _make(archive: ClassArchive, content: bytes = b"classes") -> Path:
    part = archive.folder / "part"
    part.write_bytes(content)
    return archive.keep(part)


def _java_options(told: str = "") -> str:
    given = {JAVA_OPTIONS: told} if told else {}
    return session_settings(WarehousePlace.of("warehouse"), conf=given)[JAVA_OPTIONS]


def test_a_session_uses_the_archive_that_is_there(archive):
    assert "SharedArchiveFile" not in _java_options()
    made = _make(archive)
    assert f'"-XX:SharedArchiveFile={made}"' in _java_options("-Dmine=1")
    assert _java_options("-Dmine=1").endswith(" -Dmine=1")


@pytest.mark.parametrize(
    "told", [WITHOUT_ARCHIVE, "-Xshare:off", "-XX:SharedArchiveFile=/mine.jsa", recording_options(Path("/new.jsa"))]
)
def test_what_users_say_about_archives_counts(archive, told):
    _make(archive)
    assert _java_options(told).count("Archive") == told.count("Archive")


def test_an_archive_that_others_can_write_is_not_used(archive, caplog):
    _make(archive).chmod(0o666)
    assert archive.options("") == ""
    assert "others than this user can write to it" in caplog.text


def test_an_archive_that_is_cut_short_is_not_used(archive, caplog):
    made = _make(archive)
    made.write_bytes(made.read_bytes()[:-1])
    assert archive.options("") == ""
    assert "is not whole" in caplog.text
    assert _make(archive, b"newer classes") == archive.file()
    assert not made.exists()


def test_another_java_or_spark_has_another_archive(archive, monkeypatch, tmp_path):
    (tmp_path / "jdk" / "bin").mkdir(parents=True)
    java = tmp_path / "jdk" / "bin" / "java"
    java.write_text("a Java")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    other = ClassArchive.here()
    os.utime(java, ns=(1, 1))
    updated = ClassArchive.here()
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    configured = ClassArchive.here()
    assert len({archive, other, updated, configured} - {None}) == 4
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    assert ClassArchive.here() is None


def test_the_newest_archives_are_kept(archive):
    for number in range(5):
        other = archive.folder / f"{number}.jsa"
        other.write_bytes(b"old")
        os.utime(other, ns=(number, number))
    made = _make(archive)
    assert {path.name for path in archive.folder.iterdir()} == {made.name, "4.jsa", "3.jsa"}


def test_the_doctor_says_whether_there_is_one(archive):
    def found():
        (finding,) = (finding for finding in machine() if finding.what == "Archive")
        return finding

    assert (found().state, "streamtables prepare" in found().mend) == (State.NOTE, True)
    _make(archive)
    assert (found().state, found().mend) == (State.OK, "")

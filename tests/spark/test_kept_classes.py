"""Compiled Java code that is kept for the next process: whole, or not used at all."""

from __future__ import annotations

import os
import threading
import zipfile
from pathlib import Path

import pytest

from streamtables.spark.jvm import kept_classes
from streamtables.spark.jvm.kept_classes import KeptClasses, pack, where_classes_are


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    classes = tmp_path / "classes" / "streamtables" / "rows"
    classes.mkdir(parents=True)
    for name in ("LocalRows", "LocalRows$1", "Collector"):
        (classes / f"{name}.class").write_bytes(os.urandom(500))
    jar = tmp_path / "compiled.jar"
    pack(tmp_path / "classes", jar)
    return jar


@pytest.fixture
def place(tmp_path: Path, compiled: Path) -> KeptClasses:
    found = KeptClasses(tmp_path / "cache" / "streamtables" / "java" / "0123.jar")
    found.keep(compiled)
    return found


def test_what_was_kept_is_copied(tmp_path, compiled, place):
    assert place.copy_to(tmp_path / "copy.jar")
    assert (tmp_path / "copy.jar").read_bytes() == compiled.read_bytes()
    assert [path.name for path in place.jar.parent.iterdir()] == [place.jar.name], "no part is left"


def test_nothing_was_kept(tmp_path):
    assert not KeptClasses(tmp_path / "none.jar").copy_to(tmp_path / "copy.jar")


def test_a_jar_that_is_cut_short_is_not_used(tmp_path, compiled, place):
    for size in (0, 10, compiled.stat().st_size // 2, compiled.stat().st_size - 1):
        place.jar.write_bytes(compiled.read_bytes()[:size])
        assert not place.copy_to(tmp_path / "copy.jar"), size


def test_a_jar_with_a_wrong_byte_is_not_used(tmp_path, compiled, place):
    whole = compiled.read_bytes()
    with zipfile.ZipFile(compiled) as archive:
        (first, *_) = (info for info in archive.infolist() if info.filename.endswith(".class"))
    at = first.header_offset + 200
    place.jar.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert not place.copy_to(tmp_path / "copy.jar")


def test_a_jar_that_lacks_a_class_is_not_used(tmp_path, compiled, place):
    with zipfile.ZipFile(compiled) as archive, zipfile.ZipFile(place.jar, "w") as lacking:
        for name in archive.namelist()[:-1]:
            lacking.writestr(name, archive.read(name))
    assert not place.copy_to(tmp_path / "copy.jar")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no such modes here")
def test_a_jar_that_others_may_write_is_not_used(tmp_path, place, caplog):
    place.jar.chmod(0o666)
    assert not place.copy_to(tmp_path / "copy.jar")
    assert "others than this user" in caplog.text


def test_a_cache_that_cannot_be_written_to_is_done_without(tmp_path, compiled):
    (tmp_path / "file").write_text("in the way")
    place = KeptClasses(tmp_path / "file" / "java" / "0123.jar")
    place.keep(compiled)
    assert not place.copy_to(tmp_path / "copy.jar")


def test_two_processes_that_keep_at_once_leave_a_whole_jar(tmp_path, compiled, place):
    wrong = []

    def keep():
        for _ in range(50):
            place.keep(compiled)

    def copy(number):
        wrong.extend(number for _ in range(50) if not place.copy_to(tmp_path / f"copy-{number}.jar"))

    threads = [threading.Thread(target=keep) for _ in range(2)]
    threads += [threading.Thread(target=copy, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_jars_of_old_versions_are_forgotten(compiled, place, monkeypatch):
    monkeypatch.setattr(kept_classes, "_MOST_KEPT", 2)
    for age, name in enumerate(("old", "older", "oldest"), start=1):
        other = place.jar.with_name(f"{name}.jar")
        other.write_bytes(b"")
        os.utime(other, (1000 - age, 1000 - age))
    place.keep(compiled)
    assert sorted(path.name for path in place.jar.parent.iterdir()) == [place.jar.name, "old.jar"]


@pytest.fixture
def load(spark, tmp_path, monkeypatch):
    """Load our Java code as a new process would, which has not loaded it yet, from a cache of its own."""
    from py4j.java_gateway import is_instance_of

    from streamtables.spark.jvm.compiling import load_java

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    gateway, jvm = spark.sparkContext._gateway, spark.sparkContext._jvm
    thread = jvm.java.lang.Thread.currentThread()
    own = above = thread.getContextClassLoader()
    others = []
    # Jars that were added stand in loaders between this one and Java's own.
    while is_instance_of(gateway, above, "java.net.URLClassLoader"):
        others += [url for url in above.getURLs() if "streamtables-java-" not in url.toString()]
        above = above.getParent()
    urls = gateway.new_array(jvm.java.net.URL, len(others))
    for place, url in enumerate(others):
        urls[place] = url
    thread.setContextClassLoader(jvm.java.net.URLClassLoader(urls, above))
    yield lambda: load_java(gateway, jvm)
    thread.setContextClassLoader(own)


def test_the_second_process_does_not_compile(load, tmp_path, monkeypatch):
    first, second = load(), load()
    assert (first.kept, second.kept) == (False, True)
    assert second.jar.read_bytes() == first.jar.read_bytes()
    assert second.load("rows.Collector").getName() == "streamtables.rows.Collector"
    (kept,) = (tmp_path / "cache" / "streamtables" / "java").iterdir()
    kept.write_bytes(kept.read_bytes()[:-100])
    assert [load().kept, load().kept] == [False, True], "what is not whole is compiled again and replaced"


def test_other_sources_are_other_classes(load, tmp_path, monkeypatch):
    import shutil

    from streamtables.spark.jvm import compiling

    load()
    sources = tmp_path / "java"
    shutil.copytree(compiling.SOURCES, sources)
    changed = sources / "streamtables" / "rows" / "Collector.java"
    changed.write_text(changed.read_text() + "\n// Changed.\n")
    monkeypatch.setattr(compiling, "SOURCES", sources)
    assert not load().kept
    assert len(list((tmp_path / "cache" / "streamtables" / "java").iterdir())) == 2


def test_the_doctor_tells_where_classes_are(tmp_path, compiled, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "cache" / "streamtables" / "java"
    assert where_classes_are() == f"will be compiled at the next start and kept in {folder}"
    KeptClasses(folder / "0123.jar").keep(compiled)
    assert where_classes_are() == f"compiled before, in {folder}"
    monkeypatch.setenv("XDG_CACHE_HOME", str(compiled))
    assert where_classes_are() == f"are compiled at each start: {compiled} cannot be written to"

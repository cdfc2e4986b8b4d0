"""Commits of our own sessions to local files start no processes, and the first of two writers wins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError

from streamtables.session.enabling import runtime_of

_KEY = "fs.AbstractFileSystem.file.impl"
_OURS = "streamtables.host.LocalFiles"


@pytest.fixture
def files(spark):
    """Hadoop's interface to local files, as commits of our own sessions use it."""
    with runtime_of(spark).engine.open_session({}) as session:
        hadoop = session._jsparkSession.sessionState().newHadoopConf()
    jvm = spark.sparkContext._jvm
    return jvm.org.apache.hadoop.fs.FileContext.getFileContext(jvm.java.net.URI("file:///"), hadoop)


def _path(spark, path):
    return spark.sparkContext._jvm.org.apache.hadoop.fs.Path(path.as_uri())


def _rename(spark, files, source, target):
    none = spark.sparkContext._gateway.new_array(spark.sparkContext._jvm.org.apache.hadoop.fs.Options.Rename, 0)
    files.rename(_path(spark, source), _path(spark, target), none)


def test_our_sessions_commit_through_our_files_and_others_do_not(spark, files):
    assert files.getDefaultFileSystem().getClass().getName() == _OURS
    assert spark.conf.get(_KEY, None) is None
    with runtime_of(spark).engine.open_session({}) as session:
        assert session.conf.get(_KEY) == _OURS


def test_a_file_gets_another_name_and_keeps_its_bytes(spark, files, tmp_path):
    (tmp_path / "a").write_text("rows")
    _rename(spark, files, tmp_path / "a", tmp_path / "b")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("b", "rows")]


def test_a_name_that_is_taken_is_not_given_again(spark, files, tmp_path):
    (tmp_path / "a").write_text("second")
    (tmp_path / "b").write_text("first")
    with pytest.raises(Py4JJavaError, match="FileAlreadyExists"):
        _rename(spark, files, tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "a").read_text() == "second"
    assert (tmp_path / "b").read_text() == "first"


def test_of_writers_at_the_same_time_one_wins(spark, files, tmp_path):
    def commit(writer: int, version: int) -> bool:
        source = tmp_path / f"{writer}-{version}"
        source.write_text(str(writer))
        try:
            _rename(spark, files, source, tmp_path / f"commit-{version}")
        except Py4JJavaError as error:
            if "FileAlreadyExists" not in str(error):
                raise
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        for version in range(25):
            won = list(pool.map(commit, range(4), [version] * 4))
            assert won.count(True) == 1
            assert (tmp_path / f"commit-{version}").read_text() == str(won.index(True))


def test_a_folder_is_renamed(spark, files, tmp_path):
    (tmp_path / "folder").mkdir()
    _rename(spark, files, tmp_path / "folder", tmp_path / "renamed")
    assert (tmp_path / "renamed").is_dir()


def test_permissions_are_those_that_were_asked_for(spark, files, tmp_path):
    (tmp_path / "a").write_text("rows")
    permission = spark.sparkContext._jvm.org.apache.hadoop.fs.permission.FsPermission("640")
    files.setPermission(_path(spark, tmp_path / "a"), permission)
    assert (tmp_path / "a").stat().st_mode & 0o7777 == 0o640


def test_refreshes_through_them_are_exact_and_leave_nothing_behind(spark, schema):
    spark.sql("CREATE TABLE t (a INT) USING delta")
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT a, count(*) AS n FROM t GROUP BY a")
    for value in (1, 2, 1):
        spark.sql(f"INSERT INTO t VALUES ({value})")
        assert spark.sql("REFRESH STREAM TABLE s").collect()[0]["mode"] == "DIFFERENTIAL"
    assert sorted(map(tuple, spark.table("s").collect())) == [(1, 2), (2, 1)]
    location = spark.sql("DESCRIBE DETAIL s__stream").collect()[0]["location"].removeprefix("file:")
    log = [path.name for path in Path(location, "_delta_log").iterdir() if path.is_file()]
    assert not [name for name in log if name.endswith(".tmp")]
    assert len([name for name in log if name.endswith(".json")]) == 4

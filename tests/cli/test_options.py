"""The options that sub-commands have in common, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.recording import RecordingSession, exit_code

from streamtables.session import builder
from streamtables.spark.sessions.chosen_metastore import chosen_metastore

SUB_COMMANDS = ["sql", "refresh", "status", "explain", "verify", "history", "graph"]


@pytest.fixture
def opened(session: RecordingSession, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    given: dict[str, Any] = {}

    def open_session(warehouse: Any, **options: Any) -> RecordingSession:
        given.update(options, warehouse=warehouse)
        return session

    monkeypatch.setattr(builder, "open_session", open_session)
    return given


@pytest.mark.parametrize("sub_command", [*SUB_COMMANDS, "doctor"])
def test_every_sub_command_says_where_it_works_and_gives_json(
    sub_command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(sub_command, "--help") == 0
    told = capsys.readouterr().out
    assert all(option in told for option in ("--warehouse", "--metastore", "--master", "--conf", "--json"))
    assert ("--remote" in told) == (sub_command in SUB_COMMANDS)


def test_settings_and_master_reach_the_session(opened: dict[str, Any]) -> None:
    words = ["--master", "local[1]", "--conf", "spark.a=1=2", "-c", "spark.b=", "-w", "elsewhere"]
    assert exit_code("status", *words) == 0
    assert opened["master"] == "local[1]"
    assert opened["conf"] == {"spark.a": "1=2", "spark.b": ""}
    assert opened["warehouse"] == "elsewhere"


def test_without_options_everything_is_for_sparks_own_settings_to_say(opened: dict[str, Any]) -> None:
    assert exit_code("status") == 0
    assert opened["warehouse"] is None
    assert not {"master", "conf", "metastore"} & opened.keys()


def test_warehouse_of_a_setting_is_looked_for_there(
    opened: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert exit_code("status", "--conf", "spark.sql.warehouse.dir=nowhere") == 1
    assert f"There is no warehouse in {tmp_path / 'nowhere'}." in capsys.readouterr().err
    assert exit_code("status", "--conf", "spark.sql.warehouse.dir=elsewhere") == 0


def test_metastore_in_a_folder_of_its_own_tells_whether_there_is_a_warehouse(
    opened: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("streamtables.spark.sessions.external_settings.external_settings", dict)
    assert exit_code("status", "--metastore", "mine") == 1
    (tmp_path / "mine").mkdir()
    assert exit_code("status", "--metastore", "mine") == 0
    assert opened["metastore"] == "mine"


@pytest.mark.parametrize(
    ("metastore", "settings"),
    [
        ("thrift://a:9083", {"spark.hadoop.hive.metastore.uris": "thrift://a:9083"}),
        (
            "jdbc:postgresql://db/metastore",
            {
                "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:postgresql://db/metastore",
                "spark.hadoop.javax.jdo.option.ConnectionDriverName": "org.postgresql.Driver",
                "spark.hadoop.hive.metastore.uris": "",
            },
        ),
        ("jdbc:other:x", {"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:other:x"}),
        (
            "/some/folder",
            {"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:;databaseName=/some/folder;create=true"},
        ),
        (
            "file:///some/folder",
            {"spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:;databaseName=/some/folder;create=true"},
        ),
    ],
)
def test_metastore_is_a_service_a_database_or_a_folder(metastore: str, settings: Mapping[str, str]) -> None:
    chosen = chosen_metastore(metastore)
    assert settings.items() <= chosen.settings.items()
    assert chosen.folder == (Path("/some/folder") if "folder" in metastore else None)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--metastore", "http://a/b"], "[METASTORE_NOT_UNDERSTOOD] http://a/b is no metastore."),
        (["--remote", "localhost:15002"], "[REMOTE_NOT_UNDERSTOOD] localhost:15002 is no address of a Spark Connect"),
        (
            ["--remote", "sc://127.0.0.1:1"],
            "[REMOTE_UNREACHABLE] No Spark Connect server answers at sc://127.0.0.1:1: ",
        ),
        (
            ["--remote", "sc://127.0.0.1:1/;token=secret;user_id=me"],
            "[REMOTE_UNREACHABLE] No Spark Connect server answers at sc://127.0.0.1:1/;token=…;user_id=me: ",
        ),
        (["--remote", "http://a/;token=secret"], "[REMOTE_NOT_UNDERSTOOD] http://a/;token=… is no address of a Spark"),
    ],
)
def test_what_cannot_be_reached_is_one_line_that_says_what_to_do(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert exit_code("status", *words) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(message)
    assert "Hint: " in line


def test_metastore_service_that_does_not_answer_is_known_before_java_starts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "warehouse").mkdir()
    monkeypatch.setattr(builder, "external_settings", dict)
    monkeypatch.setattr(builder.local_session, "active_session", lambda: None)
    assert exit_code("status", "--metastore", "thrift://127.0.0.1:1") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("[METASTORE_UNREACHABLE] No metastore answers at thrift://127.0.0.1:1: Connection refused.")


def test_no_java_is_one_line_that_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "warehouse" / ".metastore").mkdir(parents=True)
    monkeypatch.setattr(builder.local_session, "active_session", lambda: None)
    monkeypatch.setattr(builder.local_session, "jvm_is_running", lambda: False)
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    assert exit_code("status") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("[JAVA_REQUIRED] Spark needs Java 17 or later: /nowhere/bin/java cannot be run")
    assert "set JAVA_HOME" in line


def test_packages_that_a_client_lacks_are_named(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    monkeypatch.setattr(
        "streamtables.spark.sessions.remote_session._PACKAGES", ("pandas", "no_such_package", "no.such")
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert exit_code("status", "--remote", f"sc://127.0.0.1:{listening.getsockname()[1]}") == 1
    err = capsys.readouterr().err
    assert err.startswith("[CONNECT_NOT_INSTALLED]")
    assert "no_such_package, no.such" in err
    assert "pip install 'streamtables[connect]'" in err

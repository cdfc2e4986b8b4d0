"""Nobody but the JVM of this process can call back into it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.callback_secret import protect_callbacks, secret_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_STRANGER = """
import socket, sys
port, secret = int(sys.argv[1]), sys.argv[2]
answers = []
for number in sys.argv[3:]:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as one:
        lines = ["A", secret, "e"] if secret else []
        lines += ["c", number, "toString", "e", ""]
        answer = b""
        try:
            one.sendall("\\n".join(lines).encode())
            one.shutdown(socket.SHUT_WR)
            while part := one.recv(4096):
                answer += part
        except OSError:
            pass
        answers.append(answer.decode())
print("CALLBACK" if any("streamtables callback" in a for a in answers) else "REFUSED")
print("ANSWERED" if any(a.startswith("!y") for a in answers) else "CLOSED")
"""


def _ask(spark: SparkSession, secret: str, user: int | None = None) -> list[str]:
    gateway = _gateway(spark)
    port = gateway._callback_server.get_listening_port()
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin") if user is not None else sys.executable
    if python is None:
        pytest.skip("no Python that another user may run")
    done = subprocess.run(
        [python, "-c", _STRANGER, str(port), secret, *_ours(spark)],
        capture_output=True,
        text=True,
        check=False,
        user=user,
        cwd="/",
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def _gateway(spark: SparkSession) -> Any:
    context: Any = spark.sparkContext
    return context._gateway


def _ours(spark: SparkSession) -> dict[str, Any]:
    """Our objects that the JVM can call, by the ids that a stranger would guess."""
    pool = _gateway(spark).gateway_property.pool.dict
    return {name: one for name, one in pool.items() if type(one).__module__.startswith("streamtables.")}


def _batches(spark: SparkSession, folder: Path, name: str) -> int:
    seen: list[int] = []
    stream = spark.readStream.table("s").writeStream.trigger(availableNow=True)
    stream = stream.option("checkpointLocation", str(folder / name))
    stream.foreachBatch(lambda frame, _: seen.append(frame.count())).start().awaitTermination()
    return sum(seen)


def test_a_process_without_the_secret_is_refused(spark: SparkSession) -> None:
    assert _ask(spark, "") == ["REFUSED", "CLOSED"]
    assert _ask(spark, "0" * 64) == ["REFUSED", "CLOSED"]
    # The same words with the secret reach our objects: the test speaks the protocol.
    assert _ask(spark, secret_of(_gateway(spark))) == ["CALLBACK", "ANSWERED"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_another_user_is_refused(spark: SparkSession) -> None:
    assert _ask(spark, "", user=65534) == ["REFUSED", "CLOSED"]


def test_a_call_of_ours_without_the_secret_runs_nothing(spark: SparkSession) -> None:
    ours = _ours(spark).values()
    assert ours
    for one in ours:
        with pytest.raises(PermissionError):
            one.apply(None, "SHOW STREAM TABLES", None, "")


def test_streams_call_back_whoever_started_the_server(spark: SparkSession, schema: str, tmp_path: Path) -> None:
    spark.sql("CREATE TABLE s USING delta AS SELECT id FROM range(3)")
    assert _batches(spark, tmp_path, "protected") == 3
    gateway = _gateway(spark)
    java = JvmBridge.of(spark)._java
    server = gateway._callback_server

    class Forgetful:
        @staticmethod
        def setCallbackSecret(java_server: Any, _secret: str) -> None:  # noqa: N802 - Java's name
            java.setCallbackSecret(java_server, None)

    # As PySpark leaves it where a stream was started before stream tables were enabled.
    protect_callbacks(gateway, Forgetful())
    gateway.callback_server_parameters.auth_token = None
    server.callback_server_parameters.auth_token = None
    assert _batches(spark, tmp_path, "open") == 3
    protect_callbacks(gateway, java)
    assert gateway._callback_server is server
    assert _ask(spark, "") == ["REFUSED", "CLOSED"]
    assert _batches(spark, tmp_path, "again") == 3
    spark.sql("SHOW STREAM TABLES").collect()

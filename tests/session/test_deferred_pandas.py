"""What the command line leaves out of Spark's client until something uses it."""

from __future__ import annotations

import subprocess
import sys
import textwrap

from tests.processes import PYTHON_PATH


def _run(program: str) -> str:
    told = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        check=True,
        text=True,
        env={"PYTHONPATH": PYTHON_PATH},
    )
    return told.stdout + told.stderr


def test_client_of_spark_is_imported_without_pandas_and_finds_it_when_it_needs_it() -> None:
    told = _run(
        """
        import sys
        from streamtables.spark.sessions.deferred_pandas import deferred_pandas

        with deferred_pandas():
            from pyspark.sql.connect import session
        print("pandas" in sys.modules)
        # A function that it has kept, and a class that it looks up.
        print(session.is_datetime64_dtype("datetime64[ns]"), isinstance(1, session.pd.DataFrame))
        import pandas
        print(isinstance(pandas.DataFrame(), session.pd.DataFrame), pandas.io.json.__name__)
        """
    )
    assert told.split() == ["False", "True", "False", "True", "pandas.io.json"]


def test_pandas_that_is_there_stays_what_it_is() -> None:
    told = _run(
        """
        import pandas
        from streamtables.spark.sessions.deferred_pandas import deferred_pandas

        with deferred_pandas():
            import pandas as again
        print(again is pandas)
        """
    )
    assert told == "True\n"


def test_client_that_uses_pandas_otherwise_is_imported_with_it_and_that_is_said() -> None:
    told = _run(
        """
        import sys
        from streamtables.spark.sessions import remote_session

        remote_session._CLIENT = "pandas.core.frame"
        remote_session._import_without_pandas()
        print("pandas.core.frame" in sys.modules)
        """
    )
    assert "True" in told
    assert "cannot be imported without pandas, and takes longer to start: No module named 'pandas.core'" in told

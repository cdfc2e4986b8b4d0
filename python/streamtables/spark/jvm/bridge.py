"""The way to our Java code in the JVM: loaded once per Spark application, reached, switched on and off from here."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from streamtables.spark.jvm.callback_secret import is_secret, protect_callbacks, secret_of
from streamtables.spark.jvm.compiling import Compiled, load_java
from streamtables.spark.jvm.driver_memory import DriverMemory

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_OUR_LOCAL_FILES = "streamtables.host.LocalFiles"
_ATTRIBUTE = "_streamtables_bridge"
COMPILED = "_streamtables_code"
"""Where a gateway keeps our code in its JVM."""
_LOCAL_FILES, _HADOOPS = "fs.AbstractFileSystem.file.impl", "org.apache.hadoop.fs.local.LocalFs"


class JvmBridge:
    """Handle on the Java object ``StatementBridge``.

    Args:
        spark: Any classic session of the Spark application.
    """

    def __init__(self, spark: SparkSession) -> None:
        context: Any = spark.sparkContext
        self._gateway = context._gateway
        self._jvm = context._jvm
        self._hadoop = context._jsc.hadoopConfiguration()
        self._code = self._compiled()
        self._lock = threading.Lock()
        self._parts: dict[str, Any] = {}
        context._jsc.addJar(str(self._code.jar))
        self._java = self._code.load("statements.StatementBridge").newInstance()
        protect_callbacks(self._gateway, self._java)
        self.missing_packages = self._code.missing
        """Why packages of our Java code do not fit this Spark, by name."""
        self.local_files, self.local_files_problem = self._find_local_files(context)
        """The setting for commits to local files without processes, and why there is none."""
        self.table_facts: Any = self._java.tableFacts()
        """Answers questions about tables as JSON, in one call each."""
        heap_bytes, result_bytes = self.table_facts.memory(context._jsc)
        self.memory_bytes = int(heap_bytes)
        """The most that the driver's memory may grow to."""
        self.driver_memory = DriverMemory(self.memory_bytes, int(result_bytes))
        """What rows take of it."""
        self.functions: Any = self._java.sessionFunctions()
        """Knows, and lends, the functions of users."""
        self.inherited: frozenset[str] | None = None
        """Settings that decide what a query means and that new sessions have from the application, once known."""

    @classmethod
    def of(cls, spark: SparkSession) -> JvmBridge:
        """Return the bridge of the session's Spark application, made at the first call.

        Args:
            spark: Any classic session of the application.

        Returns:
            The one bridge of the application.
        """
        context: Any = spark.sparkContext
        bridge = context.__dict__.get(_ATTRIBUTE)
        if bridge is None:
            bridge = cls(spark)
            setattr(context, _ATTRIBUTE, bridge)
        return bridge  # type: ignore[no-any-return]

    def _compiled(self) -> Compiled:
        """Load once per JVM: py4j remembers methods by the names of classes, so a second class would not fit."""
        compiled: Compiled | None = self._gateway.__dict__.get(COMPILED)
        if compiled is None:
            compiled = load_java(self._gateway, self._jvm)
            self._gateway.__dict__[COMPILED] = compiled
        return compiled

    def _find_local_files(self, context: Any) -> tuple[dict[str, str], str | None]:
        """Find out whether commits to local files can go without processes.

        Returns:
            The setting for that, and why it is none.
        """
        hadoop = self._hadoop
        if "host" in self.missing_packages or not context._jsc.sc().isLocal():
            return {}, "the application runs on a cluster"
        if hadoop.get(_LOCAL_FILES) != _HADOOPS:
            return {}, f"{_LOCAL_FILES} is {hadoop.get(_LOCAL_FILES)}"
        known = hadoop.getClassByNameOrNull(_OUR_LOCAL_FILES)
        return ({}, "Hadoop does not find our class") if known is None else ({_LOCAL_FILES: known.getName()}, None)

    def part(self, name: str) -> Any:
        """Return the one object of a class of ours, made at the first call.

        Args:
            name: Package and class, such as ``rows.Collector``; of a package that has compiled.

        Returns:
            The Java object.
        """
        with self._lock:
            if name not in self._parts:
                self._parts[name] = self._code.load(name).newInstance()
            return self._parts[name]

    def load_all(self) -> None:
        """Load all classes of ours now, where others may close what loads them."""
        self._code.load_all()

    def forget_setting_sources(self) -> None:
        """Make what Spark sends with each job that reads or writes files small: see ``SettingSources``."""
        self.part("host.SettingSources").forget(self._hadoop)

    def settings(self, spark: SparkSession, prefix: str) -> dict[str, str]:
        """Return the settings of a session whose names begin in some way.

        Args:
            spark: The session.
            prefix: How their names begin.

        Returns:
            Names and values, the application's own included.
        """
        java_session: Any = spark._jsparkSession
        found: dict[str, str] = json.loads(self._java.settings(java_session.sessionState(), prefix))
        return found

    def connect(self, reader: object, runner: object, inspector: object) -> None:
        """Say whom the JVM asks: three objects that implement ``scala.Function4``."""
        self._java.connect(reader, runner, inspector, secret_of(self._gateway))

    def is_secret(self, given: object) -> bool:
        """Return whether a caller knows what the JVM was told."""
        return is_secret(self._gateway, given)

    def configure(
        self, read_words: Iterable[str], inspect_words: Iterable[str], rules: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Say which statements are shown to Python, by their first word, and how targets are found in plans."""
        java_rules = self._jvm.java.util.HashMap()
        for plan_class, rule in rules.items():
            array = self._gateway.new_array(self._jvm.java.lang.String, len(rule))
            for index, part in enumerate(rule):
                array[index] = part
            java_rules[plan_class] = array
        self._java.configure(sorted(read_words), sorted(inspect_words), java_rules)

    def switch(self, on: bool) -> None:
        """Let all sessions of the application answer our statements, or none."""
        self._java.setOn(on)

    def install(self, spark: SparkSession) -> None:
        """Put ourselves into a session, and into every session made later."""
        java_session: Any = spark._jsparkSession
        self._java.install(java_session, java_session.sessionState())
        if "immediate" not in self.missing_packages:
            problem = self.part("immediate.Maintenance").install(java_session)
            if problem is not None:
                _LOGGER.warning("Stream tables are not brought up to date before this session reads them: %s", problem)

    def uninstall(self, java_session: Any) -> None:
        """Give a session back the parser that it would have without us."""
        self._java.uninstall(java_session.sessionState())

    def open_catalog(self, java_session: Any) -> None:
        """Make a session's catalog, which belongs to the session that is active when it is first asked for."""
        self._java.openCatalog(java_session)

    def uninstall_everywhere(self) -> None:
        """Do that to every session that has our parser."""
        self._java.uninstallEverywhere()

    def set_all(self, spark: SparkSession, settings: str) -> str:
        """Change a session's settings, null taking one away, and return what they were; both as JSON."""
        java_session: Any = spark._jsparkSession
        return str(self._java.setAll(java_session.sessionState(), settings))

    @contextmanager
    def guarding(self, table_property: str, expected: str | None) -> Iterator[None]:
        """Let this thread begin transactions only on tables whose property has a value, for a ``with`` block.

        A transaction on another table fails with an error that ``is_conflict`` knows.

        Args:
            table_property: Name of the property.
            expected: Its value; None where there must be no table yet.

        Yields:
            Nothing.
        """
        guard = self._java.guard(table_property, expected)
        try:
            yield
        finally:
            guard.lift()

    @contextmanager
    def guarding_version(self, version: int) -> Iterator[None]:
        """Let this thread begin transactions only on a table that has a version, for a ``with`` block.

        A transaction on another version fails with an error that ``is_conflict`` knows.

        Args:
            version: The version.

        Yields:
            Nothing.
        """
        guard = self._java.guardVersion(version)
        try:
            yield
        finally:
            guard.lift()

    def connect_maintenance(self, asked: object) -> None:
        """Say whom the JVM asks about commands and queries: an object that implements ``scala.Function4``."""
        if "immediate" not in self.missing_packages:
            self.part("immediate.Maintenance").connect(self._java, asked)

    def connect_change_streams(self, reader: object) -> None:
        """Say who reads change feeds for streaming queries: an object that implements ``scala.Function4``."""
        if "streaming" not in self.missing_packages:
            self.part("streaming.ChangeStreams").connect(self._java, reader)

    def forget_watched(self) -> None:
        """Have Python asked again which tables IMMEDIATE stream tables follow, and which are refreshed when read."""
        if "immediate" not in self.missing_packages:
            self.part("immediate.Maintenance").forget()

    def follow_commit(self, spark: SparkSession, table: Sequence[str]) -> None:
        """Forget what Spark has cached of a table's rows, and of whatever reads them.

        Args:
            spark: A session of our own.
            table: The table's full name.
        """
        self._java.followCommit(spark._jsparkSession, *table[-2:])

    def view_settings(self, spark: SparkSession) -> dict[str, str]:
        """Return the settings that Spark would record in a view made in a session."""
        java_session: Any = spark._jsparkSession
        return self._view_settings(java_session)

    def view_settings_of_new_session(self, spark: SparkSession) -> dict[str, str]:
        """Return what they are in a session in which nothing was set."""
        java_session: Any = spark._jsparkSession
        return self._view_settings(java_session.newSession())

    def default_setting(self, name: str) -> str:
        """Return what a setting of Spark's SQL is where nobody sets it."""
        return str(self._java.defaultSetting(name))

    def _view_settings(self, java_session: Any) -> dict[str, str]:
        found: dict[str, str] = json.loads(self._java.viewSettings(java_session.sessionState()))
        return found

    def clean(self, java_session: Any, before: Any) -> None:
        """Give a session back the settings of an earlier ``getAllConfs``, and no temporary views and functions."""
        self._java.clean(java_session.sessionState(), before)

    def error(
        self, *, syntax: bool, message: str, condition: str, sql_state: str, parameters: Mapping[str, str]
    ) -> Any:
        """Build a Java exception that every client of Spark understands.

        Args:
            syntax: Whether it is Spark's ParseException; otherwise an AnalysisException.
            message: The whole message.
            condition: The condition's name.
            sql_state: Five characters.
            parameters: The message's parameters.

        Returns:
            The exception, not thrown.
        """
        return self._java.error(syntax, message, condition, sql_state, dict(parameters))

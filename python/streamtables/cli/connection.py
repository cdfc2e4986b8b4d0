"""A session for a sub-command, on a warehouse or on a server, and what its statements answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from streamtables.cli.progress import Progress, progress_on_terminal
from streamtables.cli.target import Target
from streamtables.cli.warehouse import open_warehouse, tell_errors_once
from streamtables.errors import SessionError
from streamtables.session.stream_table import on_step
from streamtables.spark.sessions.remote_session import connect, follow_progress, lost
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.recognize import is_ours

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.progress import RefreshStep

_NOT_PARSED = "PARSE_SYNTAX_ERROR"
_SERVER_HINT = "Let it call streamtables.enable(spark), or start it by `streamtables serve`."


@dataclass(frozen=True, slots=True)
class Answer:
    """What a statement answered.

    Attributes:
        columns: The columns' names, which may repeat; none where the statement has no result.
        rows: The rows.
        has_more: Whether there are more rows than were asked for.
    """

    columns: Sequence[str]
    rows: Sequence[Any]
    has_more: bool = False

    def by_name(self) -> list[dict[str, Any]]:
        """Return the rows by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Connection:
    """Runs statements.

    Args:
        session: The session.
        target: What it is of.
        progress: Tells the user what goes on.
    """

    def __init__(self, session: SparkSession, target: Target, progress: Progress) -> None:
        self.session = session
        self._target = target
        self._progress = progress

    def ask(self, statement: str, limit: int | None = None, *, quiet: bool = False) -> Answer:
        """Run a statement and fetch its rows.

        Args:
            statement: One statement.
            limit: Fetch no more rows than this; None for all.
            quiet: Whether the user is told nothing of how it goes on.

        Returns:
            Its answer.

        Raises:
            SessionError: REMOTE_WITHOUT_STREAM_TABLES or REMOTE_LOST.
            Exception: Whatever the statement raises.
        """
        telling = nullcontext() if quiet else self._progress.of(_in_short(statement))
        with telling, self._translating(statement):
            result: Any = self.session.sql(statement)
            columns = result.columns
            if not columns:
                return Answer((), ())
            if limit is None:
                return Answer(columns, result.collect())
            # One row more than is shown tells whether there are more.
            rows = list(islice(result.toLocalIterator(), limit + 1))
        return Answer(columns, rows[:limit], len(rows) > limit)

    def stream(self, statement: str, use: Callable[[Sequence[str], Iterator[Any]], None]) -> None:
        """Run a statement and hand on its rows one by one, however many.

        Args:
            statement: One statement.
            use: Called with the columns' names and the rows, if the statement has a result.

        Raises:
            SessionError: REMOTE_WITHOUT_STREAM_TABLES.
            Exception: Whatever the statement raises.
        """
        with self._translating(statement):
            with self._progress.of(_in_short(statement)):
                result: Any = self.session.sql(statement)
                columns = result.columns
            if columns:
                use(columns, iter(result.toLocalIterator()))

    @contextmanager
    def _translating(self, statement: str) -> Iterator[None]:
        """Say of a server's errors what they mean."""
        try:
            yield
        except Exception as error:
            remote = self._target.remote
            if remote is not None and _is_unknown(error, statement):
                named = {"address": self._target.shown}
                raise SessionError("REMOTE_WITHOUT_STREAM_TABLES", named, hint=_SERVER_HINT) from error
            gone = None if remote is None else lost(self.session, remote, error)
            if gone is not None:
                raise gone from error
            raise


@contextmanager
def open_target(target: Target, *, make: bool = False) -> Iterator[Connection]:
    """Open a session on what the user named, and close it at the end.

    Args:
        target: What the user named.
        make: Whether a warehouse that is not there is made.

    Yields:
        The connection.

    Raises:
        SessionError: What ``streamtables.session`` raises, WAREHOUSE_NOT_FOUND, or what ``connect`` raises of a server.
    """
    tell_errors_once()
    progress = progress_on_terminal()
    with ExitStack() as stack:
        session: SparkSession
        if target.remote is None:
            with progress.of("starting Spark"):
                session = stack.enter_context(_on_warehouse(target, make))
        else:
            with progress.of(f"connecting to {target.shown}"):
                session = stack.enter_context(_on_server(target.remote))
        if progress.is_shown:
            _follow(session, target, progress)
        yield Connection(session, target, progress)


def _on_warehouse(target: Target, make: bool) -> AbstractContextManager[SparkSession]:
    return open_warehouse(
        target.warehouse, make=make, master=target.master, conf=target.settings, metastore=target.metastore
    )


@contextmanager
def _on_server(address: str) -> Iterator[SparkSession]:
    session = connect(address, alone=True)
    try:
        yield session
    finally:
        session.stop()


def _follow(session: SparkSession, target: Target, progress: Progress) -> None:
    """Have the progress told what goes on inside of statements."""
    if target.remote is not None:
        follow_progress(session, lambda done, known, _: progress.tell(f"{done} of {known} tasks") if known else None)
        return

    def tell(step: RefreshStep) -> None:
        of_how_many = f" ({step.number} of {step.total})" if step.total > 1 else ""
        progress.tell(f"{step.stream_table}{of_how_many}: {step.phase}")

    on_step(session, tell)


def _is_unknown(error: Exception, statement: str) -> bool:
    condition = getattr(error, "getCondition", lambda: None)()
    if isinstance(error, StreamTableError) or condition != _NOT_PARSED:
        return False
    try:
        return is_ours(statement)
    except StreamTableError:
        return False


def _in_short(statement: str) -> str:
    """Return the beginning of a statement, in one line."""
    return " ".join(statement.split())[:60]

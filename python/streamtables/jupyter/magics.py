"""``%sql``, ``%%sql`` and ``%stream_graph``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import no_var_expand
from traitlets import Int
from traitlets.config.configurable import Configurable

from streamtables.errors import NotebookError
from streamtables.jupyter.completion import Completion
from streamtables.jupyter.graph_view import graph_view
from streamtables.jupyter.outputs import show
from streamtables.jupyter.page import View
from streamtables.jupyter.progress import CellDisplay, Display, TerminalDisplay, shown_progress
from streamtables.jupyter.request import Request, read_request
from streamtables.jupyter.session_choice import SessionChoice
from streamtables.jupyter.shown_errors import Place, in_one_piece, without_log
from streamtables.jupyter.shown_frames import ShownFrames
from streamtables.jupyter.statements import statement_spans
from streamtables.jupyter.variables import bind
from streamtables.spark.sessions.found_sessions import described
from streamtables_grammar.pieces import find_parameters
from streamtables_grammar.spans import SourceSpan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_UNBOUND = "UNBOUND_SQL_PARAMETER"


class StreamTables(Configurable):
    """The magics of one shell; ``%config StreamTables`` shows and changes what can be chosen.

    Args:
        shell: IPython's shell.
    """

    limit = Int(50, min=0, help="How many rows %sql shows.").tag(config=True)

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(parent=shell)
        self.shell = shell
        self.frames = ShownFrames(lambda: int(shell.execution_count))
        self.sessions = SessionChoice(shell.user_ns, self._tell)
        self.completion = Completion(self.sessions, lambda: shell.user_ns)

    @no_var_expand
    def sql(self, line: str, cell: str | None = None) -> DataFrame | None:
        """Run SQL, statements of stream tables included, and show the result of each statement.

        Usage::

            %sql [--session NAME|URL] [--limit N] [variable <<] statement
            %%sql [--session NAME|URL] [--limit N] [variable <<]
            statement; statement; ...

        ``:name`` in a statement stands for the Python variable ``name``, as a value. The last result is a DataFrame,
        which is kept in the variable before ``<<``, or else shown and found in ``_``. ``--session`` takes a variable
        that holds a session, or the URL of a Spark Connect server, for this and all later cells; without it the
        variable ``spark`` is used, or the session that runs, or one is started on the folder ``warehouse``.

        Returns:
            The result of the last statement; None where it is kept in a variable.
        """
        request = read_request(line, cell)
        place = Place(request.text, request.first_line)
        with in_one_piece(place):
            limit = self._limit(request)
            if request.session is not None:
                self.sessions.choose(request.session)
                self.completion.forget()
            spans = statement_spans(request.text)
            spark = self.sessions.get()
            if not spans:
                self._tell(f"session: {described(spark)}")
                return None
            for span in spans[:-1]:
                view = self._run(spark, span, limit, place)[1]
                assert view is not None
                show(view)
            frame, _ = self._run(spark, spans[-1], limit, place, shown=request.target is None)
            if request.target is None:
                return frame
            self.shell.user_ns[request.target] = frame
        return None

    @no_var_expand
    def stream_graph(self, line: str) -> None:
        """Show which stream table reads what, and how fresh each is: of all, or around one.

        Usage::

            %stream_graph [name]
        """
        with in_one_piece(Place(line, 1)):
            spark = self.sessions.get()
            with shown_progress(spark, self._display()):
                view = graph_view(spark, line.strip())
            show(view)

    def view_of(self, frame: Any) -> View | None:
        """Return what is shown of a frame that a cell ends with.

        Args:
            frame: Any frame.

        Returns:
            The view; None of a frame that no statement here has answered with.
        """
        with in_one_piece(Place("", 1)):
            return self.frames.view(frame)

    def _run(
        self, spark: SparkSession, span: SourceSpan, limit: int, place: Place, *, shown: bool = True
    ) -> tuple[DataFrame, View | None]:
        """Run one statement and read what is shown of its result."""
        text = span.of(place.text)
        started = time.monotonic()
        place.begin(span)
        statement = bind(text, self.shell.user_ns)
        place.begin(span, statement)
        try:
            with shown_progress(spark, self._display()), without_log():
                arguments = dict(statement.arguments)
                frame = spark.sql(statement.text, arguments) if arguments else spark.sql(statement.text)
                self.frames.mark(frame, limit, is_ours=statement.is_ours)
                view = self.frames.read(frame, started) if shown else None
        except Exception as error:
            if _condition(error) == _UNBOUND:
                raise _missing_variable(text, self.shell.user_ns) from error
            raise
        finally:
            self.completion.follow(text)
        return frame, view

    def _limit(self, request: Request) -> int:
        if request.limit is None:
            return int(self.limit)
        if not request.limit.isdecimal():
            parameters = {"option": "--limit", "value": request.limit, "expected": "a number of rows"}
            raise NotebookError("INVALID_MAGIC_OPTION", parameters)
        return int(request.limit)

    def _in_notebook(self) -> bool:
        return getattr(self.shell, "kernel", None) is not None

    def _display(self) -> Display | None:
        if self._in_notebook():
            return CellDisplay()
        return TerminalDisplay() if sys.stderr.isatty() else None

    @staticmethod
    def _tell(line: str) -> None:
        sys.stderr.write(f"streamtables: {line}\n")


def _condition(error: Exception) -> str | None:
    ask = getattr(error, "getCondition", None)
    return None if ask is None else ask()


def _missing_variable(text: str, namespace: dict[str, Any]) -> NotebookError:
    """Say of a statement of Spark's what is said of ours: which variable there is not."""
    missing = next((one for one in find_parameters(text) if one.name not in namespace), None)
    name = "?" if missing is None else missing.name
    span = None if missing is None else SourceSpan.at(text, missing.start, missing.stop)
    return NotebookError("VARIABLE_MISSING", {"name": name}, span=span, hint="Give it a value in Python.")

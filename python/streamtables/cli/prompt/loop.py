"""Reading statements from a person, one after the other."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, ThreadedCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import is_done
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import Output
from pygments.lexers.sql import SqlLexer

from streamtables.cli.connection import Connection
from streamtables.cli.console import error_line, print_error, print_lines, print_notice
from streamtables.cli.error_position import position_of
from streamtables.completion.names import CatalogNames
from streamtables.completion.suggestions import suggest
from streamtables_grammar.scripts import split_script

_PROMPT, _GOES_ON = "sql> ", "...> "
_LEAVING = re.compile(r"\\q|(?:quit|exit)\s*;?", re.IGNORECASE)
_HELP = (
    "A statement ends with ; and may have several lines. Tab completes, the arrows go through what was written before.",
    "\\q or Ctrl-D leaves, Ctrl-C drops what is written, or cancels what runs, \\? shows this.",
)


class _Words(Completer):
    def __init__(self, names: CatalogNames) -> None:
        self._names = names

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        for one in suggest(document.text_before_cursor, document.text_after_cursor, self._names):
            yield Completion(one.text, start_position=-one.written, display_meta=one.kind)


def run_prompt(
    connection: Connection,
    shown: str,
    run: Callable[[str], int | None],
    keys: Input | None = None,
    screen: Output | None = None,
) -> None:
    """Read statements until the user leaves; what one raises is told, and the next is read.

    Args:
        connection: Where names are asked for.
        shown: What the user is connected to.
        run: Runs a statement and prints its rows; it returns how many.
        keys: What is typed; None for the terminal.
        screen: Where the prompt is drawn; None for the terminal.
    """
    names = CatalogNames(lambda statement: connection.ask(statement, quiet=True).rows)
    session: PromptSession[str] = PromptSession(
        _PROMPT,
        multiline=True,
        prompt_continuation=_GOES_ON,
        history=_history(),
        completer=ThreadedCompleter(_Words(names)),
        complete_while_typing=False,
        lexer=PygmentsLexer(SqlLexer),
        key_bindings=_keys(),
        input=keys,
        output=screen,
    )
    print_notice(f"{shown}: statements end with ;  \\? helps, \\q leaves")
    while True:
        try:
            text = session.prompt()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if _LEAVING.fullmatch(text.strip()):
            return
        if text.strip() == "\\?":
            print_lines(_HELP)
            continue
        for statement in split_script(text):
            went_well = _run(run, statement.text)
            # What failed may have changed something before.
            names.follow(statement.text)
            if not went_well:
                break


def _run(run: Callable[[str], int | None], text: str) -> bool:
    """Run a statement, and tell how it went; return whether it went well."""
    started = time.monotonic()
    try:
        rows = run(text)
    except KeyboardInterrupt:
        print_error("Cancelled.")
        return False
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the next statement is read
        print_error("\n".join((error_line(error), *position_of(error, text))))
        return False
    took = f"{time.monotonic() - started:.1f} s"
    print_notice(took if rows is None else f"{rows} row{'' if rows == 1 else 's'}, {took}")
    return True


def _history() -> History:
    """Return what was written before, kept in the user's state folder, or else while the prompt is open."""
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "streamtables"
    file = folder / "sql_history"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Values of rows may be in it.
        file.touch(mode=0o600)
    except OSError as error:
        print_notice(f"what is written here is not kept: {file} cannot be written to ({error.strerror})")
        return InMemoryHistory()
    return FileHistory(str(file))


def _keys() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter", filter=~is_done)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state is not None:
            buffer.complete_state = None
        elif _is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return bindings


def _is_complete(text: str) -> bool:
    """Whether the text is to be run, or is nothing, or a word for the prompt."""
    stripped = text.strip()
    if not stripped or stripped.startswith("\\") or _LEAVING.fullmatch(stripped):
        return True
    statements = split_script(text)
    return not statements or statements[-1].is_ended

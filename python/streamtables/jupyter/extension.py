"""Takes the magics into an IPython shell, and out of it again."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from streamtables.errors import NotebookError
from streamtables.jupyter.shown_frames import FRAMES

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from streamtables.jupyter.magics import StreamTables

_LOADED = "_streamtables_magics"
_MATCHER = "streamtables.sql"
_FIRST = 1000.0
"""Before IPython's own, which know Python."""


def load(shell: InteractiveShell) -> None:
    """Give a shell the magics.

    Args:
        shell: IPython's shell.

    Raises:
        NotebookError: JUPYTER_REQUIRED: IPython is not installed.
    """
    if find_spec("IPython") is None:
        raise NotebookError("JUPYTER_REQUIRED", hint="Install it: pip install 'streamtables[jupyter]'.")
    from streamtables.jupyter.magics import StreamTables

    magics = StreamTables(shell)
    vars(shell)[_LOADED] = magics
    given: Any = shell
    given.register_magic_function(magics.sql, "line_cell", "sql")
    given.register_magic_function(magics.stream_graph, "line", "stream_graph")
    given.configurables.append(magics)
    formatters: Any = shell.display_formatter
    for module in FRAMES:
        formatters.formatters["text/html"].for_type_by_name(module, "DataFrame", _html_printer(magics))
        formatters.formatters["text/plain"].for_type_by_name(module, "DataFrame", _text_printer(magics))
    _offer_words(shell, magics)


def unload(shell: InteractiveShell) -> None:
    """Take the magics away.

    Args:
        shell: IPython's shell.
    """
    magics: StreamTables | None = vars(shell).pop(_LOADED, None)
    if magics is None:
        return
    for kind, name in (("line", "sql"), ("cell", "sql"), ("line", "stream_graph")):
        shell.magics_manager.magics[kind].pop(name, None)
    configurables: list[Any] = shell.configurables
    configurables.remove(magics)
    formatters: Any = shell.display_formatter
    for module in FRAMES:
        for mime in ("text/html", "text/plain"):
            formatters.formatters[mime].pop(f"{module}.DataFrame", None)
    completer: Any = shell.Completer
    completer.custom_matchers[:] = [
        one for one in completer.custom_matchers if getattr(one, "matcher_identifier", None) != _MATCHER
    ]


def _html_printer(magics: StreamTables) -> Any:
    def html(frame: Any) -> str | None:
        view = magics.view_of(frame)
        return frame._repr_html_() if view is None else view.html

    return html


def _text_printer(magics: StreamTables) -> Any:
    def text(frame: Any, printer: Any, cycle: bool) -> None:
        view = None if cycle else magics.view_of(frame)
        printer.text(repr(frame) if view is None else view.text)

    return text


def _offer_words(shell: InteractiveShell, magics: StreamTables) -> None:
    from IPython.core.completer import CompletionContext, SimpleCompletion, context_matcher

    as_matcher: Any = context_matcher

    def match(context: CompletionContext) -> Any:
        lines = context.full_text.split("\n")
        cursor = sum(len(line) + 1 for line in lines[: context.cursor_line]) + context.cursor_position
        found = magics.completion.offers(context.full_text, cursor)
        if found is None:
            return {"completions": []}
        word, words = found
        completions = [SimpleCompletion(text=text, type="keyword" if text.isupper() else "name") for text in words]
        return {"completions": completions, "matched_fragment": word, "suppress": True, "ordered": True}

    completer: Any = shell.Completer
    completer.custom_matchers.append(as_matcher(identifier=_MATCHER, priority=_FIRST)(match))

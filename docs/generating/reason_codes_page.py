"""The page of the reason codes."""

from __future__ import annotations

from docs.generating.markdown import table

from streamtables.engine.reason_codes import ReasonCode

_HEAD = """# Reason codes

Every refresh says in `reason` why it ran as it did, in a sentence, and in `reason_code` the same in a word. Programs compare the code; the sentence may change.
Both are in the answer of `REFRESH`, in [`SHOW REFRESH HISTORY`](sql/show-refresh-history.md) and in the table `streamtables.refresh_history`.

The word before the colon is the `mode` with which the code comes: `INITIAL` filled the table, `DIFFERENTIAL` took the changes, `FULL` recomputed, `NO_CHANGE` had
nothing to do, `SKIPPED` did not run, `FAILED` ended with an error.
"""


def reason_codes_page() -> str:
    """Write the page.

    Returns:
        Markdown.
    """
    rows = [(f"`{code.name}`", code.value) for code in ReasonCode]
    return f"{_HEAD}\n{table(('`reason_code`', 'with'), rows)}\n"

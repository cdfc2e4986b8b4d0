"""Running statements: one statement, one file."""

from streamtables.commands.change_feed import change_stream, changes, full_name, stream_range
from streamtables.commands.dispatch import check_target, execute, result_columns

__all__ = ["change_stream", "changes", "check_target", "execute", "full_name", "result_columns", "stream_range"]

"""Running statements: one statement, one file."""

from streamtables.commands.dispatch import changes, check_target, execute, full_name, result_columns

__all__ = ["changes", "check_target", "execute", "full_name", "result_columns"]

"""Running statements: one statement, one file."""

from streamtables.commands.dispatch import check_target, execute, result_columns

__all__ = ["check_target", "execute", "result_columns"]

"""What the commits of a backing table may say, one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.reliability.delta_commits import LoggedCommit, RecordedFrontier
from tests.reliability.graph import NODES

_WEIGHED = re.compile(r"recomputing|above \d|the changes are spread|to see what")
"""How AUTO says that it has weighed."""


def log_problems(name: str, commits: Sequence[LoggedCommit], *, vacuumed: bool = False) -> list[str]:
    """Check the commits of a stream table's backing table.

    Args:
        name: The stream table.
        commits: Its commits, the oldest first.
        vacuumed: Whether anybody vacuums its sources.

    Returns:
        What is wrong, a sentence each.
    """
    problems: list[str] = []
    before: RecordedFrontier | None = None
    seen: set[str] = set()
    for commit in commits:
        where, frontier = f"{name} version {commit.version}", commit.frontier
        if frontier is None:
            if commit.changes_rows:
                problems.append(f"{where}: {commit.operation} changed rows without a frontier")
            continue
        problems += [f"{where}: {problem}" for problem in _own_problems(commit, frontier)]
        if before is None or before.stream_table_id != frontier.stream_table_id:
            if frontier.stream_table_id in seen:
                problems.append(f"{where}: stream table {frontier.stream_table_id} came back")
            if frontier.refresh_number > 1:
                problems.append(f"{where}: a new stream table begins with refresh {frontier.refresh_number}")
        else:
            problems += [f"{where}: {problem}" for problem in _step_problems(name, before, frontier, vacuumed)]
        seen.add(frontier.stream_table_id)
        before = frontier
    return problems


def _own_problems(commit: LoggedCommit, frontier: RecordedFrontier) -> list[str]:
    problems = []
    definition = commit.definition or {}
    if (definition.get("id"), definition.get("version")) != (frontier.stream_table_id, frontier.definition_version):
        problems.append(
            f"rows of definition {frontier.stream_table_id}/{frontier.definition_version} in a table of "
            f"{definition.get('id')}/{definition.get('version')}"
        )
    if commit.transaction != (frontier.stream_table_id, frontier.refresh_number):
        problems.append(f"transaction {commit.transaction} for refresh {frontier.refresh_number}")
    return problems


def _step_problems(name: str, before: RecordedFrontier, after: RecordedFrontier, vacuumed: bool) -> list[str]:
    problems = []
    if after.refresh_number != before.refresh_number + 1:
        problems.append(f"refresh {after.refresh_number} after {before.refresh_number}")
    if after.definition_version < before.definition_version:
        problems.append(f"definition {after.definition_version} after {before.definition_version}")
    for source, position in after.positions.items():
        old = before.positions.get(source)
        if old is not None and old.table_id == position.table_id and position.version < old.version:
            problems.append(f"{source} went back from version {old.version} to {position.version} ({after.reason})")
    if after.mode == "FULL" and not _may_be_full(name, before, after, vacuumed):
        problems.append(f"FULL without cause: {after.reason}")
    return problems


def _may_be_full(name: str, before: RecordedFrontier, after: RecordedFrontier, vacuumed: bool) -> bool:
    recreated = any(
        source in before.positions and before.positions[source].table_id != position.table_id
        for source, position in after.positions.items()
    )
    weighed = NODES[name].mode == "AUTO" and _WEIGHED.search(after.reason) is not None
    files_gone = vacuumed and "vacuum" in after.reason
    redefined = after.definition_version > before.definition_version
    return after.reason == "requested" or recreated or redefined or weighed or files_gone

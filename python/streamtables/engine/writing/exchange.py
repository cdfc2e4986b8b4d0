"""Stored rows that go and rows that come, exchanged in one commit where both are few.

MERGE reads the table once to find the files that a change touches and once more to write them. Here the stored rows
to which changes belong are looked up once, together with the files and the positions in which they lie; deletion
vectors hide those that go or change, and what comes is written as a new file. Source: *Deletion Vectors* in the Delta
protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.frontier import Frontier
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.bindings import Bindings
from streamtables.engine.reading.key_ranges import Bounds, is_plain, within_bounds
from streamtables.engine.reading.read_ranges import overlap
from streamtables.engine.writing.committing import on_definition
from streamtables.engine.writing.row_counts import UNKNOWN, RowCounts
from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.picking.picked_rows import PickedKeys, PickedRows
from streamtables.spark.rows.small_frames import HeldRows, SmallFrame, brought_here, memory_share, with_places
from streamtables.spark.tables.commit_log import DataFile
from streamtables.spark.tables.delta_writes import FEW_ROWS, INTERPRETED, small_change
from streamtables_rewriter.merge.exchange import ALTERS, ARRIVES, FILE, NUMBER, POSITION
from streamtables_rewriter.sql.columns import ROWS, VISIBLE, relation
from streamtables_rewriter.templates.changed_ranges import KeyRange
from streamtables_rewriter.templates.delta_template import DeltaTemplate, Exchange
from streamtables_rewriter.templates.template import Template, statement_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.spark.tables.delta_log import DeltaTableLog, Snapshot
    from streamtables.spark.tables.file_lists import FileLists, Files

_STORED_VIEW, _NUMBERED_VIEW = "__st_stored", "__st_numbered"
_BINDINGS = Bindings(backing=relation(_STORED_VIEW), changes=relation(_NUMBERED_VIEW))
_GONE, _BECOMES = 3, 4
"""Positions of these columns in ``Exchange.met``."""
LEAST_DISTINCT = 0.5
"""Share of the changes that have a value of their own in a column by which stored rows are picked."""
MOST_FOUND, MOST_FOUND_ROWS = 4, 10_000
"""Rows picked for each change, and besides, above which the column is none that tells rows apart."""
_VECTORS = "delta.enableDeletionVectors"


def can_exchange(session: SparkSession, state: StoredState) -> bool:
    """Tell whether rows of a table can be hidden by deletion vectors, and others be written with them.

    Args:
        session: A session of our own.
        state: The stored state.

    Returns:
        Whether the session uses the accelerator ``exchange`` and the backing table's property allows it.
    """
    return uses(session, "exchange") and state.snapshot.properties.get(_VECTORS) == "true"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What an exchange did.

    Attributes:
        seen: What readers see of it.
        touched: How many stored rows it inserted, updated or deleted.
    """

    seen: RowCounts
    touched: int


def exchange(
    session: SparkSession,
    state: StoredState,
    template: DeltaTemplate,
    changes: SmallFrame,
    held: HeldRows,
    frontier: Frontier,
    committing: Callable[[Exchanged], AbstractContextManager[None]],
    lists: FileLists,
    *,
    copies_counted: bool,
) -> Exchanged | None:
    """Exchange rows.

    Args:
        session: A session of our own.
        state: The stored state.
        template: Has ``copies`` or ``exchange``.
        changes: The changed rows.
        held: The same in the driver's memory.
        frontier: What the commit records.
        committing: Makes a commit carry the frontier, with what it is about to do.
        lists: Remembers the files of tables.
        copies_counted: Whether a stored row stands for copies of a row, and a change for some that came or went.

    Returns:
        What the commit did; None without a commit: where rows went that are not stored, or too many are met.
    """
    room = memory_share(session).reserve(max(1, held.bytes))
    if room is None:
        return None
    with room.kept():
        return _exchange(
            session, state, template, changes, held, frontier, committing, lists, copies_counted=copies_counted
        )


def _exchange(
    session: SparkSession,
    state: StoredState,
    template: DeltaTemplate,
    changes: SmallFrame,
    held: HeldRows,
    frontier: Frontier,
    committing: Callable[[Exchanged], AbstractContextManager[None]],
    lists: FileLists,
    *,
    copies_counted: bool,
) -> Exchanged | None:
    """Exchange rows, for which there is room to be numbered."""
    log = state.log.in_session(session)
    with on_definition(session, state.definition_text):
        transaction = log.begin()
    files = lists.at(log, transaction.snapshot, transaction.snapshot.version)
    stored, few = _stored_rows(log, transaction.snapshot, files, changes, held)
    stored.createOrReplaceTempView(_STORED_VIEW)
    held.numbered(session, NUMBER).createOrReplaceTempView(_NUMBERED_VIEW)

    def bound(asked: Template) -> exp.Expr:
        return asked.bind(_BINDINGS.of(asked.placeholders))

    def find(asked: Template) -> HeldRows | None:
        return brought_here(session, session.sql(statement_text(within_bounds(bound(asked), changes.bounds))))

    def as_stored(rows: DataFrame) -> HeldRows | None:
        return brought_here(session, rows.to(state.snapshot.schema))

    settings = small_change(session, state.snapshot.size_bytes) | (INTERPRETED if few else {})
    with settings_for(session, settings):
        if template.exchange is not None:
            found = find(template.exchange.met)
            if found is None:
                return None
            held.without(found).frame(session).createOrReplaceTempView(_NUMBERED_VIEW)
            new = as_stored(session.sql(statement_text(bound(template.exchange.new))))
            changed = as_stored(found.structs(_BECOMES).frame(session))
            if new is None or changed is None:
                return None
            hidden, came = found.either(_GONE, _BECOMES), changed.together_with(new)
            counts = RowCounts(changes.positive, 0, changes.negative)
            if not copies_counted:
                counts = _seen_of(template.exchange, found, new)
            done = Exchanged(counts, new.rows + hidden.rows)
        elif template.copies is not None:
            copies = find(template.copies)
            remaining = None if copies is None else held.remaining(ROWS, copies)
            stored_rows = None if remaining is None else as_stored(remaining.frame(session))
            if copies is None or stored_rows is None:
                return None
            hidden, came = copies, stored_rows
            done = Exchanged(RowCounts(changes.positive, 0, changes.negative), changes.rows)
        else:
            return None
        with committing(done):
            log.exchange(transaction, hidden, came, files, frontier.stream_table_id, frontier.refresh_number)
    return done


def _seen_of(exchanged: Exchange, found: HeldRows, new: HeldRows) -> RowCounts:
    """Tell what readers see of exchanged groups: the queries say it, where it can be told group by group."""
    told = [select.alias_or_name for select in exchanged.met.tree.expressions]
    hides = VISIBLE in [select.alias_or_name for select in exchanged.new.tree.expressions]
    arrived, altered = (found.sums(name) if name in told else None for name in (ARRIVES, ALTERS))
    if arrived is None:
        return UNKNOWN
    came = new.trues(VISIBLE) if hides else new.rows
    return RowCounts(came + arrived[0], None if altered is None else altered[0], arrived[1])


def _stored_rows(
    log: DeltaTableLog, snapshot: Snapshot, files: Files | None, changes: SmallFrame, held: HeldRows
) -> tuple[DataFrame, bool]:
    """Read the stored rows of which changes may be some, with their places; tell whether both are few."""
    if files is None:
        return with_places(log.read_version(snapshot), FILE, POSITION), False
    near = [file for file in files if _may_hold(file, changes.bounds)]
    found = _picked(log, snapshot, near, changes, held)
    if found is None:
        return with_places(log.read_files(snapshot, near), FILE, POSITION), False
    return found.frame(log.session), found.rows + held.rows <= FEW_ROWS


def _picked(
    log: DeltaTableLog, snapshot: Snapshot, files: Sequence[DataFile], changes: SmallFrame, held: HeldRows
) -> HeldRows | None:
    """Pick the stored rows that share a value of one telling column with a change; None where there is none."""
    names = [name for name in changes.bounds if held.distinct(name) >= LEAST_DISTINCT * held.rows]
    column = max(names, key=lambda name: _width(files, name), default=None)
    picked = None if column is None else PickedRows.of(log, snapshot, snapshot.schema.names)
    if column is None or picked is None:
        return None
    keys = PickedKeys.of(log, column, [(held, column)], or_null=changes.bounds[column][2])
    if keys is None:
        return None
    picked.add(files)
    return picked.placed(keys, FILE, POSITION, limit=MOST_FOUND_ROWS + MOST_FOUND * held.rows)


def _width(files: Sequence[DataFile], column: str) -> int:
    """Tell how many values a column of whole numbers can have, by the files' statistics; 0 where they do not tell."""
    known = [side[column] for file in files for side in (file.lowest, file.highest) if column in side]
    numbers = [value for value in known if isinstance(value, int)]
    return max(numbers) - min(numbers) + 1 if numbers else 0


def _may_hold(file: DataFile, bounds: Bounds) -> bool:
    return all(
        has_nulls or not (is_plain(low) and is_plain(high)) or overlap(file, name, KeyRange(low, high)) > 0
        for name, (low, high, has_nulls) in bounds.items()
    )

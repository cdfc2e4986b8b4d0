"""Which refresh runs, and why. Pure: facts in, a decision with every alternative out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamtables.catalog.costs import NO_COSTS, RETRY_AFTER, Costs, Size
from streamtables.catalog.definition import FullOnly
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import Prediction
from streamtables.engine.defects import defect_reason
from streamtables.engine.programs.options import DEFAULT_FULL_FRACTION
from streamtables.engine.reading.read_estimate import ReadEstimate
from streamtables.engine.reason_codes import ReasonCode
from streamtables_grammar.statements import RefreshMode

_WITHOUT_PREDICTION = (RanMode.NO_CHANGE, RanMode.INITIAL, RanMode.SKIPPED)
_MORE_READ = 4.0
"""How much more a differential refresh may read before the table is recomputed: it picks few rows out of what it reads
and decodes little else, and recomputing joins and groups all of it (``tpch``, scale 1, changes all over the tables)."""

MOST_EVALUATED = 0.25
"""Share of a source above which window functions are evaluated over all of it at once: a change of them evaluates its
partitions twice, and each row whose value moves is looked up (``micro``, 10 million rows: even at a third, warm)."""
_EVALUATED_FOR_ONE = 2
"""Rows that are evaluated for one that goes or comes: half of them move by a place (``micro``)."""


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What the decision needs to know of one source.

    Attributes:
        name: As users write it.
        changed: Whether rows may differ from those at the frontier.
        rebuild: Why only a rebuild can follow the source, or None.
        changed_rows: Rows changed according to the log; None where it does not tell.
        rows: Rows at the frontier; None if unknown.
        changed_bytes: Bytes of the files that hold the change; 0 if unknown.
    """

    name: str
    changed: bool
    rebuild: str | None = None
    changed_rows: int | None = None
    rows: int | None = None
    changed_bytes: int = 0


@dataclass(frozen=True, slots=True)
class RefreshFacts:
    """What the decision needs to know.

    Attributes:
        mode: The definition's refresh mode.
        requested: The mode that the statement asks for, or None.
        populated: Whether the table was ever filled.
        rebuild: Why the stored rows cannot be carried on (no frontier, another definition, foreign writes), or None.
        rebuild_code: The same for programs.
        full_only: Why the query can only be recomputed, or None.
        tracked: Whether the versions of all that the query reads are known, so that "nothing changed" can be known.
        sources: The sources.
        full_fraction: AUTO recomputes above this share of a source.
        costs: What the table's refreshes have cost.
        timed: Whether rows come and go as time passes.
        fuse: The largest share of a source that may change, 1.0 for all of it; None where any may.
        reading: Estimates what either way reads; None where that tells nothing.
    """

    mode: RefreshMode
    requested: RefreshMode | None
    populated: bool
    rebuild: str | None
    full_only: FullOnly | None
    tracked: bool
    sources: Sequence[SourceFacts]
    full_fraction: float = DEFAULT_FULL_FRACTION
    costs: Costs = NO_COSTS
    timed: bool = False
    reading: Callable[[], ReadEstimate | None] = lambda: None
    rebuild_code: ReasonCode = ReasonCode.STORED_STATE_LOST
    fuse: float | None = None

    @property
    def changed_size(self) -> Size | None:
        """What changed in all sources; None where one of them does not tell its rows."""
        changed = [source for source in self.sources if source.changed]
        counts = [source.changed_rows for source in changed if source.changed_rows is not None]
        return Size(sum(counts), sum(s.changed_bytes for s in changed)) if len(counts) == len(changed) else None


@dataclass(frozen=True, slots=True)
class Alternative:
    """A mode and whether it could run."""

    mode: RanMode
    possible: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The mode that runs, its reason, and what was weighed.

    Attributes:
        mode: The mode.
        reason: Why it runs.
        code: The reason for programs.
        alternatives: All modes.
        is_try: Whether DIFFERENTIAL runs by AUTO's choice for the first time for such a change, or once more after many
            recomputations.
        prediction: How long either mode is expected to take; None where nothing runs or nothing is known.
    """

    mode: RanMode
    reason: str
    code: ReasonCode
    alternatives: tuple[Alternative, ...]
    is_try: bool = False
    prediction: Prediction | None = None


def decide_refresh(facts: RefreshFacts) -> Decision:
    """Choose the refresh mode.

    Args:
        facts: What is known.

    Returns:
        The decision. A DIFFERENTIAL that was requested but is impossible is decided FULL only where the design says
        so (the source was rebuilt); ``full_only`` is for the caller to refuse.
    """
    blocked = _blocked(facts)
    unchanged = facts.tracked and not facts.timed and not any(source.changed for source in facts.sources)
    alternatives = (
        Alternative(
            RanMode.NO_CHANGE, unchanged and blocked is None, "nothing changed" if unchanged else _changed(facts)
        ),
        Alternative(
            RanMode.DIFFERENTIAL,
            blocked is None and facts.full_only is None and facts.populated,
            blocked or (facts.full_only.reason if facts.full_only else "the query can be maintained"),
        ),
        Alternative(RanMode.FULL, True, "always possible"),
    )
    blown = _blown_fuse(facts)
    mode, reason, code = _choose(facts, blocked, unchanged)
    if blown is not None:
        mode, reason, code = RanMode.SKIPPED, blown, ReasonCode.FUSE_BLOWN
    elif unseen := _unseen_by_fuse(facts):
        reason = f"{reason}; the log does not tell streamtables.fuse how much changed of {', '.join(unseen)}"
    chosen = facts.requested is None and facts.mode is RefreshMode.AUTO and mode is RanMode.DIFFERENTIAL
    prediction = None if mode in _WITHOUT_PREDICTION else _prediction(facts)
    return Decision(mode, reason, code, alternatives, chosen and _is_try(facts), prediction)


def evaluates_most(source: str, rows: int, of: int, most: int) -> str | None:
    """Return whether recomputing is cheaper than evaluating window functions over some rows of a source, twice.

    Args:
        source: The source, as users write it.
        rows: How many rows.
        of: How many the source has.
        most: How many changed rows of the stream table can be merged on read, without a MERGE, which takes longer than
            that.

    Returns:
        The reason to recompute, or None.
    """
    if rows > MOST_EVALUATED * of:
        limit = f"{100 * MOST_EVALUATED:g} %"
    elif rows > _EVALUATED_FOR_ONE * most:
        limit = f"{_EVALUATED_FOR_ONE * most} rows"
    else:
        return None
    what = f"{rows} rows of {source} ({100 * rows / of:.0f} %)"
    return f"window functions would be evaluated anew over {what}, above {limit} recomputing is cheaper"


def _choose(facts: RefreshFacts, blocked: str | None, unchanged: bool) -> tuple[RanMode, str, ReasonCode]:
    if not facts.populated:
        return RanMode.INITIAL, "first refresh", ReasonCode.FIRST_REFRESH
    if facts.requested is RefreshMode.FULL:
        return RanMode.FULL, "requested", ReasonCode.REQUESTED
    if blocked is not None:
        return RanMode.FULL, blocked, ReasonCode.SOURCE_REPLACED if facts.rebuild is None else facts.rebuild_code
    if unchanged:
        return RanMode.NO_CHANGE, "no source has changed", ReasonCode.NOTHING_CHANGED
    if facts.full_only is not None:
        return _recomputed(facts.full_only)
    if facts.requested is RefreshMode.DIFFERENTIAL:
        return RanMode.DIFFERENTIAL, "requested", ReasonCode.REQUESTED
    if facts.mode is RefreshMode.FULL:
        return RanMode.FULL, "refresh mode FULL", ReasonCode.REFRESH_MODE
    if facts.mode in (RefreshMode.DIFFERENTIAL, RefreshMode.IMMEDIATE):
        return RanMode.DIFFERENTIAL, f"refresh mode {facts.mode.value}", ReasonCode.REFRESH_MODE
    for weigh, code in _CHEAPER:
        cheaper = weigh(facts)
        if cheaper is not None:
            return RanMode.FULL, cheaper, code
    timed = facts.timed and not any(source.changed for source in facts.sources)
    return RanMode.DIFFERENTIAL, _changed(facts), ReasonCode.TIME_PASSED if timed else ReasonCode.SOURCES_CHANGED


def _blown_fuse(facts: RefreshFacts) -> str | None:
    """Return why a refresh waits until somebody has looked; whoever asks for a mode has looked."""
    if facts.fuse is None or not _has_fuse(facts):
        return None
    for source in facts.sources:
        allowed = f"streamtables.fuse allows {100 * facts.fuse:g} percent"
        if source.rebuild is not None:
            return f"{source.name} is another table than before ({source.rebuild}), and {allowed} to change"
        share = None if not source.changed or not source.rows else (source.changed_rows or 0) / source.rows
        if share is not None and share > facts.fuse:
            return f"{source.changed_rows} of {source.rows} rows of {source.name} changed, and {allowed}"
    return None


def _unseen_by_fuse(facts: RefreshFacts) -> list[str]:
    """Return the sources of which a fuse cannot tell how much has changed; a change of no rows is counted."""
    changed = [source for source in facts.sources if source.changed] if _has_fuse(facts) else []
    return [source.name for source in changed if source.changed_rows is None or source.rows is None]


def _has_fuse(facts: RefreshFacts) -> bool:
    return facts.fuse is not None and facts.requested is None and facts.populated


def _recomputed(full_only: FullOnly) -> tuple[RanMode, str, ReasonCode]:
    if full_only.is_defect:
        return RanMode.FULL, defect_reason(full_only.reason), ReasonCode.INTERNAL_ERROR
    return RanMode.FULL, full_only.reason, ReasonCode.NOT_MAINTAINABLE


def _blocked(facts: RefreshFacts) -> str | None:
    if facts.rebuild is not None:
        return facts.rebuild
    return next((source.rebuild for source in facts.sources if source.rebuild is not None), None)


def _changed(facts: RefreshFacts) -> str:
    names = [source.name for source in facts.sources if source.changed]
    if not names and facts.timed:
        return "time has passed"
    return f"changed: {', '.join(names)}" if names else "a source that is not tracked may have changed"


def _dearer_ms(facts: RefreshFacts, recomputing_ms: float | None) -> float | None:
    """Predict a differential refresh, in milliseconds; None where that is not clearly more than recomputing takes."""
    margin, predicted = facts.costs.margin, _differential_ms(facts)
    if margin is None or recomputing_ms is None:
        return None
    return None if predicted is None or predicted <= margin * recomputing_ms else predicted


def _differential_ms(facts: RefreshFacts) -> float | None:
    """Predict a differential refresh, in milliseconds; None where too little is known."""
    size = facts.changed_size
    if size is None:
        return None
    shares = [(source.changed_rows or 0) / source.rows for source in facts.sources if source.changed and source.rows]
    return facts.costs.predicted_ms(size, max(shares, default=0.0))


def _prediction(facts: RefreshFacts) -> Prediction | None:
    """Tell how long either mode is expected to take, and from which refreshes that follows; None if from none."""
    differential = None if facts.full_only is not None else _differential_ms(facts)
    full = facts.costs.full_ms
    known = []
    if differential is not None:
        known.append(f"the last {len(facts.costs.differential)} differential refreshes")
    if full is not None:
        known.append("the last recomputation" if facts.costs.initial_load is None else "the first filling")
    if not known:
        return None
    return Prediction(None if differential is None else round(differential), full, " and ".join(known))


def _may_be_cheaper(facts: RefreshFacts) -> str | None:
    """Return whether recomputing is worth a try, of which nothing is known but the first filling."""
    # One refresh of its kind does not tell either: the first one also compiles.
    dearer, size = _dearer_ms(facts, facts.costs.least_full_ms), facts.changed_size
    if dearer is None or facts.costs.initial_load is None or size is None or facts.costs.seen(size) == 1:
        return None
    first = facts.costs.full_ms
    return f"to see what recomputing takes: {first} ms at first, a differential refresh {dearer:.0f} ms"


def _cheaper_by_history(facts: RefreshFacts) -> str | None:
    """Return whether recomputing has been cheaper; now and then the table is tried differentially again."""
    full = facts.costs.full_ms
    dearer = _dearer_ms(facts, full)
    if dearer is None or facts.costs.avoided >= RETRY_AFTER:
        return None
    return f"recomputing took {full} ms, a differential refresh is expected to take {dearer:.0f} ms"


def _is_try(facts: RefreshFacts) -> bool:
    costs, size = facts.costs, facts.changed_size
    seen = len(costs.differential) if size is None else costs.seen(size)
    return not seen or costs.avoided >= RETRY_AFTER


def _reads_more(facts: RefreshFacts) -> str | None:
    """Return whether recomputing reads less, as long as there is no history of such changes to go by."""
    if facts.costs.tells_of(facts.changed_size) or facts.costs.avoided >= RETRY_AFTER:
        return None
    reading = facts.reading()
    if reading is None or reading.differential <= _MORE_READ * reading.full:
        return None
    either = f"{reading.differential / 1e6:,.0f} MB, recomputing {reading.full / 1e6:,.0f} MB"
    return f"the changes are spread: a differential refresh would read about {either}"


def _large_change(facts: RefreshFacts) -> str | None:
    for source in facts.sources:
        if not source.changed or source.changed_rows is None or source.rows is None:
            continue
        if source.changed_rows > facts.full_fraction * source.rows:
            share = f"{100 * source.changed_rows / source.rows:.0f} %" if source.rows else "all"
            return (
                f"{source.changed_rows} changed rows are {share} of {source.name}, "
                f"above {100 * facts.full_fraction:g} % recomputing is cheaper"
            )
    return None


_CHEAPER: tuple[tuple[Callable[[RefreshFacts], str | None], ReasonCode], ...] = (
    (_large_change, ReasonCode.LARGE_CHANGE),
    (_cheaper_by_history, ReasonCode.CHEAPER_BEFORE),
    (_may_be_cheaper, ReasonCode.TRIAL),
    (_reads_more, ReasonCode.SPREAD_CHANGE),
)
"""What makes AUTO recompute, asked in this order."""

"""The figures that the benchmark is to reach, and whether a report reaches them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

from tests.benchmarks.floor import FLOOR
from tests.benchmarks.measurement import Measurement, Report
from tests.benchmarks.statistics import geometric_mean, regret, repeated, speed_up, wrong_choice
from tests.benchmarks.suites import bulk, cold, freshness, immediate, micro, overhead, scale, tpch
from tests.benchmarks.template_times import CACHED, GENERATED

_MUST_BE_FAST = ("scan", "filter", "join", "join and aggregate", "aggregate by region", "aggregate by account")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure to reach.

    Attributes:
        name: What is measured.
        target: What it is to be.
        measured: What it is, nothing if it was not measured.
        reached: Whether it is as it should be, None if it was not measured.
        size: The size that it was measured at.
        floor: What it would be if a refresh took no longer than what it cannot save, nothing if that was not measured.
    """

    name: str
    target: str
    measured: str = ""
    reached: bool | None = None
    size: str = ""
    floor: str = ""


def check_figures(report: Report) -> list[Figure]:
    """Hold a report against all figures.

    Args:
        report: The report.

    Returns:
        The figures; those of suites that were not run say nothing.
    """
    return [
        _against_merge(report),
        _commits(report),
        _append_against_merge(report),
        _reading_appended(report),
        _finding_the_delta(report),
        _nothing_changed(report),
        _growth(report),
        _micro(report, 0.001, 5),
        _micro(report, 0.01, 3),
        *_tpch(report),
        replace(
            _auto(report, regret, "AUTO / the better of FULL and DIFFERENTIAL, the worst row"), floor=_unequal(report)
        ),
        _auto(report, wrong_choice, "the same, where AUTO ran another mode than the better one"),
        _bulk(report),
        _immediate(report),
        _elsewhere(report),
        *_cold(report),
        *_freshness(report),
        _template(report, GENERATED, 0.1, "generating a template, the slowest query"),
        _template(report, CACHED, 0.001, "a template from the cache, the slowest query"),
    ]


def _immediate(report: Report) -> Figure:
    """Compare small statements with and without an aggregate that follows."""
    cases = [(case, sides) for case, sides in report.cases(immediate.SUITE) if case["changed"] in (1, 2, 100)]
    aggregate = immediate.AGGREGATE
    ratios = [sides[aggregate].seconds / sides[immediate.ALONE].seconds for _, sides in cases if aggregate in sides]
    floors = [sides[immediate.FLOOR].seconds / sides[immediate.ALONE].seconds for _, sides in cases]
    size = f"{cases[0][0]['rows']:,} rows" if cases else ""
    found = _at_most(
        "a statement with an IMMEDIATE aggregate / alone, up to 100 rows", 2.0, max(ratios, default=None), size
    )
    return replace(found, floor=f"{max(floors):.2f}") if floors else found


def _elsewhere(report: Report) -> Figure:
    """Tell how much longer a statement takes that touches nothing which IMMEDIATE stream tables follow."""
    cases = [sides for case, sides in report.cases(immediate.SUITE) if case["changed"] == 0]
    more = [sides[immediate.ELSEWHERE].seconds - sides[immediate.ALONE].seconds for sides in cases]
    milliseconds = [1000 * seconds / immediate.REPEATED for seconds in more]
    return _at_most("ms more for a statement elsewhere", 1.0, max(milliseconds, default=None), "an empty table")


def _cold(report: Report) -> list[Figure]:
    """Compare processes: what is ours beside Spark's start and the statement, and the whole, on a prepared machine."""
    by_rows: dict[int, dict[str, dict[str, Measurement]]] = {}
    for case, sides in report.cases(cold.SUITE):
        by_rows.setdefault(int(case["rows"]), {})[str(case["phase"])] = sides
    largest = max(by_rows, default=0)
    size = f"{largest:,} rows" if by_rows else ""
    whole = by_rows.get(largest, {}).get(cold.WHOLE, {})
    ours_of = whole.get(cold.PREPARED, whole.get(cold.REFRESH))
    ratio = ours_of.seconds / whole[cold.PLAIN].seconds if ours_of is not None and cold.PLAIN in whole else None
    ours = max((s for phases in by_rows.values() if (s := cold.of_ours(phases)) is not None), default=None)
    return [
        _at_most("a process: seconds of ours beside Spark's start and the refresh", 1.5, ours, size),
        _at_most("a process for a refresh / one that recomputes with plain Spark", 0.5, ratio, size),
    ]


def _freshness(report: Report) -> list[Figure]:
    """Tell how soon commits are visible in ten stream tables, and what a scheduler costs while sources rest."""
    by_tables = {int(case["tables"]): sides for case, sides in report.cases(freshness.SUITE)}
    followed = by_tables.get(10, {}).get(freshness.FOLLOWED["DIFFERENTIAL"])
    late = None if followed is None else freshness.percentile(followed, 95)
    resting = [(n, sides) for n, sides in by_tables.items() if freshness.RESTING in sides]
    shares = [sides[freshness.RESTING].seconds - sides[freshness.WITHOUT].seconds for _, sides in resting]
    size = f"{max((n for n, _ in resting), default=0)} tables"
    return [
        _at_most("s from a commit to what ten tables show, 95 of 100", 1.5, late, "10 tables"),
        _at_most("processors' share of a scheduler at rest", 0.03, max(shares, default=None), size),
    ]


def _refreshes(report: Report) -> list[dict[str, Measurement]]:
    return [sides for case, sides in report.cases(overhead.SUITE) if case["action"] == "refresh"]


def _size(report: Report) -> str:
    rows = [case["rows"] for case, _ in report.cases(overhead.SUITE)]
    return f"{rows[0]:,} rows" if rows else ""


def _by_hand(sides: dict[str, Measurement]) -> float | None:
    """Return the time of the better of the MERGEs written by hand."""
    times = [sides[name].seconds for name in (overhead.HAND, overhead.NAIVE_HAND) if name in sides]
    return min(times) if times else None


def _merging(sides: dict[str, Measurement]) -> Measurement | None:
    return sides.get("DIFFERENTIAL, apply merge", sides.get(overhead.REFRESH))


def _against_hand(report: Report, side: Callable[[dict[str, Measurement]], Measurement | None]) -> list[float]:
    ratios = []
    for sides in _refreshes(report):
        ours, theirs = side(sides), _by_hand(sides)
        if ours is not None and theirs is not None:
            ratios.append(ours.seconds / theirs)
    return ratios


def _against_merge(report: Report) -> Figure:
    ratios = _against_hand(report, _merging)
    return _at_most("REFRESH by MERGE / MERGE by hand", 1.0, max(ratios, default=None), _size(report))


def _append_against_merge(report: Report) -> Figure:
    ratios = _against_hand(report, lambda sides: sides.get("DIFFERENTIAL, apply append"))
    return _at_most("REFRESH by append / MERGE by hand", 0.4, max(ratios, default=None), _size(report))


def _commits(report: Report) -> Figure:
    counts = [m.commits for sides in _refreshes(report) if (m := _merging(sides)) is not None]
    most = max(counts, default=None)
    measured = "" if most is None else str(most)
    return Figure("Delta commits of a REFRESH", "1", measured, None if most is None else most <= 1, _size(report))


def _reading_appended(report: Report) -> Figure:
    ratio = None
    for case, sides in report.cases(overhead.SUITE):
        appended, merged = (sides.get(f"read, {n}") for n in ("DIFFERENTIAL, apply append", overhead.HAND))
        if case["action"] == "read all" and appended is not None and merged is not None:
            ratio = appended.seconds / merged.seconds
    return _at_most("reading the appended table / the merged one", 1.1, ratio, _size(report))


def _finding_the_delta(report: Report) -> Figure:
    target = "≤ 0.4 s, or ≤ 1.5 times an INSERT"
    slowest, allowed = None, 0.0
    for sides in _refreshes(report):
        found = sides[overhead.REFRESH].delta_seconds if overhead.REFRESH in sides else None
        if found is not None and (slowest is None or found > slowest):
            slowest = found
            allowed = max(0.4, 1.5 * sides[overhead.INSERT].seconds) if overhead.INSERT in sides else 0.4
    if slowest is None:
        return Figure("finding and materialising the delta", target)
    measured = f"{slowest:.2f} s (allowed: {allowed:.2f} s)"
    return Figure("finding and materialising the delta", target, measured, slowest <= allowed, _size(report))


def _nothing_changed(report: Report) -> Figure:
    name, target = "REFRESH with nothing changed", "≤ 20 ms engine time, no Spark job"
    for case, sides in report.cases(overhead.SUITE):
        if case["action"] == "nothing changed" and "NO_CHANGE" in sides:
            quiet = sides["NO_CHANGE"]
            jobs = max(sample.work.jobs for sample in quiet.samples)
            milliseconds = 1000 * (quiet.engine_seconds or 0)
            measured = f"{milliseconds:.0f} ms, {jobs} jobs"
            return Figure(name, target, measured, milliseconds <= 20 and jobs == 0, _size(report))
    return Figure(name, target)


def _growth(report: Report) -> Figure:
    times: dict[tuple[object, object], dict[int, float]] = {}
    for case, sides in report.cases(scale.SUITE):
        # AUTO's rounds in the same mode are the same work.
        found = [sample.seconds for side in sides.values() for sample in side.samples if sample.mode == "DIFFERENTIAL"]
        if case["pattern"] != "spread" and found:
            times.setdefault((case["shape"], case["pattern"]), {})[int(case["rows"])] = median(found)
    ratios = [by_rows[max(by_rows)] / by_rows[min(by_rows)] for by_rows in times.values() if len(by_rows) > 1]
    sizes = sorted({rows for by_rows in times.values() for rows in by_rows})
    size = f"{sizes[0]:,} to {sizes[-1]:,} rows" if sizes else ""
    return _at_most("growth of the time with the source's rows", 1.3, max(ratios, default=None), size)


def _micro(report: Report, fraction: float, target: float) -> Figure:
    found = []
    largest = max((int(case["rows"]) for case, _ in report.cases(micro.SUITE)), default=0)
    for case, sides in report.cases(micro.SUITE):
        wanted = case["rows"] == largest and case["fraction"] == fraction and case["shape"] in _MUST_BE_FAST
        ratio = speed_up(sides) if wanted else None
        if ratio is not None:
            found.append((ratio, str(case["shape"]), speed_up(sides, FLOOR)))
    name = f"micro, {fraction:.1%} changed, FULL / DIFFERENTIAL, the slowest shape"
    if not found:
        return Figure(name, f"≥ {target:g}")
    slowest, shape, best = min(found, key=lambda entry: entry[0])
    floor = "" if best is None else f"{best:.2f}"
    return Figure(name, f"≥ {target:g}", f"{slowest:.2f} ({shape})", slowest >= target, f"{largest:,} rows", floor)


def _tpch(report: Report) -> list[Figure]:
    scales = sorted({float(case["scale"]) for case, _ in report.cases(tpch.SUITE) if "scale" in case}) or [1.0]
    to_reach = (("spread", 2.5, 5.0), ("newest", 4.0, 10.0))
    return [
        _tpch_mean(report, scale, pattern, at_ten if scale >= 10 else at_one)
        for scale in scales
        for pattern, at_one, at_ten in to_reach
    ]


def _tpch_mean(report: Report, scale: float, pattern: str, target: float) -> Figure:
    cases = [
        sides
        for case, sides in report.cases(tpch.SUITE)
        if case.get("scale") == scale and case.get("fraction") == 0.001 and case.get("pattern") == pattern
    ]
    ratios = [ratio for sides in cases if (ratio := speed_up(sides)) is not None]
    mean, best = geometric_mean(ratios), geometric_mean(r for s in cases if (r := speed_up(s, FLOOR)) is not None)
    name = f"tpch, 0.1% {pattern}, FULL / DIFFERENTIAL, geometric mean"
    if mean is None:
        return Figure(name, f"≥ {target:g}")
    wins = sum(ratio > 1 for ratio in ratios)
    measured = f"{mean:.2f} ({wins} of {len(ratios)} queries win)"
    floor = "" if best is None else f"{best:.2f}"
    return Figure(name, f"≥ {target:g}", measured, mean >= target, f"scale {scale:g}", floor)


def _auto(report: Report, ratio_of: Callable[[dict[str, Measurement]], float | None], name: str) -> Figure:
    cases = [(suite, case, sides) for suite in report.suites() for case, sides in report.cases(suite)]
    if all(regret(sides) is None for _, _, sides in cases):
        return Figure(name, "≤ 1.1")
    found = [
        (ratio, f"{suite}: " + ", ".join(str(value) for value in case.values()))
        for suite, case, sides in cases
        if (ratio := ratio_of(sides)) is not None
    ]
    worst = max(found, default=None)
    if worst is None:
        return Figure(name, "≤ 1.1", "in no row", True)
    return Figure(name, "≤ 1.1", f"{worst[0]:.2f} ({worst[1]})", worst[0] <= 1.1)


def _unequal(report: Report) -> str:
    """Return how many times slower than AUTO DIFFERENTIAL was in a row in which both ran the same statements.

    AUTO does a little more then, so that this is by chance alone: by as much can AUTO be slower by chance.
    """
    cases = [sides for suite in report.suites() for _, sides in report.cases(suite)]
    ratios = [1 / ratio for sides in cases if (ratio := repeated(sides)) is not None]
    return f"{max(ratios):.2f} (DIFFERENTIAL / AUTO, the same statements)" if ratios else ""


def _bulk(report: Report) -> Figure:
    largest = max((int(case["rows"]) for case, _ in report.cases(bulk.SUITE)), default=0)
    name = "bulk, 1% inserted under the aggregate, FULL / DIFFERENTIAL"
    for case, sides in report.cases(bulk.SUITE):
        is_it = case["view"] == "aggregate" and case["change"] == "insert" and case["rows"] == largest
        if is_it and case["changed"] == round(largest / 100) and (ratio := speed_up(sides)) is not None:
            return Figure(name, "> 1", f"{ratio:.2f}", ratio > 1, f"{largest:,} rows")
    return Figure(name, "> 1")


def _template(report: Report, side: str, target_seconds: float, name: str) -> Figure:
    found = [(sides[side].seconds, str(case["query"])) for case, sides in report.cases(tpch.SUITE) if side in sides]
    target = f"≤ {1000 * target_seconds:g} ms"
    worst = max(found, default=None)
    if worst is None:
        return Figure(name, target)
    return Figure(name, target, f"{1000 * worst[0]:.3g} ms ({worst[1]})", worst[0] <= target_seconds)


def _at_most(name: str, target: float, measured: float | None, size: str) -> Figure:
    if measured is None:
        return Figure(name, f"≤ {target:g}")
    return Figure(name, f"≤ {target:g}", f"{measured:.2f}", measured <= target, size)

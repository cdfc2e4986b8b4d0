"""What is made of measurements: ratios, figures, tables, the picture, the kept file."""

from __future__ import annotations

import io
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from rich.console import Console

from tests.benchmarks.figures import check_figures
from tests.benchmarks.main import run
from tests.benchmarks.measurement import Measurement, Parameter, Report, Sample, Work
from tests.benchmarks.profiles import QUICK, STANDARD, Suite
from tests.benchmarks.render import markdown, show_report, summary_lines
from tests.benchmarks.sources import Pattern, SourceProperties
from tests.benchmarks.statistics import break_even, geometric_mean, regret, repeated, speed_up, wrong_choice
from tests.benchmarks.suites import overhead
from tests.benchmarks.tpch_queries import read_queries


def measured(suite: str, side: str, *seconds: float, **case: Parameter) -> Measurement:
    work = Work(
        jobs=int(case.pop("jobs", 3)), tasks=5, rows_read=1000, bytes_read=200_000, rows_written=10, bytes_written=900
    )
    modes = {"DIFFERENTIAL": "DIFFERENTIAL", "AUTO": "DIFFERENTIAL", "FULL": "FULL", "NO_CHANGE": "NO_CHANGE"}
    shown = "NO_CHANGE" if case.pop("quiet", 0) else modes.get(side)
    samples = tuple(Sample(s, work, 1, shown, s, s / 2 if shown == "DIFFERENTIAL" else None) for s in seconds)
    return Measurement(suite, case, side, samples)


def report() -> Report:
    entries = []
    for fraction, ours in ((0.001, 1.0), (0.01, 4.0), (0.1, 16.0)):
        case: dict[str, Parameter] = {"shape": "scan", "rows": 1_000_000, "fraction": fraction}
        entries += [
            measured("micro", "DIFFERENTIAL", ours, ours + 1, ours + 2, **case),
            measured("micro", "FULL", 8, 9, 10, **case),
            measured("micro", "AUTO", 3, 3, 3, **case),
            measured("micro", "floor", ours / 2, **case),
        ]
    few: dict[str, Parameter] = {"rows": 1_000_000, "changed": 100, "pattern": "spread"}
    entries += [
        measured("overhead", "DIFFERENTIAL", 0.9, action="refresh", **few),
        measured("overhead", overhead.HAND, 1.0, action="refresh", **few),
        measured("overhead", overhead.NAIVE_HAND, 2.0, action="refresh", **few),
        measured("overhead", overhead.INSERT, 0.4, action="refresh", **few),
        measured("overhead", "NO_CHANGE", 0.015, action="nothing changed", **few),
    ]
    for query, ours in (("q05", 1.0), ("q06", 4.0)):
        of: dict[str, Parameter] = {"query": query, "scale": 1.0, "fraction": 0.001, "pattern": "spread"}
        entries += [measured("tpch", "DIFFERENTIAL", ours, **of), measured("tpch", "FULL", 4.0, **of)]
    for rows, ours in ((100_000, 1.0), (10_000_000, 1.2)):
        entries.append(
            measured("scale", "DIFFERENTIAL", ours, shape="aggregate", pattern="newest", rows=rows, changed=100)
        )
    entries += [
        measured("bulk", "DIFFERENTIAL", 2.0, view="aggregate", rows=10_000, change="insert", changed=100),
        measured("bulk", "CREATE TABLE AS", 3.0, view="aggregate", rows=10_000, change="insert", changed=100),
        measured("graph", "one run", 2.0, graph="chain", tables=10),
        measured("graph", "each alone", 3.0, graph="chain", tables=10),
    ]
    return Report({"cores": 2}, tuple(entries), ("q02: not maintained yet",))


def figure(name: str) -> tuple[str, bool | None]:
    (found,) = [figure for figure in check_figures(report()) if figure.name.startswith(name)]
    return found.measured, found.reached


def test_geometric_mean_of_a_half_and_two_is_one() -> None:
    assert geometric_mean([0.5, 2.0]) == pytest.approx(1)
    assert geometric_mean([]) is None


def test_break_even_is_found_between_the_points_around_it() -> None:
    assert break_even([(0.1, 0.5), (0.001, 8.0), (0.01, 2.0)]) == pytest.approx(10**-1.5)
    assert break_even([(0.001, 8.0), (0.01, 1.0), (0.1, 0.5)]) == pytest.approx(0.01)


def test_break_even_is_not_invented_outside_of_what_was_measured() -> None:
    assert break_even([(0.001, 8.0), (0.5, 2.0)]) is None
    assert break_even([(0.001, 0.8), (0.5, 0.2)]) is None


def test_median_spread_and_modes_are_those_of_the_samples() -> None:
    found = measured("micro", "DIFFERENTIAL", 3.0, 1.0, 8.0)
    assert found.seconds == 3.0
    assert found.spread == (1.0, 8.0)
    assert found.delta_seconds == 1.5
    assert found.modes == "DIFFERENTIAL"
    assert found.typical_work("jobs") == 3


def test_refresh_that_found_nothing_to_do_is_no_win() -> None:
    sides = {"DIFFERENTIAL": measured("t", "DIFFERENTIAL", 0.1, quiet=1, jobs=0), "FULL": measured("t", "FULL", 1.0)}
    assert speed_up(sides) is None
    read_in_vain = {**sides, "DIFFERENTIAL": measured("t", "DIFFERENTIAL", 0.1, quiet=1)}
    assert speed_up(read_in_vain) == pytest.approx(10)


def test_auto_is_held_against_the_better_of_both() -> None:
    sides = {name: measured("t", name, seconds) for name, seconds in (("DIFFERENTIAL", 4.0), ("FULL", 2.0))}
    assert regret(sides) is None
    assert regret({**sides, "AUTO": measured("t", "AUTO", 3.0)}) == 1.5


def test_other_mode_than_the_better_one_is_told_from_rounds_that_differ() -> None:
    differential = {"AUTO": measured("t", "AUTO", 3.0), "DIFFERENTIAL": measured("t", "DIFFERENTIAL", 2.0)}
    assert wrong_choice({**differential, "FULL": measured("t", "FULL", 4.0)}) is None
    assert wrong_choice({**differential, "FULL": measured("t", "FULL", 1.5)}) == 2.0
    tried_once = (measured("t", "FULL", 5.0).samples[0], *measured("t", "AUTO", 2.5, 3.0).samples)
    mostly = {**differential, "AUTO": Measurement("t", {}, "AUTO", tried_once), "FULL": measured("t", "FULL", 4.0)}
    assert wrong_choice(mostly) is None


def test_one_statement_measured_twice_tells_what_ratios_cannot() -> None:
    both = {"AUTO": measured("t", "AUTO", 3.0), "DIFFERENTIAL": measured("t", "DIFFERENTIAL", 2.0)}
    assert repeated(both) == 1.5
    recomputed_once = Measurement("t", {}, "AUTO", (*both["AUTO"].samples, *measured("t", "FULL", 5.0).samples))
    assert repeated({**both, "AUTO": recomputed_once}) is None
    assert repeated({"AUTO": both["AUTO"]}) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("REFRESH by MERGE", ("0.90", True)),
        ("REFRESH by append", ("", None)),
        ("Delta commits", ("1", True)),
        ("finding and materialising", ("0.45 s (allowed: 0.60 s)", True)),
        ("REFRESH with nothing changed", ("15 ms, 3 jobs", False)),
        ("growth", ("1.20", True)),
        ("micro, 0.1%", ("4.50 (scan)", False)),
        ("micro, 1.0%", ("1.80 (scan)", False)),
        ("tpch, 0.1% spread", ("2.00 (1 of 2 queries win)", False)),
        ("tpch, 0.1% newest", ("", None)),
        ("AUTO", ("1.50 (micro: scan, 1000000, 0.001)", False)),
        ("the same, where AUTO", ("0.33 (micro: scan, 1000000, 0.1)", True)),
        ("bulk", ("1.50", True)),
        ("generating a template", ("", None)),
    ],
)
def test_figure_says_what_was_measured_and_whether_it_is_reached(name: str, expected: tuple[str, bool | None]) -> None:
    assert figure(name) == expected


def test_figures_of_an_empty_report_are_not_measured() -> None:
    assert {figure.reached for figure in check_figures(Report())} == {None}


def test_figure_says_what_the_floor_gives() -> None:
    floors = {figure.name: figure.floor for figure in check_figures(report()) if figure.floor}
    chance = "5.67 (DIFFERENTIAL / AUTO, the same statements)"
    assert list(floors.values()) == ["18.00", "4.50", chance]


def test_each_scale_of_tpch_has_figures_of_its_own() -> None:
    large: dict[str, Parameter] = {"query": "q05", "scale": 10.0, "fraction": 0.001, "pattern": "spread"}
    more = report().joined(
        Report({}, (measured("tpch", "FULL", 12.0, **large), measured("tpch", "DIFFERENTIAL", 2.0, **large)))
    )
    spread = [f for f in check_figures(more) if f.name.startswith("tpch, 0.1% spread")]
    assert [(f.target, f.measured[:4], f.reached) for f in spread] == [("≥ 2.5", "2.00", False), ("≥ 5", "6.00", True)]


def test_kept_report_reads_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "results.json"
    report().write(path)
    assert Report.read(path) == report()
    path.write_text('{"format": 0}', encoding="utf-8")
    with pytest.raises(ValueError, match="format"):
        Report.read(path)


def test_report_joined_with_a_newer_one_has_its_figures() -> None:
    again = measured("micro", "FULL", 20.0, shape="scan", rows=1_000_000, fraction=0.001)
    both = report().joined(Report({"cores": 9}, (again,), ("q02: not maintained yet", "new")))
    assert both.conditions == {"cores": 2}
    assert len(both.measurements) == len(report().measurements)
    assert [m for m in both.measurements if m.key == again.key] == [again]
    assert both.notes == ("q02: not maintained yet", "new")


def test_table_shows_medians_spreads_ratios_work_notes_and_figures() -> None:
    console = Console(file=io.StringIO(), width=230, highlight=False)
    show_report(console, report())
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    for part in ("MERGE by hand, naive", "8.00-10.00", "4.50", "0.2 MB", "q02: not maintained yet", "not reached"):
        assert part in text


def test_summary_tells_break_even_mean_and_wins() -> None:
    lines = summary_lines(report())
    assert lines[0].startswith("micro, scan, 1,000,000 rows: break-even at ")
    assert lines[1].endswith(
        "0.001 changed, geometric means of 1 shapes; reading once and one bare commit: "
        "FULL / floor 18.00, DIFFERENTIAL / floor 4.00"
    )
    assert "geometric mean of FULL / DIFFERENTIAL 2.00, 1 of 2 queries win" in lines[-2]
    assert "in 3 of 3 rows" in lines[-1]
    assert "geometric mean 0.54" in lines[-1]


def test_markdown_has_the_figures_and_a_line_for_each_case() -> None:
    text = markdown(report())
    assert "| REFRESH by MERGE / MERGE by hand | ≤ 1 | 0.90 |  | 1,000,000 rows | yes |" in text
    assert "| q05, scale 1, 0.001, spread | DIFFERENTIAL 1.00; FULL 4.00 | 4.00 |  |" in text
    assert "**graph**" in text
    assert all(line.startswith("|") == line.endswith("|") for line in text.splitlines() if line)


def test_picture_is_svg_and_the_same_for_the_same_report() -> None:
    from tests.benchmarks.plot import svg

    text = svg(report())
    assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 - our own text
    assert text == svg(report())
    for part in ("micro: 1,000,000 rows", "tpch", "overhead", "scale", "bulk", "graph"):
        assert part in text


def test_kept_results_are_shown_and_drawn_without_spark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report().write(tmp_path / "a.json")
    picture, text = tmp_path / "plots" / "a.svg", tmp_path / "a.md"
    with pytest.raises(SystemExit) as ended:
        run(["--from", str(tmp_path / "a.json"), "--plot", str(picture), "--markdown", str(text)])
    assert ended.value.code == 0
    assert "figures to reach" in capsys.readouterr().out
    assert picture.exists()
    assert text.exists()


def test_command_without_anything_to_do_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from streamtables.cli.benchmark import run; run()"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "name a suite" in done.stderr


def test_all_queries_of_tpch_are_there() -> None:
    queries = read_queries()
    assert [query.name for query in queries] == [f"q{number:02}" for number in range(1, 23)]
    assert queries[4].tables == {"customer", "orders", "lineitem", "supplier", "nation", "region"}


def test_order_without_limit_is_not_stored_and_with_limit_it_is() -> None:
    by_name = {query.name: query.stored for query in read_queries()}
    assert by_name["q01"].endswith("GROUP BY l_returnflag, l_linestatus")
    assert by_name["q03"].endswith("ORDER BY revenue DESC, o_orderdate\nLIMIT 10")
    assert all(("ORDER BY" in text) == ("LIMIT" in text) for text in by_name.values())


def test_profile_takes_other_sizes() -> None:
    profile = STANDARD.with_rows((5, 7)).with_sources(SourceProperties.PLAIN).with_scale_factor(0.5)
    assert profile.overhead.rows == 5
    assert profile.micro.rows == profile.scale.rows == profile.bulk.rows == (5, 7)
    assert profile.tpch.scale_factor == 0.5
    assert profile.graph.properties is SourceProperties.PLAIN
    assert QUICK.with_rows(()).with_scale_factor(None).with_fractions(()).with_patterns(()).with_only(()) == QUICK
    newest = STANDARD.with_patterns((Pattern.NEWEST,))
    assert (newest.tpch.patterns, newest.scale.patterns) == ((Pattern.NEWEST,), (Pattern.NEWEST,))
    assert newest.overhead.patterns == STANDARD.overhead.patterns  # It has no such pattern.
    some = STANDARD.with_fractions((0.2,)).with_only(("join", "q05", "q06", "delete"))
    assert some.micro.fractions == some.tpch.fractions == some.bulk.changes == (0.2,)
    assert (some.micro.shapes, some.tpch.queries) == (("join",), ("q05", "q06"))
    assert some.bulk.kinds == ("delete",)
    with pytest.raises(ValueError, match="'q99' is no shape"):
        STANDARD.with_only(("q99",))
    assert set(QUICK.runners()) == set(Suite) - {Suite.ALL}

"""One rule for each operator. A rule knows its own operator only; ``RULES`` is where they meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from streamtables_rewriter.changes.rule import Rule
from streamtables_rewriter.operators.aggregate.nested import AggregateRule
from streamtables_rewriter.operators.anti_join import AntiJoinRule
from streamtables_rewriter.operators.filter import FilterRule
from streamtables_rewriter.operators.full_join import FullJoinRule
from streamtables_rewriter.operators.generate import GenerateRule
from streamtables_rewriter.operators.inner_join import InnerJoinRule
from streamtables_rewriter.operators.left_join import LeftJoinRule
from streamtables_rewriter.operators.mark_join import MarkJoinRule
from streamtables_rewriter.operators.project import ProjectRule
from streamtables_rewriter.operators.repeat import RepeatRule
from streamtables_rewriter.operators.scan import ScanRule
from streamtables_rewriter.operators.semi_join import SemiJoinRule
from streamtables_rewriter.operators.sessions import SessionsRule
from streamtables_rewriter.operators.top_k import TopKRule
from streamtables_rewriter.operators.union_all import UnionAllRule
from streamtables_rewriter.operators.values import ValuesRule
from streamtables_rewriter.operators.window import WindowRule
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    FullJoin,
    Generate,
    InnerJoin,
    LeftJoin,
    MarkJoin,
    Node,
    Project,
    Repeat,
    Scan,
    SemiJoin,
    Sessions,
    TopK,
    UnionAll,
    Values,
    Window,
)

RULES: Mapping[type[Node], Rule[Any]] = {
    Scan: ScanRule(),
    Filter: FilterRule(),
    Project: ProjectRule(),
    InnerJoin: InnerJoinRule(),
    LeftJoin: LeftJoinRule(),
    FullJoin: FullJoinRule(),
    SemiJoin: SemiJoinRule(),
    AntiJoin: AntiJoinRule(),
    MarkJoin: MarkJoinRule(),
    UnionAll: UnionAllRule(),
    Aggregate: AggregateRule(),
    TopK: TopKRule(),
    Values: ValuesRule(),
    Window: WindowRule(),
    Sessions: SessionsRule(),
    Repeat: RepeatRule(),
    Generate: GenerateRule(),
}

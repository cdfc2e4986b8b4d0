"""A definition, compiled: its stream plan and its delta templates, kept as long as the definition lasts."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from streamtables.catalog.definition import Definition, RecordedRelations, dotted
from streamtables.catalog.frontier import Parts
from streamtables.engine.programs.options import Options
from streamtables.spark.lookup.analysis import SparkTypeOracle
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.compile import Apply, StreamPlan, compile_query
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.runtime_filters import SourceColumn, runtime_filters_in
from streamtables_rewriter.templates.template import statement_text

_CACHED_PROGRAMS = 512
_MANY = 10


@dataclass(slots=True)
class Program:
    """The compiled form of one version of a definition; threads share it.

    Attributes:
        definition: The definition.
        plan: The stream plan; None for a query that is only recomputed.
        tables: The sources' tables by index; none for a query that is only recomputed.
        filters: For some sources, by index, a condition over the stored columns: rows that fail it do not matter.
    """

    definition: Definition
    plan: StreamPlan | None
    tables: Mapping[int, Table] = field(init=False)
    filters: Mapping[int, str] = field(init=False)
    _templates: dict[tuple[frozenset[int], bool, bool], DeltaTemplate] = field(init=False, default_factory=dict)
    _joined_keys: dict[frozenset[int], frozenset[SourceColumn]] = field(init=False, default_factory=dict)
    _over_compactions: Program | None = field(init=False, default=None)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock, compare=False, repr=False)

    def __post_init__(self) -> None:
        """List the tables and the filters."""
        sources = self.plan.bound.sources if self.plan is not None else ()
        self.tables = {source.index: source.table for source in sources}
        filters = self.plan.filters if self.plan is not None else {}
        self.filters = {source: statement_text(condition) for source, condition in filters.items()}

    def over_compactions(self) -> Program:
        """Return the program for changes during which a source's parts of groups were compacted.

        Returns:
            The same definition, with templates that compute groups from the rows as they are and as they were: the
            latter are not what is left of the former without the change.
        """
        with self._lock:
            if self._over_compactions is None:
                self._over_compactions = Program(self.definition, compile_definition(self.definition, taken_back=False))
            return self._over_compactions

    def template(self, changed: frozenset[int], insert_only: bool, *, unconsolidated: bool = False) -> DeltaTemplate:
        """Return the delta template for a set of changed sources.

        Args:
            changed: Indexes of the sources that changed.
            insert_only: Whether rows only came.
            unconsolidated: Whether the copies of a row may be stored apart.

        Returns:
            The template, generated at most once.

        Raises:
            ValueError: The query is only recomputed.
        """
        if self.plan is None:
            raise ValueError(f"{self.definition.display_name} has no differential plan")
        key = (changed, insert_only, unconsolidated)
        with self._lock:
            if key not in self._templates:
                self._templates[key] = self.plan.delta(changed, insert_only, unconsolidated)
            return self._templates[key]

    def used_columns(self) -> dict[str, tuple[str, ...]]:
        """Return the columns that the query is known to read, by dotted source name.

        Returns:
            The columns; nothing for a query that is only recomputed.
        """
        sources = self.plan.bound.sources if self.plan is not None else ()
        return {dotted(source.table.name): source.used for source in sources}

    def joined_keys(self, source: int, changed: frozenset[int]) -> tuple[str, ...]:
        """Name the columns of a source's change of which it is good to know the range.

        Args:
            source: Index of the source.
            changed: Indexes of all sources that changed: what meets which change depends on them.

        Returns:
            The columns, in order.
        """
        with self._lock:
            if changed not in self._joined_keys:
                templates = [self.template(changed, insert_only) for insert_only in (False, True)]
                runtime_filters = [
                    runtime_filter
                    for template in templates
                    for runtime_filter in runtime_filters_in(template.changes.tree)
                ]
                keys = {key for runtime_filter in runtime_filters for key in runtime_filter.changes}
                self._joined_keys[changed] = frozenset(key for key in keys if isinstance(key, SourceColumn))
            joined = self._joined_keys[changed]
        return tuple(sorted(key.column for key in joined if key.source == source))

    def reads_change(self, source: int, changed: frozenset[int], *, alternative: bool = False) -> bool:
        """Return whether the rows of one source's change are asked for at all.

        Args:
            source: Index of the source.
            changed: Indexes of all sources that changed.
            alternative: Whether templates are to begin with their second way.

        Returns:
            False where new rows are compared with the stored ones instead.
        """
        delta = Placeholder(PlaceholderKind.DELTA, source)
        templates = [self.template(changed, only) for only in (False, True)]
        return any(delta in (t.with_alternative() if alternative else t).changes.placeholders for t in templates)

    def leaves_unconsolidated(self, parts: Parts | None, *, insert_only: bool, few: bool) -> bool:
        """Return whether equal rows of a table without groups may be stored apart after a refresh.

        Appending reads nothing of the table, and where few rows go they are merged on read, which reads it once. Where
        many go, the places of each would have to be counted before a MERGE.

        Args:
            parts: What has been appended and merged since the table was written.
            insert_only: Whether rows only came.
            few: Whether few rows changed.

        Returns:
            True if rows that come are to be appended, and rows that go to be looked for in several places.
        """
        if self.plan is None or self.plan.layout != "rows":
            return False
        if parts is not None and parts.appends:
            return True
        apply = Options.of(self.definition.properties).apply
        merged = parts is not None and parts.merges > 0
        return apply is Apply.APPEND or (apply is Apply.AUTO and (few or (insert_only and not merged)))

    def appends_at_once(self, source: int, parts: Parts | None, insert_only: bool) -> bool:
        """Return whether a change of one source alone is appended by a query that reads that change once, and no table.

        Args:
            source: Index of the source.
            parts: What has been appended and merged since the table was written.
            insert_only: Whether rows only came.

        Returns:
            True if the change needs no place of its own before it is applied.
        """
        if self.plan is None or self.plan.layout == "groups":
            return False
        unconsolidated = self.leaves_unconsolidated(parts, insert_only=insert_only, few=False)
        if unconsolidated and self.tables[source].multiplicity is not None:
            # A row may stand for several, which are to be counted.
            return False
        template = self.template(frozenset({source}), insert_only, unconsolidated=unconsolidated)
        delta = Placeholder(PlaceholderKind.DELTA, source)
        once = template.changes.placeholders == (delta,) and template.changes.counts[delta] == 1
        return once and template.merge is None


class ProgramCache:
    """Programs by stream table; a new version of a definition replaces the old one's."""

    def __init__(self) -> None:
        self._compiled: OrderedDict[str, _Compiled] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, definition: Definition) -> Program:
        """Return the program of a definition, compiling it if it is new here.

        Args:
            definition: The definition.

        Returns:
            The program: the same for all who ask.
        """
        with self._lock:
            compiled = self._compiled.get(definition.id)
            if compiled is None or compiled.definition != definition:
                compiled = _Compiled(definition)
            self._keep(compiled)
        return compiled.program()

    @property
    def has_many(self) -> bool:
        """Whether the application has worked on so many stream tables that it is warm."""
        with self._lock:
            return len(self._compiled) >= _MANY

    def put(self, program: Program) -> None:
        """Keep a program."""
        with self._lock:
            self._keep(_Compiled(program.definition, program))

    def _keep(self, compiled: _Compiled) -> None:
        self._compiled[compiled.definition.id] = compiled
        self._compiled.move_to_end(compiled.definition.id)
        while len(self._compiled) > _CACHED_PROGRAMS:
            self._compiled.popitem(last=False)

    def drop(self, stream_table_id: str) -> None:
        """Forget a program."""
        with self._lock:
            self._compiled.pop(stream_table_id, None)


class _Compiled:
    """The program of a definition, compiled by the first who asks; the others wait for it, and for no other."""

    def __init__(self, definition: Definition, program: Program | None = None) -> None:
        self.definition = definition
        self._program = program
        self._lock = threading.Lock()

    def program(self) -> Program:
        with self._lock:
            if self._program is None:
                self._program = Program(self.definition, compile_definition(self.definition))
            return self._program


def compile_definition(definition: Definition, *, taken_back: bool = True) -> StreamPlan | None:
    """Compile a definition from what it recorded at CREATE; Spark is not asked again.

    Args:
        definition: The definition.
        taken_back: See ``compile_query``.

    Returns:
        The stream plan, or None if the query is only recomputed.
    """
    if definition.full_only is not None:
        return None
    bound = bind_query(
        definition.query,
        RecordedRelations(definition.relations, definition.namespace),
        namespace=definition.namespace,
        case_sensitive=definition.settings.get("spark.sql.caseSensitive") == "true",
        column_names=[column.name for column in definition.columns],
        functions=[called.function for called in definition.functions],
        clock=True,
    )
    options = Options.of(definition.properties)
    return compile_query(
        bound,
        SparkTypeOracle(None, dict(definition.types)),
        algebraic_floats=options.algebraic_floats,
        ansi=definition.settings.get("spark.sql.ansi.enabled") == "true",
        apply=placed_apply(options, placed=bool(definition.partitioned_by or definition.clustered_by)),
        taken_back=taken_back,
    )


def placed_apply(options: Options, *, placed: bool) -> Apply:
    """Choose how changes are applied where the rows' places in the table may be given.

    Args:
        options: The stream table's options.
        placed: Whether the table is partitioned or clustered: its groups are meant to lie together then.

    Returns:
        What the rewriter is asked for.
    """
    return Apply.MERGE if placed and options.apply is Apply.AUTO else options.apply

"""Which stream tables a run refreshes, in which order, and who asks for each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from streamtables.catalog.definition import table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.catalog.registry import RegisteredTable


@dataclass(frozen=True, slots=True)
class ChosenTables:
    """The stream tables of a run.

    Attributes:
        graph: The graph they are from.
        tables: The tables in order, each behind those it reads.
        requested_by: Who asked for each of them, by ``table_key``.
    """

    graph: DependencyGraph
    tables: tuple[RegisteredTable, ...]
    requested_by: Mapping[str, RequestedBy]

    @property
    def names(self) -> frozenset[str]:
        """The keys of the tables."""
        return frozenset(table_key(table.name) for table in self.tables)

    @classmethod
    def named(
        cls, graph: DependencyGraph, names: Collection[str], *, upstream: bool = True, cascade: bool = False
    ) -> ChosenTables:
        """Choose what a statement names, and the IMMEDIATE tables that follow it.

        Args:
            graph: All stream tables.
            names: Keys of the named ones.
            upstream: Whether those that they read are refreshed first.
            cascade: Whether those that read them follow.

        Returns:
            The tables.
        """
        asked = dict.fromkeys(graph.downstream(names), RequestedBy.CASCADE) if cascade else {}
        asked |= dict.fromkeys(names, RequestedBy.MANUAL)
        if upstream:
            asked = dict.fromkeys(graph.upstream(asked), RequestedBy.UPSTREAM) | asked
        return cls._of(graph, graph.immediate_below(graph.backings(asked)), asked)

    @classmethod
    def scheduled(cls, graph: DependencyGraph, names: Iterable[str]) -> ChosenTables:
        """Choose what is refreshed when stream tables are due.

        What they read without a schedule of its own, or with ``DOWNSTREAM``, is refreshed first, as by REFRESH; what
        has another schedule keeps to it.

        Args:
            graph: All stream tables.
            names: Keys of those that are due; those that there are no more are left out.

        Returns:
            The tables.
        """
        due = graph.names & set(names)
        immediate = {table_key(table.name) for table in graph.in_order(due) if table.is_immediate}
        asked = dict.fromkeys(graph.carried_along(due) - due, RequestedBy.UPSTREAM)
        asked |= dict.fromkeys(due - immediate, RequestedBy.SCHEDULE)
        return cls._of(graph, immediate | graph.immediate_below(graph.backings(asked)), asked)

    @classmethod
    def below(cls, graph: DependencyGraph, sources: Iterable[str]) -> ChosenTables:
        """Choose what has to be maintained behind a statement that writes to some tables (dotted full names)."""
        return cls._of(graph, graph.immediate_below(sources), {})

    @classmethod
    def to_be_read(cls, graph: DependencyGraph, names: Iterable[str]) -> ChosenTables:
        """Choose what is brought up to date before some stream tables are read (their keys)."""
        read = graph.upstream(graph.names & set(names))
        changing = {table_key(t.name) for t in graph.in_order(read) if t.passes_changes_on}
        return cls._of(graph, changing | graph.immediate_below(graph.backings(changing)), {})

    @classmethod
    def _of(cls, graph: DependencyGraph, immediate: Iterable[str], asked: Mapping[str, RequestedBy]) -> ChosenTables:
        by_name = dict.fromkeys(immediate, RequestedBy.IMMEDIATE) | dict(asked)
        return cls(graph, tuple(graph.in_order(by_name)), by_name)

"""The graph of stream tables: who reads whom, and the order of a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from streamtables.catalog.definition import BACKING_SUFFIX, dotted, table_key
from streamtables.catalog.reachability import reachable
from streamtables.catalog.registry import RegisteredTable
from streamtables.errors import DefinitionError

if TYPE_CHECKING:
    from collections.abc import Mapping


class DependencyGraph:
    """Which stream table reads which.

    Args:
        tables: Every registered stream table.
    """

    def __init__(self, tables: Sequence[RegisteredTable]) -> None:
        self._by_name = {table_key(table.name): table for table in tables}
        by_backing = {table_key(table.backing): table_key(table.name) for table in tables}
        self._upstream: Mapping[str, frozenset[str]] = {
            name: frozenset(by_backing[source.lower()] for source in table.sources if source.lower() in by_backing)
            for name, table in self._by_name.items()
        }

    @property
    def names(self) -> frozenset[str]:
        """The keys of all stream tables (``table_key``)."""
        return frozenset(self._by_name)

    def upstream(self, names: Iterable[str]) -> set[str]:
        """Return every stream table that some of the given ones read, at any distance, and those themselves."""
        return reachable(map(str.lower, names), self._upstream)

    def downstream(self, names: Iterable[str]) -> set[str]:
        """Return every stream table that reads some of the given ones, at any distance, and those themselves."""
        readers: dict[str, set[str]] = {}
        for name, sources in self._upstream.items():
            for source in sources:
                readers.setdefault(source, set()).add(name)
        return reachable(map(str.lower, names), readers)

    def readers(self, name: str) -> list[RegisteredTable]:
        """Return the stream tables that read one, at any distance, each behind those it reads."""
        return self.in_order(self.downstream([name]) - {name.lower()})

    def direct_sources(self, name: str) -> frozenset[str]:
        """Return the stream tables that one reads directly."""
        return self._upstream.get(name.lower(), frozenset())

    def unknown_backings(self, names: Iterable[str]) -> set[str]:
        """Return the backing tables that some tables read and that no stream table of the graph has."""
        known = {table_key(table.backing) for table in self._by_name.values()}
        read = {source.lower() for name in names for source in self._by_name[name].sources}
        return {source for source in read - known if source.rstrip("`").endswith(BACKING_SUFFIX)}

    def in_order(self, names: Iterable[str]) -> list[RegisteredTable]:
        """Return tables so that each stands behind those it reads.

        Args:
            names: Dotted full names.

        Returns:
            The tables.

        Raises:
            DefinitionError: ``SELF_REFERENCE``: two statements of two processes have closed a circle, each unseen by
                the other.
        """
        wanted = {name.lower() for name in names}
        sorter = TopologicalSorter({name: self._upstream.get(name, frozenset()) & wanted for name in sorted(wanted)})
        try:
            return [self._by_name[name] for name in sorter.static_order() if name in self._by_name]
        except CycleError as error:
            circle = [dotted(self._by_name[name].name[1:]) for name in error.args[1]]
            hint = f"alter or drop one of {', '.join(sorted(set(circle)))}"
            raise DefinitionError("SELF_REFERENCE", {"name": circle[0]}, hint=hint) from error

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
        self._backing_of = {name: table_key(table.backing) for name, table in self._by_name.items()}
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

    def carried_along(self, names: Iterable[str]) -> set[str]:
        """Return some stream tables and those that they read, as far as these have no schedule of their own.

        Args:
            names: Keys of tables.

        Returns:
            The keys: what is refreshed when the given ones are due.
        """
        carried = {
            name: frozenset(source for source in sources if not self._by_name[source].keeps_time)
            for name, sources in self._upstream.items()
        }
        return reachable(map(str.lower, names), carried)

    def base_sources(self, names: Iterable[str]) -> set[str]:
        """Return the dotted names of the Delta tables that stream tables read, without those that they fill."""
        wanted = set(names)
        backings = self.backings(wanted)
        return {source for name in wanted for source in self._by_name[name].sources if source.lower() not in backings}

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

    def backings(self, names: Iterable[str]) -> set[str]:
        """Return the lower-case dotted names of the tables that hold the rows of some stream tables."""
        return {self._backing_of[name] for name in names}

    def immediate_below(self, sources: Iterable[str]) -> set[str]:
        """Return the stream tables that a statement has to maintain which writes to some tables.

        These are the IMMEDIATE ones that read them, directly or through stream tables that pass changes on, with what
        of these they read at any distance: an IMMEDIATE table follows the tables that people write to, not the last
        refresh of another stream table. One that is suspended, or can only be recomputed, passes nothing on before it
        is refreshed.

        Args:
            sources: Dotted full names of Delta tables.

        Returns:
            The keys of the tables.
        """
        above = self._read_by_carriers()
        readers: dict[str, set[str]] = {}
        for name in above:
            for source in self._by_name[name].sources:
                readers.setdefault(source.lower(), set()).add(name)
        below = {name: readers.get(self._backing_of[name], set()) for name in above}
        written, chosen = {source.lower() for source in sources}, set[str]()
        while written:
            direct = {reader for source in written for reader in readers.get(source, ())}
            immediate = {name for name in reachable(direct, below) if self._by_name[name].is_immediate}
            found = reachable(immediate, above) - chosen
            chosen |= found
            # What is brought up to date on the way has other readers.
            written = self.backings(found)
        return chosen

    def immediate_sources(self) -> set[str]:
        """Return the dotted names of the tables that people write to and that IMMEDIATE stream tables follow."""
        above, backings = self._read_by_carriers(), set(self._backing_of.values())
        followed = reachable((name for name in above if self._by_name[name].is_immediate), above)
        return {s for name in followed for s in self._by_name[name].sources if s.lower() not in backings}

    def _read_by_carriers(self) -> dict[str, frozenset[str]]:
        """Return, for each stream table that passes changes on, those of the same kind that it reads."""
        carriers = {name for name, table in self._by_name.items() if table.passes_changes_on}
        return {name: self._upstream[name] & carriers for name in carriers}

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

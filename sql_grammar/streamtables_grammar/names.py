"""Names of tables, as the user wrote them and as Spark reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_grammar.spans import SourceSpan

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


@dataclass(frozen=True, slots=True)
class QualifiedName:
    """A name of one to three parts (catalog, schema, table), quotes removed.

    Attributes:
        parts: The parts, outermost first, in the case the user wrote.
        span: Where the name stands; not part of equality.
    """

    parts: tuple[str, ...]
    span: SourceSpan | None = None

    def __eq__(self, other: object) -> bool:
        """Compare the parts; where a name was written does not matter."""
        return isinstance(other, QualifiedName) and self.parts == other.parts

    def __hash__(self) -> int:
        """Hash the parts."""
        return hash(self.parts)

    def __str__(self) -> str:
        """Return the dotted name, parts quoted where they must be."""
        return ".".join(p if _PLAIN.match(p) else quote_identifier(p) for p in self.parts)

    @property
    def sql(self) -> str:
        """The name with every part quoted, safe in any statement."""
        return quote_name(self.parts)

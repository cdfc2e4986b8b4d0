"""Names of common table expressions by which it is known whether they are worth a statement of their own."""

from __future__ import annotations

CHANGED_GROUPS = "changed_groups"
"""What changed in the groups of an aggregate: a filter below it may leave few of many changed rows."""
UNCHANGING = "unchanging"
"""An aggregate of all rows, one row, of which nothing changed: what it was at a refresh before, it still is."""
MET_KEYS = "met_keys"
"""Relations of keys that are met."""
WANTED_KEYS = "wanted_keys"
"""Relations of keys that are handed down."""

"""Refreshing: from pinned versions to one commit and its result."""

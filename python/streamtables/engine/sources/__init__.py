"""The sources of a query: pinned at one version, and what changed in them since another."""

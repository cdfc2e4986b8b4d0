"""Triggers: statements that run behind a refresh, on what changed."""

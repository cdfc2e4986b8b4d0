"""Refreshing: the facts, the decision, one refresh, a run of several."""

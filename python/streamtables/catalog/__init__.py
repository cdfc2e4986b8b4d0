"""State: what is stored about a stream table, and where."""

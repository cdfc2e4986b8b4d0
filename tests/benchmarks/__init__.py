"""The benchmark: refreshing a stream table from its sources' changes, against recomputing it."""

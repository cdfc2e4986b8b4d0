"""Late materialization: a few rows out of a table's files."""

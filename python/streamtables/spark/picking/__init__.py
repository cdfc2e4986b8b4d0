"""A few rows out of a table's files."""

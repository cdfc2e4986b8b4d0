"""A year of flights out of New York: loaded, changed and followed by stream tables. ``python -m streamtables.demo``."""

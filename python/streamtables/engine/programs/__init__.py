"""Compiled definitions, and the SQL that recomputes them."""

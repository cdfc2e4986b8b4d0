"""Altering stream tables: what a change of the definition asks for, and doing it."""

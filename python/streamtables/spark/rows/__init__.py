"""Rows in the driver's memory and in frames."""

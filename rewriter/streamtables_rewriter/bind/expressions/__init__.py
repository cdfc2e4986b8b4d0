"""What stands in a clause: expressions, calls of aggregates and windows, and the select list."""

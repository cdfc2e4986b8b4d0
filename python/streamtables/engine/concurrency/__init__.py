"""Others at work on the same stream table, in this process and elsewhere."""

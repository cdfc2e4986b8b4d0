"""What can be written next in SQL: one completion for the prompt of ``streamtables sql`` and for notebooks."""

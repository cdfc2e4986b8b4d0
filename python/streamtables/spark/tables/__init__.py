"""Delta's tables: their logs, their files and commits to them."""

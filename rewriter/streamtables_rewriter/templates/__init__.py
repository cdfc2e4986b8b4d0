"""SQL with placeholders, and the statements it is run as."""

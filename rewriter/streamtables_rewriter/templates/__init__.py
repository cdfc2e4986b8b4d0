"""SQL with holes, and the statements it is run as."""

"""View adaptation: the rows of another query, from those that are stored for the one before."""

"""The operator tree that a query is reduced to."""

"""Aggregates below other operators; those at the top of a query are merged into the stored groups instead."""

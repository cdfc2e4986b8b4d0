"""Rewrites of the operator tree that keep its meaning. One rewrite, one file."""

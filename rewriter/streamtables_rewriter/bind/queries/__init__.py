"""Whole queries: blocks with their groups and orders, set operations, pipes and common table expressions."""

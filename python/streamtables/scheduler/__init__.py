"""Refreshes stream tables when their schedules say so."""

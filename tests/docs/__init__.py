"""The documentation: its pages are current, its links lead somewhere, and its examples run."""

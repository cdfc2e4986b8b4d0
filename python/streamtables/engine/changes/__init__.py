"""What changed of a stream table as its readers see it."""

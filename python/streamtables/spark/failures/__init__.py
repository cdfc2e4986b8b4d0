"""What failures of Spark say, and what may be kept of it."""

"""What Spark's types, functions and clock mean."""

"""What names stand for, and what Spark says of a query."""

"""The mathematics of stream tables: a query in, delta SQL out. No Spark, no I/O."""

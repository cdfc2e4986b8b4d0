"""Everything that touches Spark, Delta or py4j at run time."""

"""One process for one warehouse: JDBC, Spark Connect, the scheduler, and HTTP for probes and Prometheus."""

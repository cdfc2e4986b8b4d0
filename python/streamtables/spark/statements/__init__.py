"""Our place in Spark's parser: what the JVM asks, and what it is answered."""

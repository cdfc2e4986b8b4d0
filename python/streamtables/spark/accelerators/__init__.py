"""What reaches into private parts of Spark, Delta and Hadoop: what there is, whether it works here, who uses it."""

"""Starting Spark, and sessions of our own with the settings that a query needs."""

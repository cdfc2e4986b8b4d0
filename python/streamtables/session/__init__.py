"""Sessions: where our statements enter Spark and find what runs them."""

"""From the change of a query's result to the MERGE that brings it into the stored table."""

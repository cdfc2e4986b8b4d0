"""The servers of Spark that ship with it, in this process: Thrift for JDBC, and Spark Connect."""

"""IMMEDIATE stream tables: maintained by the statement that writes to what they follow, and before they are read."""

"""Building, reading and writing SQL trees; nothing here knows an operator."""

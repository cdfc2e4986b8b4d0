"""One commit to a stream table: rows appended, exchanged, merged or folded."""

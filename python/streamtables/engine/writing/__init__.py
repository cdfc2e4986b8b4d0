"""One commit to a stream table: rows appended, merged on read, merged or compacted."""

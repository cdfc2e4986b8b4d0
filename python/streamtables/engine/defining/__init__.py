"""What a stream table is: creating, rebuilding and dropping it, and the objects behind it."""

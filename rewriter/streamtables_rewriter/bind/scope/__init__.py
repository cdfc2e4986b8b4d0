"""What names mean where: the text, the clauses that are read, columns in scope, and what one binding counts."""

"""What the rules of several operators share: their contract, joins, and keys pushed down."""

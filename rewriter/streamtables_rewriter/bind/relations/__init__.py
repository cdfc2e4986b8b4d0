"""What FROM reads: tables, joins, generators and constant rows."""

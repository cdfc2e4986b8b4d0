"""What is stored of a group, and how a change of its rows changes it."""

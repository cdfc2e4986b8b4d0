"""The rows of one refresh, brought to where they are used."""

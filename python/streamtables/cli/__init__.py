"""The ``streamtables`` command: each sub-command puts one statement together, runs it and prints its rows."""

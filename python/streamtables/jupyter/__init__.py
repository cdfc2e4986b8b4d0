"""SQL in notebooks: ``%load_ext streamtables`` gives IPython ``%sql``, ``%%sql`` and ``%stream_graph``.

Only ``extension.py``, ``magics.py`` and what they load import IPython, which is an optional dependency.
"""

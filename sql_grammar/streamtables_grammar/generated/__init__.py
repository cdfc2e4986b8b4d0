"""Written by ANTLR from StreamSql.g4; run sql_grammar/generate.py instead of editing."""

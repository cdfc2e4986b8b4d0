"""Types and values as DuckDB spells them."""

from __future__ import annotations

import re
from datetime import date, datetime

from sqlglot import exp

_SPARK_TYPES = {
    "HUGEINT": "bigint",
    "BIGINT": "bigint",
    "INTEGER": "int",
    "SMALLINT": "smallint",
    "TINYINT": "tinyint",
    "DOUBLE": "double",
    "FLOAT": "float",
    "UINTEGER": "bigint",
    "VARCHAR": "string",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "timestamp_ntz",
    "TIMESTAMP WITH TIME ZONE": "timestamp",
    "BLOB": "binary",
    "INTERVAL": "interval day to second",
    '"NULL"': "int",
    "NULL": "int",
}


def spark_type(duckdb_type: str) -> str:
    """Spell a DuckDB type as Spark would."""
    if duckdb_type in _SPARK_TYPES:
        return _SPARK_TYPES[duckdb_type]
    if re.fullmatch(r"DECIMAL\(\d+,\d+\)", duckdb_type):
        return duckdb_type.lower()
    if duckdb_type.startswith(("MAP", "STRUCT")) or duckdb_type.endswith("[]"):
        return _nested(exp.DataType.build(duckdb_type, dialect="duckdb"))
    raise NotImplementedError(duckdb_type)


def _nested(type_: exp.DataType) -> str:
    """Spell a type as Spark's schemas do: without blanks, and with a colon behind a field's name."""
    if not type_.is_type("array", "list", "map", "struct"):
        return spark_type({"INT": "INTEGER", "TEXT": "VARCHAR"}.get(name := type_.sql("duckdb"), name))
    if type_.is_type("struct"):
        parts = [f"{field.name}:{_nested(field.args['kind'])}" for field in type_.expressions]
    else:
        parts = list(map(_nested, type_.expressions))
    return f"{'array' if type_.is_type('list') else type_.this.value.lower()}<{','.join(parts)}>"


def duckdb_type(type_: str) -> str:
    """Spell a Spark type as DuckDB would."""
    return exp.DataType.build(type_, dialect="spark").sql(dialect="duckdb")


def literal(value: object) -> str:
    """Write a value in SQL; a dict with names for keys in ``struct`` is one."""
    if value is None:
        return "NULL"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return f"MAP {{{', '.join(f'{literal(k)}: {literal(v)}' for k, v in value.items())}}}"
    if isinstance(value, tuple):
        return f"row({', '.join(map(literal, value))})"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, datetime):
        return f"TIMESTAMP '{value.isoformat(sep=' ')}'"
    if isinstance(value, date):
        return f"DATE '{value.isoformat()}'"
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    return str(value)


def sorted_entries(value: object) -> object:
    """Put the entries of maps in order, which makes no other value of them."""
    if isinstance(value, dict):
        entries = ((key, sorted_entries(inner)) for key, inner in value.items())
        return dict(sorted(entries, key=lambda entry: str(entry[0])))
    return [sorted_entries(inner) for inner in value] if isinstance(value, list) else value

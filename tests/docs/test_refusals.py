"""The examples of the page of refusals: each is refused by its condition, and the rewrite is maintained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from docs.generating.refusals_page import refusals
from docs.generating.supported_page import supported

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.plan.relations import ColumnType, Table
from tests.docs.pages import blocks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ON_SPARK = frozenset({"CHAR_LENGTHS", "FUNCTION_READS_TABLES"})
"""What Spark's analysis or the stored functions are needed to know of."""
_TABLES: Mapping[str, str] = {
    "archive": "id bigint",
    "customers": "id bigint, name string, region string",
    "documents": "id bigint, details variant",
    "items": "order_id bigint, sku string, quantity int, weight double",
    "long_codes": "code char(4)",
    "orders": (
        "id bigint, customer_id bigint, ordered_at timestamp, amount decimal(10_2), status string, tags array<string>"
    ),
    "shops": "place struct<city:string_street:string>",
    "short_codes": "code char(2)",
}
_FURTHER = (
    "CREATE TABLE sales.short_codes (code CHAR(2)) USING delta",
    "CREATE TABLE sales.long_codes (code CHAR(4)) USING delta",
    "CREATE TABLE sales.archive (id BIGINT) USING parquet",
    "CREATE TABLE sales.shops (place STRUCT<city: STRING, street: STRING>) USING delta",
    "CREATE TABLE sales.documents (id BIGINT, details VARIANT) USING delta",
    (
        "CREATE FUNCTION sales.order_count(c BIGINT) RETURNS BIGINT "
        "RETURN (SELECT count(*) FROM sales.orders WHERE customer_id = c)"
    ),
)


@dataclass(frozen=True)
class _Catalog:
    def resolve(self, parts: Sequence[str], _namespace: Sequence[str] | None = None) -> Table | None:
        name = parts[-1]
        if name not in _TABLES:
            return None
        columns = tuple(ColumnType(*text.strip().replace("_2", ",2").split(" ")) for text in _TABLES[name].split(","))
        kind = {"maintainable": "parquet table"} if name == "archive" else {}
        return Table(("spark_catalog", "sales", name), columns, **kind)


_EXAMPLES = {name: text["example"] for name, text in refusals().items() if "example" in text}
_REWRITES = {name: text["rewrite"] for name, text in refusals().items() if "rewrite" in text}


@pytest.mark.parametrize("name", sorted(_EXAMPLES.keys() - _ON_SPARK))
def test_example_is_refused_by_its_condition(name: str) -> None:
    with pytest.raises(UnsupportedQueryError) as caught:
        bind_query(_EXAMPLES[name], _Catalog(), clock=True)
    assert caught.value.getCondition() == f"UNSUPPORTED_QUERY.{name}"


@pytest.mark.parametrize("name", sorted(_REWRITES))
def test_rewrite_is_maintained(name: str) -> None:
    bind_query(_REWRITES[name], _Catalog(), clock=True)


@pytest.mark.parametrize("section", supported(), ids=lambda section: section["title"])
def test_example_of_what_is_maintained_is(section: dict[str, str]) -> None:
    bind_query(section["example"], _Catalog(), clock=True)


def test_spark_takes_the_examples_and_says_what_only_it_can_know(spark: SparkSession) -> None:
    for statement in (*blocks("docs/sql/index.md")[-1].text.split(";\n"), *_FURTHER):
        if statement.strip():
            spark.sql(statement)
    try:
        wrong = []
        for query in (*_EXAMPLES.values(), *_REWRITES.values()):
            try:
                spark.sql(query)
            except Exception as error:  # noqa: BLE001 - all of them are told
                wrong.append(f"{query}: {error}")
        for name in sorted(_ON_SPARK):
            rows = spark.sql(f"EXPLAIN CREATE STREAM TABLE sales.x AS {_EXAMPLES[name]}").collect()
            if ("blocking condition", f"UNSUPPORTED_QUERY.{name}") not in [tuple(row) for row in rows]:
                wrong.append(f"{name} is not what is in the way")
        assert not wrong, "\n".join(wrong)
    finally:
        spark.sql("DROP SCHEMA sales CASCADE")

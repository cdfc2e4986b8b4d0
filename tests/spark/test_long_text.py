"""Texts that are longer than what Py4J sends at once arrive whole."""

from __future__ import annotations

import pytest

from streamtables.spark.lookup.catalog_lookup import CatalogLookup

USER_METADATA = "spark.databricks.delta.commitInfo.userMetadata"


@pytest.mark.parametrize("first", ["", "x"], ids=["even", "odd"])
def test_a_long_log_entry_is_read_whole(spark, schema, first):
    text = first + '\U0001f600ä\\\n"' * 5000
    spark.sql("CREATE TABLE t (id INT) USING delta")
    spark.conf.set(USER_METADATA, text)
    spark.sql("INSERT INTO t VALUES (1)")
    spark.conf.unset(USER_METADATA)
    commit = CatalogLookup(spark).log(("spark_catalog", schema, "t")).commit(1)
    assert commit.user_metadata == text

"""Rows can be partitioned only by columns whose values come back as they were."""

from __future__ import annotations

import pytest

from streamtables.catalog.definition import OutputColumn
from streamtables.engine.defining.placement import inexact_partition, stored_columns
from streamtables.errors import DefinitionError

REFUSED = ["string", "string collate UTF8_LCASE", "binary", "float", "double", "timestamp", "variant", "array<int>"]
ALLOWED = ["boolean", "tinyint", "smallint", "int", "bigint", "decimal(10,2)", "date", "timestamp_ntz"]


@pytest.mark.parametrize("type_", ALLOWED)
def test_exact_types_may_be_partitioned_by(type_):
    assert inexact_partition(type_) is None
    assert stored_columns(["K"], [OutputColumn("k", "k_1", type_)], "PARTITIONED BY") == ("k_1",)


@pytest.mark.parametrize("type_", REFUSED)
def test_other_types_are_refused_with_what_to_write_instead(type_):
    with pytest.raises(DefinitionError) as caught:
        stored_columns(["k"], [OutputColumn("k", "k", type_)], "PARTITIONED BY")
    assert caught.value.condition.name == "INEXACT_PARTITION_COLUMN"
    assert ("CLUSTER BY (k)" in (caught.value.hint or "")) == (type_ in ("string", "float", "double", "timestamp"))
    assert stored_columns(["k"], [OutputColumn("k", "k", type_)], "CLUSTER BY") == ("k",)

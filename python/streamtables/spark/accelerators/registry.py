"""What reaches into private parts of Spark, Delta or Hadoop for speed, and what runs in its place without it.

No row depends on an accelerator: with all of them off every refresh has the same mode and the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

TRIED: tuple[tuple[str, str], ...] = (("4.2.0", "4.4.0"),)
"""Versions of Spark and Delta with which all accelerators were tried."""


class Scope(Enum):
    """What an accelerator has an effect on."""

    OWN_JOBS = "refreshes"
    APPLICATION = "the application: by default one that `streamtables.session` has started"


@dataclass(frozen=True, slots=True)
class Member:
    """A private field that is reached by reflection.

    Attributes:
        owner: Full name of its class.
        field: Its name.
    """

    owner: str
    field: str


@dataclass(frozen=True, slots=True)
class Accelerator:
    """One way to be faster.

    Attributes:
        name: Its name, with which its setting ends.
        does: What it does.
        alternative: What runs in its place.
        private: The private parts that it depends on, in words.
        package: The package of our Java code that has to compile against them; None where it needs none.
        members: The private fields that it reaches by reflection.
        needs: Names of other accelerators.
        scope: What it has an effect on.
        in_full: Whether a refresh that recomputes uses it, too.
    """

    name: str
    does: str
    alternative: str
    private: str
    package: str | None = None
    members: tuple[Member, ...] = ()
    needs: tuple[str, ...] = ()
    scope: Scope = Scope.OWN_JOBS
    in_full: bool = False


_PARQUET_READER = "org.apache.spark.sql.execution.datasources.parquet.SpecificParquetRecordReaderBase"
_SNAPSHOT = "org.apache.spark.sql.delta.Snapshot"

ACCELERATORS: Mapping[str, Accelerator] = MappingProxyType(
    {
        one.name: one
        for one in (
            Accelerator(
                "small_frames",
                "few rows are brought to the driver as they are, and planned with as a local relation",
                "Spark caches them in the executors",
                "Spark's internal rows, local relations and result serialisation",
                package="rows",
            ),
            Accelerator(
                "picked_rows",
                "few rows of data files are read by position or key, without decoding the others",
                "Spark scans the files",
                "Spark's vectorised Parquet reader and Delta's deletion vectors",
                package="picking",
                members=(
                    Member(_PARQUET_READER, "reader"),
                    Member(f"{_PARQUET_READER}$ParquetRowGroupReaderImpl", "reader"),
                ),
                needs=("small_frames",),
            ),
            Accelerator(
                "kept_columns",
                "key columns that rows were looked up by stay in the executors' memory",
                "they are read again",
                "Spark's column vectors",
                package="picking",
                needs=("picked_rows",),
                scope=Scope.APPLICATION,
            ),
            Accelerator(
                "exchange",
                "few changed rows are hidden by deletion vectors and written anew in one commit",
                "MERGE",
                "Delta's transactions and deletion vectors",
                package="writing",
                needs=("small_frames",),
            ),
            Accelerator(
                "driver_files",
                "the driver writes the data file of few rows",
                "a Spark job writes it",
                "Spark's Parquet writer and Delta's statistics and transactions",
                package="writing",
                needs=("small_frames",),
            ),
            Accelerator(
                "known_transactions",
                "Delta learns a table's transaction numbers from its checksum file",
                "Delta runs a query over the log in each commit",
                "a lazy value of Delta's Snapshot",
                package="host",
                members=(Member(_SNAPSHOT, "transactions"), Member(_SNAPSHOT, "bitmap$0")),
                in_full=True,
            ),
            Accelerator(
                "setting_sources",
                "Hadoop forgets where each of its settings came from, which Spark sends with each job",
                "it is sent",
                "a field of Hadoop's Configuration",
                package="host",
                members=(Member("org.apache.hadoop.conf.Configuration", "updatingResource"),),
                scope=Scope.APPLICATION,
                in_full=True,
            ),
            Accelerator(
                "local_files",
                "commits to local files start no processes",
                "Hadoop starts readlink and chmod",
                "Hadoop's local file system",
                package="host",
                in_full=True,
            ),
            Accelerator(
                "remembered_groups",
                "groups that a refresh computed stay in the driver's memory for the next one",
                "they are computed again",
                "none beside those of small_frames",
                needs=("small_frames",),
            ),
        )
    }
)
"""All of them, by name; each behind those that it needs."""

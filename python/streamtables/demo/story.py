"""What the demo tells: the stream tables, and what happens to their sources."""

from __future__ import annotations

from dataclasses import dataclass

from streamtables_grammar.quoting import quote_string

SCHEMA = "nyc"
"""Schema that the demo owns: dropped and made anew at each run."""

FLIGHTS_FILE = "flights_of_2013"
"""Temporary view over the whole year's file, from which flights arrive."""


@dataclass(frozen=True, slots=True)
class StreamTable:
    """A stream table of the demo.

    Attributes:
        name: Its name in the demo's schema.
        about: What it holds, in one line.
        query: Its query.
    """

    name: str
    about: str
    query: str

    @property
    def full_name(self) -> str:
        """Schema and name."""
        return f"{SCHEMA}.{self.name}"

    @property
    def create_statement(self) -> str:
        """The statement that makes it."""
        clauses = f"REFRESH MODE DIFFERENTIAL COMMENT {quote_string(self.about)}"
        return f"CREATE STREAM TABLE {self.full_name} {clauses} AS\n{self.query}"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens to the sources, before stream tables are refreshed.

    Attributes:
        title: What happens, in one line.
        statements: The SQL that does it, none if nothing happens.
        stream_tables: Those that are refreshed.
        is_compared: Whether recomputing is measured, too: where the tables are large and the session warm. Elsewhere
            both are Spark's fixed costs.
    """

    title: str
    statements: tuple[str, ...]
    stream_tables: tuple[StreamTable, ...]
    is_compared: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A source that is made out of others.

    Attributes:
        name: Its name in the demo's schema.
        query: What it holds.
    """

    name: str
    query: str

    @property
    def full_name(self) -> str:
        """Schema and name."""
        return f"{SCHEMA}.{self.name}"

    @property
    def create_statement(self) -> str:
        """The statement that makes it."""
        return f"CREATE TABLE {self.full_name} USING delta AS\n{self.query}"


STREAM_TABLES = (
    StreamTable(
        "delays_by_airline_month",
        "Delays by airline and month",
        """\
SELECT a.name AS airline, f.month,
       count(*) AS flights, count(f.arr_delay) AS arrived,
       sum(f.dep_delay) AS departure_delay_minutes,
       avg(f.arr_delay) AS average_arrival_delay, max(f.arr_delay) AS worst_arrival_delay
FROM nyc.flights f JOIN nyc.airlines a ON a.carrier = f.carrier
GROUP BY a.name, f.month""",
    ),
    StreamTable(
        "long_delays",
        "Flights two hours late or more, with aircraft and weather",
        """\
SELECT f.time_hour, f.carrier, f.flight, f.origin, f.dest, f.arr_delay,
       p.manufacturer, p.model, p.seats, w.wind_speed, w.visib
FROM nyc.flights f
JOIN nyc.planes p ON p.tailnum = f.tailnum
JOIN nyc.weather w ON w.origin = f.origin AND w.time_hour = f.time_hour
WHERE f.arr_delay >= 120""",
    ),
    StreamTable(
        "routes",
        "Traffic by airline and route",
        """\
SELECT a.name AS airline, f.origin, d.name AS destination,
       count(*) AS flights, sum(p.seats) AS seats, sum(f.distance) AS miles, min(f.air_time) AS fastest_minutes
FROM nyc.flights f
JOIN nyc.airlines a ON a.carrier = f.carrier
JOIN nyc.airports d ON d.faa = f.dest
JOIN nyc.planes p ON p.tailnum = f.tailnum
GROUP BY a.name, f.origin, d.name""",
    ),
)

FIRST_MONTHS = 10
"""The flights of this many months are there before the stream tables are."""

STEPS = (
    Step(
        "November's flights arrive",
        ("INSERT INTO nyc.flights SELECT * FROM flights_of_2013 WHERE month = 11",),
        STREAM_TABLES,
    ),
    Step(
        "Endeavor Air corrects the arrivals of a week",
        (
            """\
UPDATE nyc.flights SET arr_delay = arr_delay + 12
WHERE carrier = '9E' AND month = 11 AND day BETWEEN 11 AND 17 AND arr_delay IS NOT NULL""",
        ),
        STREAM_TABLES,
    ),
    Step(
        "Flights that never left in November are taken out",
        ("DELETE FROM nyc.flights WHERE month = 11 AND dep_time IS NULL",),
        STREAM_TABLES,
    ),
    Step(
        "A plane was listed with the wrong model and seats",
        ("UPDATE nyc.planes SET model = 'EMB-145LR', seats = 50 WHERE tailnum = 'N15910'",),
        STREAM_TABLES,
    ),
    Step("Nothing happens", (), STREAM_TABLES),
)

LARGE_SOURCE = Source(
    "seats",
    """\
SELECT f.time_hour, f.carrier, f.flight, f.origin, f.dest, seat
FROM nyc.flights f JOIN nyc.planes p ON p.tailnum = f.tailnum
LATERAL VIEW explode(sequence(1, p.seats)) numbered AS seat
WHERE f.month <= 2""",
)

LARGE_STREAM_TABLE = StreamTable(
    "seats_by_route_day",
    "Seats by airline, route and day",
    """\
SELECT a.name AS airline, s.origin, s.dest, to_date(s.time_hour) AS day, count(*) AS seats
FROM nyc.seats s JOIN nyc.airlines a ON a.carrier = s.carrier
GROUP BY a.name, s.origin, s.dest, to_date(s.time_hour)""",
)

LARGE_STEPS = (
    Step(
        "The seats of a first flight of March are put up for sale",
        (
            """\
INSERT INTO nyc.seats
SELECT TIMESTAMP '2013-03-01 06:00:00', 'UA', 1545, 'EWR', 'IAH', explode(sequence(1, 149))""",
        ),
        (LARGE_STREAM_TABLE,),
    ),
    Step(
        "And of a second one: the session is warm now",
        (
            """\
INSERT INTO nyc.seats
SELECT TIMESTAMP '2013-03-01 07:00:00', 'B6', 725, 'JFK', 'BQN', explode(sequence(1, 200))""",
        ),
        (LARGE_STREAM_TABLE,),
        is_compared=True,
    ),
)
"""What happens to millions of rows; the first refresh of a kind also pays for its template and its classes."""

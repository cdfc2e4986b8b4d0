"""Legal queries that are not maintained: each names its construct, and where in the text it stands."""

from __future__ import annotations

import pytest

from streamtables_rewriter.errors import UnsupportedQueryError

_REFUSED = [
    # Joins.
    # Windows.
    ("SELECT sum(id) OVER v AS n FROM orders WINDOW w AS (ORDER BY day)", "WINDOW", "sum(id) OVER v"),
    ("SELECT upper(note) OVER (ORDER BY day) AS n FROM orders", "WINDOW", None),
    ("SELECT id FROM orders WHERE rank() OVER (ORDER BY id) = 1", "WINDOW", None),
    ("SELECT sum(rank() OVER (ORDER BY id)) AS n FROM orders", "WINDOW", "rank() OVER (ORDER BY id)"),
    ("SELECT rank() AS n FROM orders", "WINDOW", "rank()"),
    (
        "SELECT id FROM orders QUALIFY rank() OVER (ORDER BY day) IN (SELECT qty FROM items)",
        "SUBQUERY",
        "rank() OVER (ORDER BY day) IN (SELECT qty FROM items)",
    ),
    ("SELECT explode(tags) AS x, rank() OVER (ORDER BY id) AS r FROM orders", "GENERATOR", "explode(tags)"),
    (
        "SELECT note, (SELECT max(qty) FROM items WHERE sku = note) AS m FROM orders GROUP BY ROLLUP (note)",
        "SUBQUERY",
        None,
    ),
    (
        "SELECT (SELECT count_min_sketch(qty, 1, 1, 1) FROM items WHERE order_id = id) AS s FROM orders",
        "SUBQUERY",
        None,
    ),
    ("SELECT note AS id FROM orders QUALIFY rank() OVER (ORDER BY day) = id", "QUALIFY", None),
    # Aggregates.
    ("SELECT id FROM orders WHERE sum(id) > 1", "AGGREGATE", "sum(id)"),
    ("SELECT measure(id) AS s FROM orders", "AGGREGATE", "measure(id)"),
    ("SELECT upper(note) FILTER (WHERE id > 1) AS s FROM orders", "AGGREGATE", "upper(note)"),
    ("SELECT sum(id) IGNORE NULLS AS s FROM orders", "AGGREGATE", "sum(id)"),
    ("SELECT transform(tags, t -> max(t)) AS s FROM orders", "AGGREGATE", "max(t)"),
    ("SELECT sum(max(id)) AS s FROM orders", "AGGREGATE", "max(id)"),
    ("SELECT note, id FROM orders GROUP BY note", "UNGROUPED_COLUMN", "id"),
    ("SELECT id FROM orders WHERE window(day, '1 day').start = day", "TIME_WINDOW", "window(day, '1 day')"),
    ("SELECT day AS d, window(d, '1 day') AS w FROM orders", "TIME_WINDOW", "window(d, '1 day')"),
    (
        "SELECT window(day, '1 day') AS w, window(day, '2 days') AS v FROM orders",
        "TIME_WINDOW",
        "window(day, '2 days')",
    ),
    ("SELECT window(max(day), '1 day') AS w FROM orders", "AGGREGATE", "max(day)"),
    ("SELECT DISTINCT session_window(day, '1 day') AS w FROM orders", "TIME_WINDOW", None),
    (
        "SELECT session_window(day, '1 day') AS w FROM orders INTERSECT SELECT named_struct() FROM orders",
        "TIME_WINDOW",
        None,
    ),
    ("SELECT id FROM orders GROUP BY CUBE (id, session_window(day, '1 day'))", "TIME_WINDOW", None),
    ("SELECT max(session_window.end) AS e FROM orders GROUP BY session_window(day, '1 day')", "TIME_WINDOW", None),
    ("SELECT id FROM orders GROUP BY (id, note)", "GROUPING_SETS", None),
    ("SELECT grouping(note) AS g FROM orders GROUP BY note", "GROUPING_SETS", "grouping(note)"),
    ("SELECT * FROM items PIVOT (sum(qty) FOR sku IN (upper('a')))", "PIVOT", None),
    ("SELECT * FROM items UNPIVOT (v FOR k IN (qty + 1))", "UNPIVOT", None),
    ("SELECT a FROM VALUES (1, rand()) AS t(a, b)", "NON_DETERMINISTIC_FUNCTION", "rand()"),
    ("SELECT a FROM VALUES (1), (1, 2) AS t(a, b)", "INLINE_TABLE", None),
    # Subqueries.
    (
        "SELECT o.id FROM orders o FULL JOIN items i ON o.id = (SELECT 1 FROM items)",
        "SUBQUERY",
        "o.id = (SELECT 1 FROM items)",
    ),
    (
        "SELECT o.id FROM orders o LEFT JOIN items i ON o.id IN (SELECT qty FROM items)",
        "SUBQUERY",
        "o.id IN (SELECT qty FROM items)",
    ),
    (
        "SELECT note FROM orders GROUP BY 1 HAVING EXISTS (SELECT 1 FROM items WHERE qty = max(id))",
        "AGGREGATE",
        None,
    ),
    ("SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM items LIMIT 0)", "LIMIT", "LIMIT 0"),
    ("SELECT id > ALL (SELECT qty FROM items) AS a FROM orders", "SUBQUERY", None),
    (
        "SELECT (SELECT max(qty) FROM items WHERE qty = id) AS q, count(*) AS n FROM orders GROUP BY 1",
        "EXPRESSION",
        None,
    ),
    ("SELECT array(SELECT 1 FROM items) AS a FROM orders", "SUBQUERY", "SELECT 1 FROM items"),
    ("SELECT exists(tags, t -> t IN (SELECT sku FROM items)) AS a FROM orders", "SUBQUERY", None),
    # ORDER BY and LIMIT inside, and both at the top.
    ("SELECT id FROM orders ORDER BY id LIMIT 1 + 1", "TOP_K", "LIMIT 1 + 1"),
    ("SELECT DISTINCT note FROM orders ORDER BY id LIMIT 3", "CLAUSE", "id"),
    ("SELECT id FROM orders SORT BY id LIMIT 3", "LIMIT", "LIMIT 3"),
    ("SELECT first(n) AS f FROM (SELECT note AS n FROM orders ORDER BY id)", "ORDER_DEPENDENT", "first(n)"),
    ("SELECT id FROM (SELECT id FROM orders LIMIT 3)", "LIMIT", "LIMIT 3"),
    ("SELECT id FROM (SELECT id FROM orders OFFSET 3)", "LIMIT", "OFFSET 3"),
    ("WITH t AS (SELECT id FROM orders LIMIT 3) SELECT id FROM t", "LIMIT", "LIMIT 3"),
    ("(SELECT id FROM orders LIMIT 3) UNION ALL SELECT id FROM customers", "LIMIT", "LIMIT 3"),
    # Volatile functions.
    *(
        (f"SELECT id, {call} AS x FROM orders", "NON_DETERMINISTIC_FUNCTION", call)
        for call in (
            *("rand()", "rand(7)", "randn()", "random()", "uuid()", "shuffle(tags)", "uniform(1, 2)", "randstr(3)"),
            *("current_timestamp()", "current_timestamp", "now()", "current_date", "current_date()", "curdate()"),
            *("localtimestamp", "current_user", "user", "session_user()", "current_timezone()", "version()"),
            *("monotonically_increasing_id()", "spark_partition_id()", "input_file_name()", "unix_timestamp()"),
            *("current_database()", "current_schema()", "current_catalog()", "aes_encrypt(note, note)"),
            *("reflect('java.util.UUID', 'randomUUID')", "date 'today'", "CAST('now' AS timestamp)"),
        )
    ),
    ("SELECT id FROM orders WHERE day > current_date", "NON_DETERMINISTIC_FUNCTION", "current_date"),
    ("SELECT max(rand()) AS x FROM orders", "NON_DETERMINISTIC_FUNCTION", "rand()"),
    ("SELECT transform(tags, t -> concat(t, uuid())) AS x FROM orders", "NON_DETERMINISTIC_FUNCTION", "uuid()"),
    ("SELECT id FROM (SELECT id, rand() AS unused FROM orders)", "NON_DETERMINISTIC_FUNCTION", "rand()"),
    # Generators and table functions.
    ("SELECT upper(explode(tags)) AS t FROM orders", "GENERATOR", "explode(tags)"),
    ("SELECT explode(tags), count(*) FROM orders GROUP BY tags", "GENERATOR", "explode(tags)"),
    ("SELECT id FROM orders RIGHT JOIN LATERAL explode(tags) t ON TRUE", "LATERAL", "LATERAL explode(tags) t"),
    ("SELECT id FROM orders LEFT JOIN LATERAL explode(tags) t(x) ON x > 1", "LATERAL", None),
    ("SELECT stack(id, 1, 2) FROM orders", "GENERATOR", "stack(id, 1, 2)"),
    ("SELECT inline(array(struct(1))) FROM orders", "GENERATOR", "inline(array(struct(1)))"),
    ("SELECT id FROM range(10)", "TABLE_FUNCTION", "range(10)"),
    ("SELECT id FROM orders, explode(tags)", "TABLE_FUNCTION", "explode(tags)"),
    # Other clauses of FROM.
    ("SELECT id FROM orders TABLESAMPLE (10 PERCENT)", "TABLESAMPLE", "TABLESAMPLE (10 PERCENT)"),
    ("SELECT id FROM orders VERSION AS OF 3", "TIME_TRAVEL", "VERSION AS OF 3"),
    ("SELECT id FROM orders TIMESTAMP AS OF '2020-01-01'", "TIME_TRAVEL", "TIMESTAMP AS OF '2020-01-01'"),
    ("SELECT id FROM orders FOR VERSION AS OF 3", "TIME_TRAVEL", None),
    ("SELECT id FROM orders@v3", "CLAUSE", None),
    ("SELECT line FROM logs", "SOURCE", "logs"),
    ("SELECT l.line FROM customers c JOIN sales.logs l ON l.line = c.name", "SOURCE", "sales.logs"),
    ("WITH RECURSIVE r AS (SELECT id FROM orders) SELECT id FROM r", "RECURSIVE_CTE", "RECURSIVE"),
    # Expressions.
    ("SELECT place.* FROM orders", "STAR", "place.*"),
    ("SELECT arrays_zip(tags, tags) AS z FROM orders", "EXPRESSION", "arrays_zip(tags, tags)"),
    ("SELECT identifier('id') AS z FROM orders", "EXPRESSION", "identifier('id')"),
    ("SELECT note COLLATE utf8_lcase AS z FROM orders", "COLLATED_EXPRESSION", "note COLLATE utf8_lcase"),
    ("SELECT CAST(note AS TIME) AS z FROM orders", "EXPRESSION", "CAST(note AS TIME)"),
    ("SELECT id + ? AS z FROM orders", "EXPRESSION", "id + ?"),
    ("SELECT id + :p AS z FROM orders", "EXPRESSION", None),
    ("SELECT _metadata.file_name FROM orders", "EXPRESSION", "_metadata.file_name"),
    ("SELECT TRANSFORM(id) USING 'cat' AS (x) FROM orders", "TRANSFORM", None),
    # Text that is read otherwise or not at all.
    # Pipes.
    ("FROM orders |> SET id = 5 ORDER BY orders.id DESC LIMIT 1", "PIPE", "orders.id"),
    ("FROM orders |> JOIN items ON id = order_id |> SELECT DISTINCT sku |> WHERE id > 1", "PIPE", "id"),
    ("FROM orders |> GROUP BY id", "PIPE", "GROUP BY"),
    ("SELECT id FROM (orders |> WHERE id > 1)", "SYNTAX", "|>"),
    ("FROM orders |> LATERAL VIEW explode(tags) t AS x", "PIPE", "LATERAL"),
    ("FROM orders |> TABLESAMPLE (10 PERCENT) |> SELECT id", "TABLESAMPLE", "TABLESAMPLE (10 PERCENT)"),
    ("FROM orders |> LIMIT 3 |> WHERE id > 1", "LIMIT", "LIMIT 3"),
    ("FROM orders |> ORDER BY id |> JOIN items ON id = order_id |> LIMIT 3 |> SELECT sku", "LIMIT", "LIMIT 3"),
    ("FROM orders |> ORDER BY id |> SELECT count(*) OVER () AS n |> OFFSET 3 |> SELECT n", "LIMIT", "OFFSET 3"),
    ("FROM orders |> ORDER BY id |> AGGREGATE first(note) AS f GROUP BY day", "ORDER_DEPENDENT", "first(note)"),
    ("FROM orders |> SET id = rand()", "NON_DETERMINISTIC_FUNCTION", "rand()"),
    ("FROM orders |> DROP place.city", "STAR", None),
    ("FROM orders |> EXTEND inline(array(place))", "GENERATOR", "inline(array(place))"),
    ("FROM orders |> AGGREGATE count(*) AS n GROUP BY (SELECT max(qty) FROM items) AS m", "EXPRESSION", None),
    ("FROM orders |> SELECT id |> UNION ALL FROM customers SELECT id LIMIT 1", "SYNTAX", None),
    ("SELECT word FROM collated", "COLLATION", "SELECT word FROM collated"),
    ("SELECT details:`a.b` FROM orders", "SYNTAX", None),
    ("SELECT id FROM orders; SELECT id FROM items", "SYNTAX", None),
    ("SELECT id FROM orders WHERE note = 'open", "SYNTAX", None),
    ("INSERT INTO items SELECT id FROM orders", "SYNTAX", None),
    ("", "SYNTAX", ""),
]


@pytest.mark.parametrize(("query", "what", "construct"), _REFUSED, ids=[f"{r[1]}: {r[0]}" for r in _REFUSED])
def test_construct_is_refused_by_name_and_place(bind, query, what, construct):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query)
    error = caught.value
    assert error.getCondition() == f"UNSUPPORTED_QUERY.{what}"
    assert error.getSqlState() == "0A000"
    assert error.hint is not None
    assert error.hint.endswith("use REFRESH MODE FULL or AUTO")
    assert error.span is not None
    shown = error.parameters["construct"]
    if construct is not None:
        assert shown == construct
    assert shown.removesuffix("...") in " ".join(error.span.of(query).split())


@pytest.mark.parametrize(
    ("query", "rewrite"),
    [
        ("SELECT details:`a.b` FROM orders", "write variant_get(v, '$.path', 'variant')"),
        ("FROM orders |> SELECT id |> UNION ALL FROM customers SELECT id LIMIT 1", "put brackets around the query"),
        ("SELECT day + INTERVAL id DAY 2 HOURS AS d FROM orders", "write it as one string, such as INTERVAL"),
    ],
)
def test_parser_tells_what_to_write_instead(bind, query, rewrite):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query)
    assert caught.value.hint is not None
    assert caught.value.hint.startswith(rewrite)


def test_reason_of_a_source_without_changes_is_told(bind):
    with pytest.raises(UnsupportedQueryError, match="logs cannot be read: it is a text table"):
        bind("SELECT line FROM logs")


def test_construct_on_a_later_line_has_that_line(bind):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind("SELECT id,\n  rand() AS luck\nFROM orders")
    assert (caught.value.span.line, caught.value.span.column) == (2, 3)


def test_construct_inside_a_view_points_at_the_view_in_the_users_text(bind):
    query = "SELECT id FROM customers\nJOIN broken b USING (id)"
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.TABLESAMPLE"
    assert caught.value.span.of(query) == "broken"
    assert caught.value.span.line == 2
    assert "lake.sales.broken" in caught.value.message


@pytest.mark.parametrize("view", ["lucky", "luckier"])
def test_function_inside_a_view_is_named_with_the_view(bind, view):
    query = f"SELECT id, luck FROM {view}"
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION"
    assert caught.value.parameters["construct"] == "rand() in view lake.sales.lucky"
    assert caught.value.span.of(query) == view


@pytest.mark.parametrize(
    ("expression", "collation"),
    [
        ("note COLLATE UTF8_LCASE", "UTF8_LCASE"),
        ("collate(note, 'UNICODE_CI')", "UNICODE_CI"),
        ("CAST(note AS STRING COLLATE UNICODE_AI)", "UNICODE_AI"),
    ],
)
@pytest.mark.parametrize(
    "query",
    [
        "SELECT {0} AS k, count(*) AS n FROM orders GROUP BY {0}",
        "SELECT o.id FROM orders AS o JOIN customers AS c ON {0} = c.name",
        "SELECT id FROM orders ORDER BY {0} LIMIT 2",
    ],
)
def test_collation_is_named_with_what_to_write_instead(bind, query, expression, collation):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query.format(expression))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.COLLATED_EXPRESSION"
    assert caught.value.parameters == {"construct": expression, "collation": collation, "text": "note"}
    assert "compare lower(note) instead" in caught.value.message


def test_long_construct_is_shortened(bind):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(f"SELECT measure({' + '.join(['amount'] * 50)}) AS s FROM orders")
    assert len(caught.value.parameters["construct"]) == 60


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT {' + '.join(['id'] * 3000)} AS x FROM orders",
        f"SELECT id FROM {'(SELECT id FROM ' * 300}orders{')' * 300}",
        f"SELECT {'(' * 600}id{')' * 600} AS x FROM orders",
        "SELECT id AS a0" + "".join(f", a{i} + a{i} AS a{i + 1}" for i in range(40)) + " FROM orders",
        "WITH c0 AS (SELECT id FROM orders)"
        + "".join(f", c{i + 1} AS (SELECT a.id FROM c{i} a JOIN c{i} b USING (id))" for i in range(30))
        + " SELECT id FROM c30",
    ],
    ids=["long sum", "nested queries", "brackets", "doubling aliases", "doubling CTEs"],
)
def test_query_without_bounds_is_refused_as_too_deep(bind, query):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind(query)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.TOO_DEEP"


@pytest.mark.parametrize("word", ["AND", "OR"])
def test_long_chain_of_conditions_is_no_depth(bind, word):
    bound = bind("SELECT id FROM orders WHERE " + f" {word} ".join(f"id <> {i}" for i in range(2000)))
    assert bound.root.output == ("id_2",)


def test_long_chain_of_conditions_keeps_its_order(bind):
    condition = bind("SELECT id FROM customers WHERE id > 1 AND id > 2 AND (id > 3 OR id > 4 OR id > 5) AND id > 6")
    text = condition.root.input.condition.sql("spark").replace("`", "")
    assert text == "id > 1 AND id > 2 AND (id > 3 OR id > 4 OR id > 5) AND id > 6"


def test_hundreds_of_branches_are_one_union(bind):
    bound = bind(" UNION ALL ".join(["SELECT id FROM orders"] * 400))
    assert len(bound.root.inputs) == 400

FROM stream |> WHERE a > 1 |> SELECT a
-- ----
FROM stream
|> AGGREGATE count(*) AS n GROUP BY region
|> ORDER BY n DESC
|> LIMIT 3
-- ----
TABLE stream |> EXTEND a + 1 AS b |> SET a = 2 |> DROP b
-- ----
SELECT * FROM stream |> AS refresh |> JOIN t ON refresh.id = t.id
-- ----
VALUES (1), (2) AS stream(a) |> UNION ALL VALUES (3)
-- ----
FROM t |> WHERE text = 'CREATE STREAM TABLE' -- REFRESH STREAM TABLE
|> SELECT *
-- ----
FROM t |> PIVOT (sum(a) FOR b IN (1, 2))
-- ----
FROM t |> TABLESAMPLE (5 ROWS) |> SELECT /* VERIFY STREAM TABLE t */ *

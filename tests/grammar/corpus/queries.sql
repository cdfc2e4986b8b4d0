SELECT 1
-- ----
SELECT * FROM stream
-- ----
SELECT stream, table FROM create
-- ----
SELECT 'CREATE STREAM TABLE t AS SELECT 1'
-- ----
SELECT "REFRESH STREAM TABLE t", 'it''s', 'it\'s', r'raw\'
-- ----
SELECT `CREATE STREAM TABLE` FROM t
-- ----
SELECT /*+ BROADCAST(stream) */ * FROM stream JOIN t USING (id)
-- ----
SELECT 1 -- CREATE STREAM TABLE t AS SELECT 1
-- ----
-- CREATE STREAM TABLE t AS SELECT 1
SELECT 1
-- ----
/* CREATE STREAM TABLE t AS /* nested */ SELECT 1 */
SELECT 1
-- ----
-- a comment that goes on \
CREATE STREAM TABLE t AS SELECT 1
SELECT 2
-- ----
   

	SELECT
  a
FROM
  t;
-- ----
(SELECT 1)
-- ----
((SELECT 1) UNION ALL (SELECT 2))
-- ----
WITH stream AS (SELECT 1 AS a) SELECT * FROM stream
-- ----
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT * FROM r
-- ----
FROM stream SELECT a
-- ----
VALUES (1, 'CREATE STREAM TABLE'), (2, 'REFRESH STREAM TABLE')
-- ----
TABLE stream
-- ----
SELECT * FROM VALUES (1), (2) AS stream(table)
-- ----
SELECT region, count(*) FROM stream GROUP BY region HAVING count(*) > 1 ORDER BY 2 DESC LIMIT 10
-- ----
SELECT a, sum(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t
-- ----
SELECT * FROM t LATERAL VIEW explode(tags) x AS tag
-- ----
SELECT * FROM t PIVOT (sum(a) FOR stream IN ('refresh', 'show'))
-- ----
SELECT * FROM t UNPIVOT (v FOR k IN (a, b))
-- ----
SELECT * FROM t TABLESAMPLE (10 PERCENT)
-- ----
SELECT * FROM stream VERSION AS OF 3
-- ----
SELECT * FROM stream TIMESTAMP AS OF '2024-01-01'
-- ----
SELECT * FROM table_changes('stream', 1, 5)
-- ----
SELECT * FROM STREAM(t)
-- ----
SELECT * FROM STREAM t
-- ----
SELECT a FROM t UNION SELECT a FROM u EXCEPT SELECT a FROM v
-- ----
SELECT DISTINCT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id)
-- ----
SELECT CASE WHEN a THEN 'refresh' ELSE 'stream' END FROM t
-- ----
SELECT :stream, ?
-- ----
SELECT x -> x + 1, transform(a, x -> x + 1) FROM t
-- ----
SELECT * FROM IDENTIFIER('create' || '.stream')
-- ----
SELECT date'2024-01-01', INTERVAL 5 MINUTES, TIMESTAMP '2024-01-01 00:00:00'
-- ----
SELECT * FROM delta.`/tmp/create stream table`
-- ----
SELECT GROUPING SETS FROM t
-- ----
SELECT a, b, count(*) FROM t GROUP BY GROUPING SETS ((a), (a, b), ())
-- ----
MAP a, b USING 'cat' AS (x, y) FROM t
-- ----
SELECT TRANSFORM (a) USING 'cat' AS (b) FROM t
-- ----
select stream
from (
  select 'refresh stream table x' as stream
)

-- claim: only branches that changed have a term, cast to the type of the union
-- changed: orders
SELECT id AS x FROM orders UNION ALL SELECT region AS x FROM customers;
-- stored as rows: x string, __st_rows bigint (hidden)
WITH result_rows_changes AS (
  SELECT
    CAST(orders.id AS STRING) AS x,
    orders.__st_weight
  FROM __st_delta_0 AS orders
)
SELECT
  result_rows_changes.x,
  SUM(result_rows_changes.__st_weight) AS __st_rows
FROM result_rows_changes
GROUP BY
  result_rows_changes.x
HAVING
  SUM(result_rows_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.x IS NOT DISTINCT FROM changes.x
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (x, __st_rows) VALUES (
  changes.x,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

-- claim: expressions are computed for the changed rows
-- changed: orders
SELECT id, amount * 2 AS doubled FROM orders;
-- stored as rows: id int, doubled decimal(18,2), __st_rows bigint (hidden)
WITH result_rows_changes AS (
  SELECT
    orders.id,
    orders.amount * 2 AS doubled,
    orders.__st_weight
  FROM __st_delta_0 AS orders
)
SELECT
  result_rows_changes.id,
  result_rows_changes.doubled,
  SUM(result_rows_changes.__st_weight) AS __st_rows
FROM result_rows_changes
GROUP BY
  result_rows_changes.id,
  result_rows_changes.doubled
HAVING
  SUM(result_rows_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.doubled IS NOT DISTINCT FROM changes.doubled
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, doubled, __st_rows) VALUES (
  changes.id,
  changes.doubled,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

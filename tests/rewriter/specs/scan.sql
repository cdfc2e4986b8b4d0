-- claim: the change of a source is the change of its scan
-- changed: orders
SELECT id, amount FROM orders;
-- stored as rows: id int, amount decimal(12,2), __st_rows bigint (hidden)
SELECT
  orders.id,
  orders.amount,
  SUM(orders.__st_weight) AS __st_rows
FROM __st_delta_0 AS orders
GROUP BY
  orders.id,
  orders.amount
HAVING
  SUM(orders.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.amount IS NOT DISTINCT FROM changes.amount
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, amount, __st_rows) VALUES (
  changes.id,
  changes.amount,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

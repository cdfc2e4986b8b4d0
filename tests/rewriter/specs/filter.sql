-- claim: a filter keeps the changed rows that fulfil it
-- changed: orders
SELECT id FROM orders WHERE amount > 100 AND day IS NOT NULL;
-- stored as rows: id int, __st_rows bigint (hidden)
SELECT
  orders.id,
  SUM(orders.__st_weight) AS __st_rows
FROM __st_delta_0 AS orders
WHERE
  orders.amount > 100 AND NOT orders.day IS NULL
GROUP BY
  orders.id
HAVING
  SUM(orders.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, __st_rows) VALUES (
  changes.id,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

-- changed: orders
SELECT id, row_number() OVER (PARTITION BY customer ORDER BY day DESC) AS latest FROM orders;
-- stored as rows: id int, latest bigint, __st_rows bigint (hidden)
WITH affected_partitions AS (
  SELECT DISTINCT
    orders.customer AS `partition`
  FROM __st_delta_0 AS orders
), windowed_changes AS (
  SELECT /*+ BROADCAST(affected_partitions) */
    orders.id,
    orders.customer,
    orders.day,
    ROW_NUMBER() OVER (PARTITION BY orders.customer ORDER BY orders.day DESC, orders.id) AS latest,
    1 AS __st_weight
  FROM affected_partitions
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM affected_partitions.`partition`
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
  UNION ALL
  SELECT /*+ BROADCAST(affected_partitions) */
    orders.id,
    orders.customer,
    orders.day,
    ROW_NUMBER() OVER (PARTITION BY orders.customer ORDER BY orders.day DESC, orders.id) AS latest,
    -1 AS __st_weight
  FROM affected_partitions
  JOIN __st_old_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM affected_partitions.`partition`
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
)
SELECT
  windowed_changes.id,
  windowed_changes.latest,
  SUM(windowed_changes.__st_weight) AS __st_rows
FROM windowed_changes
GROUP BY
  windowed_changes.id,
  windowed_changes.latest
HAVING
  SUM(windowed_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.latest IS NOT DISTINCT FROM changes.latest
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, latest, __st_rows) VALUES (
  changes.id,
  changes.latest,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- changed: orders
SELECT id, sum(amount) OVER (ORDER BY day) AS running FROM orders;
-- stored as rows: id int, running decimal(38,2), __st_rows bigint (hidden)
WITH windowed_changes AS (
  SELECT
    orders.id,
    orders.amount,
    orders.day,
    SUM(orders.amount) OVER (ORDER BY orders.day) AS running,
    1 AS __st_weight
  FROM __st_new_0 AS orders
  UNION ALL
  SELECT
    orders.id,
    orders.amount,
    orders.day,
    SUM(orders.amount) OVER (ORDER BY orders.day) AS running,
    -1 AS __st_weight
  FROM __st_old_0 AS orders
)
SELECT
  windowed_changes.id,
  windowed_changes.running,
  SUM(windowed_changes.__st_weight) AS __st_rows
FROM windowed_changes
GROUP BY
  windowed_changes.id,
  windowed_changes.running
HAVING
  SUM(windowed_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.running IS NOT DISTINCT FROM changes.running
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, running, __st_rows) VALUES (
  changes.id,
  changes.running,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

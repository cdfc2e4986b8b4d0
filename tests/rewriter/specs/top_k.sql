-- changed: orders
SELECT id, amount FROM orders ORDER BY amount DESC LIMIT 10 OFFSET 5;
-- stored as rows: id int, amount decimal(12,2), __st_rows bigint (hidden)
WITH top_rows_new AS (
  SELECT
    orders.id,
    orders.amount
  FROM __st_new_0 AS orders
  ORDER BY
    orders.amount DESC,
    orders.id
  LIMIT 10
  OFFSET 5
), compared_changes AS (
  SELECT
    top_rows_new.id,
    top_rows_new.amount,
    1 AS __st_weight
  FROM top_rows_new
  UNION ALL
  SELECT
    stored.id,
    stored.amount,
    -stored.__st_rows AS __st_weight
  FROM __st_backing AS stored
)
SELECT
  compared_changes.id,
  compared_changes.amount,
  SUM(compared_changes.__st_weight) AS __st_rows
FROM compared_changes
GROUP BY
  compared_changes.id,
  compared_changes.amount
HAVING
  SUM(compared_changes.__st_weight) <> 0;
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


-- changed: orders
SELECT customer, sum(amount) AS total FROM orders GROUP BY customer ORDER BY total DESC LIMIT 3;
-- stored as rows: customer int, total decimal(38,2), __st_rows bigint (hidden)
WITH groups_new AS (
  SELECT
    orders.customer AS customer_2,
    SUM(orders.amount) AS total
  FROM __st_new_0 AS orders
  GROUP BY
    orders.customer
), top_rows_new AS (
  SELECT
    groups_new.customer_2,
    groups_new.total
  FROM groups_new
  ORDER BY
    groups_new.total DESC,
    groups_new.customer_2
  LIMIT 3
), compared_changes AS (
  SELECT
    top_rows_new.customer_2 AS customer,
    top_rows_new.total,
    1 AS __st_weight
  FROM top_rows_new
  UNION ALL
  SELECT
    stored.customer,
    stored.total,
    -stored.__st_rows AS __st_weight
  FROM __st_backing AS stored
)
SELECT
  compared_changes.customer,
  compared_changes.total,
  SUM(compared_changes.__st_weight) AS __st_rows
FROM compared_changes
GROUP BY
  compared_changes.customer,
  compared_changes.total
HAVING
  SUM(compared_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
AND stored.total IS NOT DISTINCT FROM changes.total
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (customer, total, __st_rows) VALUES (
  changes.customer,
  changes.total,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

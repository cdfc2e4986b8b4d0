-- claim: a changed row generates its rows, which have its weight
-- changed: orders
SELECT o.id, v FROM orders o LATERAL VIEW OUTER stack(2, amount, amount * 2) s AS v WHERE customer > 1;
-- stored as rows: id int, v decimal(18,2), __st_rows bigint (hidden)
WITH generated_changes AS (
  SELECT
    orders.id,
    orders.customer,
    orders.amount,
    elements.v,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  LATERAL VIEW OUTER
  STACK(2, orders.amount, orders.amount * 2) elements AS v
)
SELECT
  generated_changes.id,
  generated_changes.v,
  SUM(generated_changes.__st_weight) AS __st_rows
FROM generated_changes
WHERE
  generated_changes.customer > 1
GROUP BY
  generated_changes.id,
  generated_changes.v
HAVING
  SUM(generated_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.v IS NOT DISTINCT FROM changes.v
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, v, __st_rows) VALUES (
  changes.id,
  changes.v,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: a changed row has its time windows, in a query of their own
-- changed: orders
SELECT window(day, '2 days', '1 day') AS w, count(*) AS n FROM orders WHERE customer > 1 GROUP BY w;
-- stored as groups: w struct<start:timestamp_ntz,end:timestamp_ntz>, n bigint
WITH windows_changes AS (
  SELECT
    orders.customer,
    orders.day,
    WINDOW(orders.day, '2 days', '1 day') AS `window`,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  WHERE
    orders.customer > 1
), summed_changes AS (
  SELECT
    windows_changes.`window` AS w,
    SUM(windows_changes.__st_weight) AS __st_rows
  FROM windows_changes
  GROUP BY
    windows_changes.`window`
)
SELECT
  summed_changes.w,
  summed_changes.__st_rows
FROM summed_changes
WHERE
  summed_changes.__st_rows <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.w IS NOT DISTINCT FROM changes.w
WHEN MATCHED AND stored.n + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  n = CASE
    WHEN stored.n + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.n + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (w, n) VALUES (
  changes.w,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

-- changed: orders
SELECT o.id, v.name FROM orders o JOIN (VALUES (1, 'one'), (2, 'two')) AS v(n, name) ON v.n = o.customer;
-- stored as rows: id int, name string, __st_rows bigint (hidden)
WITH constants AS (
  SELECT
    col1,
    col2
  FROM VALUES
    (1, 'one'),
    (2, 'two') AS inline_rows(col1, col2)
)
SELECT /*+ BROADCAST(orders) */
  orders.id,
  constants.col2 AS name,
  SUM(orders.__st_weight) AS __st_rows
FROM __st_delta_0 AS orders
JOIN constants
  ON constants.col1 = orders.customer
GROUP BY
  orders.id,
  constants.col2
HAVING
  SUM(orders.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.name IS NOT DISTINCT FROM changes.name
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, name, __st_rows) VALUES (
  changes.id,
  changes.name,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- changed: orders
SELECT customer, sum(amount) AS total, grouping_id() AS level FROM orders GROUP BY ROLLUP (customer);
-- stored as groups: customer int, total decimal(38,2), level bigint, __st_rows bigint (hidden), __st_count_2 bigint (hidden)
WITH constants AS (
  SELECT
    grouping_id
  FROM VALUES
    (CAST(0 AS BIGINT)),
    (CAST(1 AS BIGINT)) AS inline_rows(grouping_id)
), valued_rows_changes AS (
  SELECT /*+ BROADCAST(orders) */
    CASE WHEN (
      constants.grouping_id & 1
    ) = 0 THEN orders.customer END AS customer_2,
    constants.grouping_id AS grouping_id_2,
    orders.amount AS value_1,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  CROSS JOIN constants
), summed_changes AS (
  SELECT
    valued_rows_changes.customer_2 AS customer,
    valued_rows_changes.grouping_id_2 AS level,
    SUM(valued_rows_changes.__st_weight) AS __st_rows,
    CAST(SUM(
      valued_rows_changes.value_1 * CAST(valued_rows_changes.__st_weight AS DECIMAL(19, 0))
    ) AS DECIMAL(38, 2)) AS total,
    SUM(
      CASE
        WHEN valued_rows_changes.value_1 IS NULL
        THEN 0
        ELSE valued_rows_changes.__st_weight
      END
    ) AS __st_count_2
  FROM valued_rows_changes
  GROUP BY
    valued_rows_changes.customer_2,
    valued_rows_changes.grouping_id_2
)
SELECT
  summed_changes.customer,
  summed_changes.level,
  summed_changes.__st_rows,
  summed_changes.total,
  summed_changes.__st_count_2
FROM summed_changes
WHERE
  (
    summed_changes.__st_rows <> 0
    OR summed_changes.total <> 0
    OR summed_changes.__st_count_2 <> 0
  );
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
AND stored.level IS NOT DISTINCT FROM changes.level
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  total = CAST(CASE
    WHEN stored.__st_count_2 + changes.__st_count_2 > 0
    THEN COALESCE(stored.total, 0) + COALESCE(changes.total, 0)
  END AS DECIMAL(38, 2)),
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END,
  __st_count_2 = CASE
    WHEN stored.__st_count_2 + changes.__st_count_2 < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_count_2 + changes.__st_count_2
  END
WHEN NOT MATCHED THEN INSERT (customer, total, level, __st_rows, __st_count_2) VALUES (
  changes.customer,
  CAST(CASE WHEN changes.__st_count_2 > 0 THEN changes.total END AS DECIMAL(38, 2)),
  changes.level,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END,
  changes.__st_count_2
);

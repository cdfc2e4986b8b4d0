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
WITH summed_changes AS (
  SELECT
    orders.customer AS customer_2,
    SUM(orders.__st_weight) AS __st_rows,
    CAST(SUM(orders.amount * CAST(orders.__st_weight AS DECIMAL(19, 0))) AS DECIMAL(38, 2)) AS __st_state_1,
    SUM(CASE WHEN orders.amount IS NULL THEN 0 ELSE orders.__st_weight END) AS __st_state_2
  FROM __st_delta_0 AS orders
  GROUP BY
    orders.customer
), changed_groups AS (
  SELECT
    summed_changes.customer_2,
    summed_changes.__st_rows,
    summed_changes.__st_state_1,
    summed_changes.__st_state_2
  FROM summed_changes
  WHERE
    (
      summed_changes.__st_rows <> 0
      OR summed_changes.__st_state_1 <> 0
      OR summed_changes.__st_state_2 <> 0
    )
), groups_new AS (
  SELECT /*+ BROADCAST(changed_groups) */
    orders.customer AS customer_2,
    COUNT(*) AS __st_rows,
    CAST(SUM(orders.amount) AS DECIMAL(38, 2)) AS __st_state_1,
    COUNT(orders.amount) AS __st_state_2
  FROM changed_groups
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM changed_groups.customer_2
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
  GROUP BY
    orders.customer
), both_groups AS (
  SELECT
    changed_groups.customer_2,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_rows
      ELSE COALESCE(groups_new.__st_rows, 0) - COALESCE(changed_groups.__st_rows, 0)
    END AS __st_rows,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_1
      ELSE CASE
        WHEN COALESCE(groups_new.__st_state_2, 0) - COALESCE(changed_groups.__st_state_2, 0) > 0
        THEN CAST(COALESCE(groups_new.__st_state_1, 0) - COALESCE(changed_groups.__st_state_1, 0) AS DECIMAL(38, 2))
      END
    END AS __st_state_1,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_2
      ELSE COALESCE(groups_new.__st_state_2, 0) - COALESCE(changed_groups.__st_state_2, 0)
    END AS __st_state_2,
    sides.__st_weight
  FROM changed_groups
  LEFT JOIN groups_new
    ON changed_groups.customer_2 IS NOT DISTINCT FROM groups_new.customer_2
  CROSS JOIN VALUES
    (1),
    (-1) AS sides(__st_weight)
), groups_changes AS (
  SELECT
    both_groups.customer_2,
    both_groups.__st_state_1 AS total,
    both_groups.__st_weight
  FROM both_groups
  WHERE
    both_groups.__st_rows > 0
), competing AS (
  SELECT
    groups_changes.customer_2 AS customer,
    groups_changes.total,
    0 AS __st_kept,
    groups_changes.__st_weight
  FROM groups_changes
  UNION ALL
  SELECT
    stored.customer,
    stored.total,
    stored.__st_rows AS __st_kept,
    0 AS __st_weight
  FROM __st_backing AS stored
), candidates AS (
  SELECT
    competing.customer,
    competing.total,
    SUM(competing.__st_kept) AS __st_kept,
    GREATEST(SUM(competing.__st_kept) + SUM(competing.__st_weight), 0) AS __st_there
  FROM competing
  GROUP BY
    competing.customer,
    competing.total
  HAVING
    SUM(competing.__st_kept) > 0 OR SUM(competing.__st_weight) > 0
), in_order AS (
  SELECT
    candidates.customer,
    candidates.total,
    candidates.__st_kept,
    candidates.__st_there,
    SUM(candidates.__st_there) OVER (
      ORDER BY candidates.total DESC, candidates.customer
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS __st_up_to
  FROM candidates
), measured AS (
  SELECT
    in_order.customer,
    in_order.total,
    in_order.__st_kept,
    in_order.__st_there,
    in_order.__st_up_to,
    SUM(in_order.__st_kept) OVER () AS __st_all_kept,
    MAX(CASE WHEN in_order.__st_kept > 0 THEN in_order.__st_up_to END) OVER () AS __st_known
  FROM in_order
), exchanged AS (
  SELECT
    measured.customer,
    measured.total,
    CASE
      WHEN measured.__st_all_kept < 3 OR measured.__st_known >= 3
      THEN GREATEST(LEAST(measured.__st_there, 3 - (
        measured.__st_up_to - measured.__st_there
      )), 0) - measured.__st_kept
    END AS __st_rows
  FROM measured
)
SELECT
  exchanged.customer,
  exchanged.total,
  exchanged.__st_rows
FROM exchanged
WHERE
  (
    exchanged.__st_rows IS NULL OR exchanged.__st_rows <> 0
  );
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

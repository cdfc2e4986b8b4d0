-- claim: a changed group comes and goes with the number of its rows
-- changed: orders
SELECT id, customer FROM orders EXCEPT ALL SELECT id, id FROM customers;
-- stored as rows: id int, customer int, __st_rows bigint (hidden)
WITH valued_rows_changes AS (
  SELECT
    orders.id AS id_10,
    orders.customer AS customer_5,
    CASE WHEN TRUE THEN 1 END AS value_1,
    CASE WHEN NOT TRUE THEN 1 END AS value_2,
    orders.__st_weight
  FROM __st_delta_0 AS orders
), summed_changes AS (
  SELECT
    valued_rows_changes.id_10,
    valued_rows_changes.customer_5,
    SUM(valued_rows_changes.__st_weight) AS __st_rows,
    SUM(
      CASE
        WHEN valued_rows_changes.value_1 IS NULL
        THEN 0
        ELSE valued_rows_changes.__st_weight
      END
    ) AS __st_state_1,
    SUM(
      CASE
        WHEN valued_rows_changes.value_2 IS NULL
        THEN 0
        ELSE valued_rows_changes.__st_weight
      END
    ) AS __st_state_2
  FROM valued_rows_changes
  GROUP BY
    valued_rows_changes.id_10,
    valued_rows_changes.customer_5
), changed_groups AS (
  SELECT
    summed_changes.id_10,
    summed_changes.customer_5,
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
), wanted_keys AS (
  SELECT DISTINCT
    changed_groups.customer_5
  FROM changed_groups
), all_rows_new AS (
  SELECT /*+ BROADCAST(wanted) */
    orders.id AS id_9,
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM changed_groups AS wanted
  JOIN __st_new_0 AS orders
    ON (
      orders.id IS NOT DISTINCT FROM wanted.id_10
      AND orders.customer IS NOT DISTINCT FROM wanted.customer_5
    )
    AND __ST_WITHIN_OR_NULL(orders.id, '0.id', '0.id')
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
  UNION ALL
  SELECT /*+ BROADCAST(wanted_2) */
    customers.id AS id_9,
    customers.id AS customer_4,
    FALSE AS side_3
  FROM wanted_keys AS wanted_2
  JOIN __st_new_1 AS customers
    ON customers.id IS NOT DISTINCT FROM wanted_2.customer_5
    AND __ST_WITHIN_OR_NULL(customers.id, '1.id', '0.customer')
), groups_new AS (
  SELECT /*+ BROADCAST(changed_groups) */
    all_rows_new.id_9 AS id_10,
    all_rows_new.customer_4 AS customer_5,
    COUNT(*) AS __st_rows,
    COUNT(CASE WHEN all_rows_new.side_3 THEN 1 END) AS __st_state_1,
    COUNT(CASE WHEN NOT all_rows_new.side_3 THEN 1 END) AS __st_state_2
  FROM changed_groups
  JOIN all_rows_new
    ON all_rows_new.id_9 IS NOT DISTINCT FROM changed_groups.id_10
    AND all_rows_new.customer_4 IS NOT DISTINCT FROM changed_groups.customer_5
  GROUP BY
    all_rows_new.id_9,
    all_rows_new.customer_4
), both_groups AS (
  SELECT
    changed_groups.id_10,
    changed_groups.customer_5,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_rows
      ELSE COALESCE(groups_new.__st_rows, 0) - COALESCE(changed_groups.__st_rows, 0)
    END AS __st_rows,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_1
      ELSE COALESCE(groups_new.__st_state_1, 0) - COALESCE(changed_groups.__st_state_1, 0)
    END AS __st_state_1,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_2
      ELSE COALESCE(groups_new.__st_state_2, 0) - COALESCE(changed_groups.__st_state_2, 0)
    END AS __st_state_2,
    sides.__st_weight
  FROM changed_groups
  LEFT JOIN groups_new
    ON changed_groups.id_10 IS NOT DISTINCT FROM groups_new.id_10
    AND changed_groups.customer_5 IS NOT DISTINCT FROM groups_new.customer_5
  CROSS JOIN VALUES
    (1),
    (-1) AS sides(__st_weight)
), groups_changes AS (
  SELECT
    both_groups.id_10,
    both_groups.customer_5,
    both_groups.__st_state_1 AS left_rows,
    both_groups.__st_state_2 AS right_rows,
    both_groups.__st_weight
  FROM both_groups
  WHERE
    both_groups.__st_rows > 0
)
SELECT
  groups_changes.id_10 AS id,
  groups_changes.customer_5 AS customer,
  SUM(
    groups_changes.__st_weight * (
      groups_changes.left_rows - groups_changes.right_rows
    )
  ) AS __st_rows
FROM groups_changes
WHERE
  (
    groups_changes.left_rows - groups_changes.right_rows
  ) > 0
GROUP BY
  groups_changes.id_10,
  groups_changes.customer_5
HAVING
  SUM(
    groups_changes.__st_weight * (
      groups_changes.left_rows - groups_changes.right_rows
    )
  ) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, customer, __st_rows) VALUES (
  changes.id,
  changes.customer,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: both branches changed
-- changed: orders customers
SELECT customer FROM orders INTERSECT ALL SELECT id FROM customers;
-- stored as rows: customer int, __st_rows bigint (hidden)
WITH all_rows_changes AS (
  SELECT
    orders.customer AS customer_4,
    TRUE AS side_3,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  UNION ALL
  SELECT
    customers.id AS customer_4,
    FALSE AS side_3,
    customers.__st_weight
  FROM __st_delta_1 AS customers
), valued_rows_changes AS (
  SELECT
    all_rows_changes.customer_4 AS customer_5,
    CASE WHEN all_rows_changes.side_3 THEN 1 END AS value_1,
    CASE WHEN NOT all_rows_changes.side_3 THEN 1 END AS value_2,
    all_rows_changes.__st_weight
  FROM all_rows_changes
), summed_changes AS (
  SELECT
    valued_rows_changes.customer_5,
    SUM(valued_rows_changes.__st_weight) AS __st_rows,
    SUM(
      CASE
        WHEN valued_rows_changes.value_1 IS NULL
        THEN 0
        ELSE valued_rows_changes.__st_weight
      END
    ) AS __st_state_1,
    SUM(
      CASE
        WHEN valued_rows_changes.value_2 IS NULL
        THEN 0
        ELSE valued_rows_changes.__st_weight
      END
    ) AS __st_state_2
  FROM valued_rows_changes
  GROUP BY
    valued_rows_changes.customer_5
), changed_groups AS (
  SELECT
    summed_changes.customer_5,
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
), all_rows_new AS (
  SELECT /*+ BROADCAST(wanted) */
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM changed_groups AS wanted
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM wanted.customer_5
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer', '1.id')
  UNION ALL
  SELECT /*+ BROADCAST(wanted_2) */
    customers.id AS customer_4,
    FALSE AS side_3
  FROM changed_groups AS wanted_2
  JOIN __st_new_1 AS customers
    ON customers.id IS NOT DISTINCT FROM wanted_2.customer_5
    AND __ST_WITHIN_OR_NULL(customers.id, '1.id', '0.customer', '1.id')
), groups_new AS (
  SELECT /*+ BROADCAST(changed_groups) */
    all_rows_new.customer_4 AS customer_5,
    COUNT(*) AS __st_rows,
    COUNT(CASE WHEN all_rows_new.side_3 THEN 1 END) AS __st_state_1,
    COUNT(CASE WHEN NOT all_rows_new.side_3 THEN 1 END) AS __st_state_2
  FROM changed_groups
  JOIN all_rows_new
    ON all_rows_new.customer_4 IS NOT DISTINCT FROM changed_groups.customer_5
  GROUP BY
    all_rows_new.customer_4
), both_groups AS (
  SELECT
    changed_groups.customer_5,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_rows
      ELSE COALESCE(groups_new.__st_rows, 0) - COALESCE(changed_groups.__st_rows, 0)
    END AS __st_rows,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_1
      ELSE COALESCE(groups_new.__st_state_1, 0) - COALESCE(changed_groups.__st_state_1, 0)
    END AS __st_state_1,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_2
      ELSE COALESCE(groups_new.__st_state_2, 0) - COALESCE(changed_groups.__st_state_2, 0)
    END AS __st_state_2,
    sides.__st_weight
  FROM changed_groups
  LEFT JOIN groups_new
    ON changed_groups.customer_5 IS NOT DISTINCT FROM groups_new.customer_5
  CROSS JOIN VALUES
    (1),
    (-1) AS sides(__st_weight)
), groups_changes AS (
  SELECT
    both_groups.customer_5,
    both_groups.__st_state_1 AS left_rows,
    both_groups.__st_state_2 AS right_rows,
    both_groups.__st_weight
  FROM both_groups
  WHERE
    both_groups.__st_rows > 0
)
SELECT
  groups_changes.customer_5 AS customer,
  SUM(
    groups_changes.__st_weight * (
      CASE
        WHEN groups_changes.left_rows < groups_changes.right_rows
        THEN groups_changes.left_rows
        ELSE groups_changes.right_rows
      END
    )
  ) AS __st_rows
FROM groups_changes
WHERE
  (
    CASE
      WHEN groups_changes.left_rows < groups_changes.right_rows
      THEN groups_changes.left_rows
      ELSE groups_changes.right_rows
    END
  ) > 0
GROUP BY
  groups_changes.customer_5
HAVING
  SUM(
    groups_changes.__st_weight * (
      CASE
        WHEN groups_changes.left_rows < groups_changes.right_rows
        THEN groups_changes.left_rows
        ELSE groups_changes.right_rows
      END
    )
  ) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (customer, __st_rows) VALUES (
  changes.customer,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

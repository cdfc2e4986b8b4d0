-- claim: a changed group comes and goes with the number of its rows
-- changed: orders
SELECT id, customer FROM orders EXCEPT ALL SELECT id, id FROM customers;
-- stored as rows: id int, customer int, __st_rows bigint (hidden)
WITH affected_groups AS (
  SELECT DISTINCT
    orders.id AS id_10,
    orders.customer AS customer_5
  FROM __st_delta_0 AS orders
), all_rows_new AS (
  SELECT
    orders.id AS id_9,
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM __st_new_0 AS orders
  UNION ALL
  SELECT
    customers.id AS id_9,
    customers.id AS customer_4,
    FALSE AS side_3
  FROM __st_new_1 AS customers
), all_rows_old AS (
  SELECT
    orders.id AS id_9,
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM __st_old_0 AS orders
  UNION ALL
  SELECT
    customers.id AS id_9,
    customers.id AS customer_4,
    FALSE AS side_3
  FROM __st_new_1 AS customers
), groups_changes AS (
  SELECT /*+ BROADCAST(affected_groups) */
    all_rows_new.id_9 AS id_10,
    all_rows_new.customer_4 AS customer_5,
    COUNT(*) FILTER(WHERE
      all_rows_new.side_3) AS left_rows,
    COUNT(*) FILTER(WHERE
      NOT all_rows_new.side_3) AS right_rows,
    1 AS __st_weight
  FROM affected_groups
  JOIN all_rows_new
    ON all_rows_new.id_9 IS NOT DISTINCT FROM affected_groups.id_10
    AND all_rows_new.customer_4 IS NOT DISTINCT FROM affected_groups.customer_5
  GROUP BY
    all_rows_new.id_9,
    all_rows_new.customer_4
  UNION ALL
  SELECT /*+ BROADCAST(affected_groups) */
    all_rows_old.id_9 AS id_10,
    all_rows_old.customer_4 AS customer_5,
    COUNT(*) FILTER(WHERE
      all_rows_old.side_3) AS left_rows,
    COUNT(*) FILTER(WHERE
      NOT all_rows_old.side_3) AS right_rows,
    -1 AS __st_weight
  FROM affected_groups
  JOIN all_rows_old
    ON all_rows_old.id_9 IS NOT DISTINCT FROM affected_groups.id_10
    AND all_rows_old.customer_4 IS NOT DISTINCT FROM affected_groups.customer_5
  GROUP BY
    all_rows_old.id_9,
    all_rows_old.customer_4
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
), affected_groups AS (
  SELECT DISTINCT
    all_rows_changes.customer_4 AS customer_5
  FROM all_rows_changes
), all_rows_new AS (
  SELECT
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM __st_new_0 AS orders
  UNION ALL
  SELECT
    customers.id AS customer_4,
    FALSE AS side_3
  FROM __st_new_1 AS customers
), all_rows_old AS (
  SELECT
    orders.customer AS customer_4,
    TRUE AS side_3
  FROM __st_old_0 AS orders
  UNION ALL
  SELECT
    customers.id AS customer_4,
    FALSE AS side_3
  FROM __st_old_1 AS customers
), groups_changes AS (
  SELECT /*+ BROADCAST(affected_groups) */
    all_rows_new.customer_4 AS customer_5,
    COUNT(*) FILTER(WHERE
      all_rows_new.side_3) AS left_rows,
    COUNT(*) FILTER(WHERE
      NOT all_rows_new.side_3) AS right_rows,
    1 AS __st_weight
  FROM affected_groups
  JOIN all_rows_new
    ON all_rows_new.customer_4 IS NOT DISTINCT FROM affected_groups.customer_5
  GROUP BY
    all_rows_new.customer_4
  UNION ALL
  SELECT /*+ BROADCAST(affected_groups) */
    all_rows_old.customer_4 AS customer_5,
    COUNT(*) FILTER(WHERE
      all_rows_old.side_3) AS left_rows,
    COUNT(*) FILTER(WHERE
      NOT all_rows_old.side_3) AS right_rows,
    -1 AS __st_weight
  FROM affected_groups
  JOIN all_rows_old
    ON all_rows_old.customer_4 IS NOT DISTINCT FROM affected_groups.customer_5
  GROUP BY
    all_rows_old.customer_4
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

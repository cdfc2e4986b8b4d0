-- claim: a changed left input meets the new partners of its changed rows only
-- changed: orders
SELECT o.id FROM orders o LEFT SEMI JOIN customers c ON c.id = o.customer;
-- stored as rows: id int, __st_rows bigint (hidden)
WITH partner_rows AS (
  SELECT /*+ BROADCAST(orders) */
    customers.id AS id_2
  FROM __st_new_1 AS customers
  LEFT SEMI JOIN __st_delta_0 AS orders
    ON customers.id = orders.customer
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
), semi_joined_changes AS (
  SELECT
    orders.id,
    orders.customer,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  LEFT SEMI JOIN partner_rows
    ON partner_rows.id_2 = orders.customer
)
SELECT
  semi_joined_changes.id,
  SUM(semi_joined_changes.__st_weight) AS __st_rows
FROM semi_joined_changes
GROUP BY
  semi_joined_changes.id
HAVING
  SUM(semi_joined_changes.__st_weight) <> 0;
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


-- claim: a changed right input turns the left rows that it touches
-- changed: customers
SELECT o.id FROM orders o LEFT SEMI JOIN customers c ON c.id = o.customer AND o.amount > 10;
-- stored as rows: id int, __st_rows bigint (hidden)
WITH touched_keys AS (
  SELECT /*+ BROADCAST(customers) */ DISTINCT
    orders.customer
  FROM __st_new_0 AS orders
  LEFT SEMI JOIN __st_delta_1 AS customers
    ON customers.id = orders.customer
    AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
  WHERE
    orders.amount > 10
), partners AS (
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    1 AS present,
    0 AS difference
  FROM touched_keys
  JOIN __st_new_1 AS customers
    ON customers.id = touched_keys.customer
    AND __ST_WITHIN(customers.id, '1.id', '1.id')
  UNION ALL
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    0 AS present,
    customers.__st_weight AS difference
  FROM touched_keys
  JOIN __st_delta_1 AS customers
    ON customers.id = touched_keys.customer
), turned_keys AS (
  SELECT
    partners.customer,
    CASE WHEN SUM(partners.present) = 0 THEN -1 ELSE 1 END AS __st_weight
  FROM partners
  GROUP BY
    partners.customer
  HAVING
    (
      SUM(partners.present) = 0
    ) <> (
      SUM(partners.present) - SUM(partners.difference) = 0
    )
), semi_joined_changes AS (
  SELECT /*+ BROADCAST(turned_keys) */
    orders.id,
    orders.customer,
    orders.amount,
    turned_keys.__st_weight
  FROM turned_keys
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM turned_keys.customer
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '1.id')
  WHERE
    orders.amount > 10
)
SELECT
  semi_joined_changes.id,
  SUM(semi_joined_changes.__st_weight) AS __st_rows
FROM semi_joined_changes
GROUP BY
  semi_joined_changes.id
HAVING
  SUM(semi_joined_changes.__st_weight) <> 0;
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


-- claim: both inputs changed
-- changed: orders customers
SELECT o.id FROM orders o LEFT SEMI JOIN customers c ON c.id = o.customer;
-- stored as rows: id int, __st_rows bigint (hidden)
WITH partner_rows AS (
  SELECT /*+ BROADCAST(orders) */
    customers.id AS id_2
  FROM __st_new_1 AS customers
  LEFT SEMI JOIN __st_delta_0 AS orders
    ON customers.id = orders.customer
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
), touched_keys AS (
  SELECT /*+ BROADCAST(customers) */ DISTINCT
    orders.customer
  FROM __st_old_0 AS orders
  LEFT SEMI JOIN __st_delta_1 AS customers
    ON customers.id = orders.customer
    AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
), partners AS (
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    1 AS present,
    0 AS difference
  FROM touched_keys
  JOIN __st_new_1 AS customers
    ON customers.id = touched_keys.customer
    AND __ST_WITHIN(customers.id, '1.id', '1.id')
  UNION ALL
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    0 AS present,
    customers.__st_weight AS difference
  FROM touched_keys
  JOIN __st_delta_1 AS customers
    ON customers.id = touched_keys.customer
), turned_keys AS (
  SELECT
    partners.customer,
    CASE WHEN SUM(partners.present) = 0 THEN -1 ELSE 1 END AS __st_weight
  FROM partners
  GROUP BY
    partners.customer
  HAVING
    (
      SUM(partners.present) = 0
    ) <> (
      SUM(partners.present) - SUM(partners.difference) = 0
    )
), semi_joined_changes AS (
  SELECT
    orders.id,
    orders.customer,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  LEFT SEMI JOIN partner_rows
    ON partner_rows.id_2 = orders.customer
  UNION ALL
  SELECT /*+ BROADCAST(turned_keys) */
    orders.id,
    orders.customer,
    turned_keys.__st_weight
  FROM turned_keys
  JOIN __st_old_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM turned_keys.customer
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '1.id')
)
SELECT
  semi_joined_changes.id,
  SUM(semi_joined_changes.__st_weight) AS __st_rows
FROM semi_joined_changes
GROUP BY
  semi_joined_changes.id
HAVING
  SUM(semi_joined_changes.__st_weight) <> 0;
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

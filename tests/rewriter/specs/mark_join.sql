-- claim: a changed outer row is marked by its partners only
-- changed: orders
SELECT o.id FROM orders o WHERE o.amount > 9 OR EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer);
-- stored as rows: id int, __st_rows bigint (hidden)
WITH partner_rows AS (
  SELECT /*+ BROADCAST(orders) */
    customers.id AS id_2
  FROM __st_new_1 AS customers
  LEFT SEMI JOIN __st_delta_0 AS orders
    ON customers.id = orders.customer
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
), marked_changes AS (
  SELECT
    orders.id,
    orders.customer,
    orders.amount,
    EXISTS(
      SELECT
        1
      FROM partner_rows
      WHERE
        partner_rows.id_2 = orders.customer
    ) AS mark,
    orders.__st_weight
  FROM __st_delta_0 AS orders
)
SELECT
  marked_changes.id,
  SUM(marked_changes.__st_weight) AS __st_rows
FROM marked_changes
WHERE
  (
    marked_changes.amount > 9 OR marked_changes.mark
  )
GROUP BY
  marked_changes.id
HAVING
  SUM(marked_changes.__st_weight) <> 0;
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


-- claim: a changed inner row exchanges the marks of the outer rows that it turns
-- changed: customers
SELECT o.id, o.customer IN (SELECT id FROM customers) AS known FROM orders o;
-- stored as rows: id int, known boolean, __st_rows bigint (hidden)
WITH touched_keys AS (
  SELECT /*+ BROADCAST(customers) */ DISTINCT
    orders.customer
  FROM __st_new_0 AS orders
  LEFT SEMI JOIN __st_delta_1 AS customers
    ON orders.customer = customers.id
    AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
), partners AS (
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    1 AS present,
    0 AS difference
  FROM touched_keys
  JOIN __st_new_1 AS customers
    ON touched_keys.customer = customers.id
    AND __ST_WITHIN(customers.id, '1.id', '1.id')
  UNION ALL
  SELECT /*+ BROADCAST(touched_keys) */
    touched_keys.customer,
    0 AS present,
    customers.__st_weight AS difference
  FROM touched_keys
  JOIN __st_delta_1 AS customers
    ON touched_keys.customer = customers.id
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
), turned_marks AS (
  SELECT
    turned_keys.customer,
    TRUE AS mark,
    turned_keys.__st_weight
  FROM turned_keys
  UNION ALL
  SELECT
    turned_keys.customer,
    FALSE AS mark,
    -turned_keys.__st_weight AS __st_weight
  FROM turned_keys
), marked_changes AS (
  SELECT /*+ BROADCAST(turned_marks) */
    orders.id,
    orders.customer,
    turned_marks.mark,
    turned_marks.__st_weight
  FROM turned_marks
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM turned_marks.customer
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '1.id')
)
SELECT
  marked_changes.id,
  marked_changes.mark AS known,
  SUM(marked_changes.__st_weight) AS __st_rows
FROM marked_changes
GROUP BY
  marked_changes.id,
  marked_changes.mark
HAVING
  SUM(marked_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.known IS NOT DISTINCT FROM changes.known
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, known, __st_rows) VALUES (
  changes.id,
  changes.known,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

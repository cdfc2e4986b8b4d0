-- claim: one changed input gives one term, led by its change
-- changed: customers
SELECT o.id, c.region FROM orders o JOIN customers c ON c.id = o.customer;
-- stored as rows: id int, region string, __st_rows bigint (hidden)
SELECT /*+ BROADCAST(customers) */
  orders.id,
  customers.region,
  SUM(customers.__st_weight) AS __st_rows
FROM __st_delta_1 AS customers
JOIN __st_new_0 AS orders
  ON customers.id = orders.customer
  AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
GROUP BY
  orders.id,
  customers.region
HAVING
  SUM(customers.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.region IS NOT DISTINCT FROM changes.region
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, region, __st_rows) VALUES (
  changes.id,
  changes.region,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: two changed inputs give two terms, the second over the old rows of the first
-- changed: orders customers
SELECT o.id, c.region FROM orders o JOIN customers c ON c.id = o.customer;
-- stored as rows: id int, region string, __st_rows bigint (hidden)
WITH joined_changes AS (
  SELECT /*+ BROADCAST(orders) */
    orders.id,
    orders.customer,
    customers.id AS id_2,
    customers.region,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  JOIN __st_old_1 AS customers
    ON customers.id = orders.customer
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
  UNION ALL
  SELECT /*+ BROADCAST(customers) */
    orders.id,
    orders.customer,
    customers.id AS id_2,
    customers.region,
    customers.__st_weight
  FROM __st_delta_1 AS customers
  JOIN __st_new_0 AS orders
    ON customers.id = orders.customer
    AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
)
SELECT
  joined_changes.id,
  joined_changes.region,
  SUM(joined_changes.__st_weight) AS __st_rows
FROM joined_changes
GROUP BY
  joined_changes.id,
  joined_changes.region
HAVING
  SUM(joined_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.region IS NOT DISTINCT FROM changes.region
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, region, __st_rows) VALUES (
  changes.id,
  changes.region,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: a self join is a join of two inputs that change together
-- changed: orders
-- rows: came
SELECT a.id AS earlier, b.id AS later FROM orders a JOIN orders b ON a.customer = b.customer AND a.day < b.day;
-- stored as rows: earlier int, later int, __st_rows bigint (hidden)
WITH joined_changes AS (
  SELECT /*+ BROADCAST(orders) */
    orders.id,
    orders.customer,
    orders.day,
    orders_2.id AS id_2,
    orders_2.customer AS customer_2,
    orders_2.day AS day_2,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  JOIN __st_old_0 AS orders_2
    ON (
      orders.customer = orders_2.customer AND orders.day < orders_2.day
    )
    AND __ST_WITHIN(orders_2.customer, '0.customer', '0.customer')
  UNION ALL
  SELECT /*+ BROADCAST(orders_2) */
    orders.id,
    orders.customer,
    orders.day,
    orders_2.id AS id_2,
    orders_2.customer AS customer_2,
    orders_2.day AS day_2,
    orders_2.__st_weight
  FROM __st_delta_0 AS orders_2
  JOIN __st_new_0 AS orders
    ON (
      orders.customer = orders_2.customer AND orders.day < orders_2.day
    )
    AND __ST_WITHIN(orders.customer, '0.customer', '0.customer')
)
SELECT
  joined_changes.id AS earlier,
  joined_changes.id_2 AS later,
  SUM(joined_changes.__st_weight) AS __st_rows
FROM joined_changes
GROUP BY
  joined_changes.id,
  joined_changes.id_2;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.earlier IS NOT DISTINCT FROM changes.earlier
AND stored.later IS NOT DISTINCT FROM changes.later
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (earlier, later, __st_rows) VALUES (
  changes.earlier,
  changes.later,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: an input that did not change is joined once, with the folded change of those that did
-- changed: orders customers
SELECT o.id, r.boss FROM orders o JOIN customers c ON c.id = o.customer JOIN regions r ON r.name = c.region;
-- stored as rows: id int, boss string, __st_rows bigint (hidden)
WITH joined_changes AS (
  SELECT /*+ BROADCAST(orders) */
    orders.id,
    orders.customer,
    customers.id AS id_2,
    customers.region,
    orders.__st_weight
  FROM __st_delta_0 AS orders
  JOIN __st_old_1 AS customers
    ON customers.id = orders.customer
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
  UNION ALL
  SELECT /*+ BROADCAST(customers) */
    orders.id,
    orders.customer,
    customers.id AS id_2,
    customers.region,
    customers.__st_weight
  FROM __st_delta_1 AS customers
  JOIN __st_new_0 AS orders
    ON customers.id = orders.customer
    AND __ST_WITHIN(orders.customer, '0.customer', '1.id')
)
SELECT /*+ BROADCAST(joined_changes) */
  joined_changes.id,
  regions.boss,
  SUM(joined_changes.__st_weight) AS __st_rows
FROM joined_changes
JOIN __st_new_2 AS regions
  ON regions.name = joined_changes.region
GROUP BY
  joined_changes.id,
  regions.boss
HAVING
  SUM(joined_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.id IS NOT DISTINCT FROM changes.id
AND stored.boss IS NOT DISTINCT FROM changes.boss
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (id, boss, __st_rows) VALUES (
  changes.id,
  changes.boss,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

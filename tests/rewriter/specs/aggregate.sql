-- claim: sums are added to the stored group, and a group without rows is deleted
-- changed: orders
SELECT customer, count(*) AS n, avg(id) AS middle FROM orders GROUP BY customer;
-- stored as groups: customer int, n bigint, middle double, __st_sum_1 bigint (hidden), __st_count_2 bigint (hidden)
WITH summed_changes AS (
  SELECT
    orders.customer,
    SUM(orders.__st_weight) AS __st_rows,
    CAST(SUM(CAST(orders.id AS BIGINT) * orders.__st_weight) AS BIGINT) AS __st_sum_1,
    SUM(CASE WHEN orders.id IS NULL THEN 0 ELSE orders.__st_weight END) AS __st_count_2
  FROM __st_delta_0 AS orders
  GROUP BY
    orders.customer
)
SELECT
  summed_changes.customer,
  summed_changes.__st_rows,
  summed_changes.__st_sum_1,
  summed_changes.__st_count_2
FROM summed_changes
WHERE
  (
    summed_changes.__st_rows <> 0
    OR summed_changes.__st_sum_1 <> 0
    OR summed_changes.__st_count_2 <> 0
  );
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND stored.n + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  n = CASE
    WHEN stored.n + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.n + changes.__st_rows
  END,
  middle = CASE
    WHEN (
      stored.__st_count_2 + changes.__st_count_2
    ) > 0
    THEN CAST(CAST(CASE
      WHEN stored.__st_count_2 + changes.__st_count_2 > 0
      THEN COALESCE(stored.__st_sum_1, 0) + COALESCE(changes.__st_sum_1, 0)
    END AS DOUBLE) / CAST((
      stored.__st_count_2 + changes.__st_count_2
    ) AS DOUBLE) AS DOUBLE)
  END,
  __st_sum_1 = CAST(CASE
    WHEN stored.__st_count_2 + changes.__st_count_2 > 0
    THEN COALESCE(stored.__st_sum_1, 0) + COALESCE(changes.__st_sum_1, 0)
  END AS BIGINT),
  __st_count_2 = CASE
    WHEN stored.__st_count_2 + changes.__st_count_2 < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_count_2 + changes.__st_count_2
  END
WHEN NOT MATCHED THEN INSERT (customer, n, middle, __st_sum_1, __st_count_2) VALUES (
  changes.customer,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END,
  CASE
    WHEN changes.__st_count_2 > 0
    THEN CAST(CAST(CASE WHEN changes.__st_count_2 > 0 THEN changes.__st_sum_1 END AS DOUBLE) / CAST(changes.__st_count_2 AS DOUBLE) AS DOUBLE)
  END,
  CAST(CASE WHEN changes.__st_count_2 > 0 THEN changes.__st_sum_1 END AS BIGINT),
  changes.__st_count_2
);


-- claim: groups with an extremum are recomputed where rows may have gone
-- changed: orders
SELECT customer, min(day) AS first FROM orders GROUP BY customer;
-- stored as groups: customer int, first date, __st_rows bigint (hidden)
WITH affected_groups AS (
  SELECT DISTINCT
    orders.customer AS customer_2
  FROM __st_delta_0 AS orders
), recomputed_groups AS (
  SELECT /*+ BROADCAST(affected_groups) */
    orders.customer,
    MIN(orders.day) AS `first`,
    COUNT(*) AS __st_rows
  FROM affected_groups
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM affected_groups.customer_2
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
  GROUP BY
    orders.customer
)
SELECT
  affected_groups.customer_2 AS customer,
  recomputed_groups.`first`,
  COALESCE(recomputed_groups.__st_rows, 0) AS __st_rows
FROM affected_groups
LEFT JOIN recomputed_groups
  ON affected_groups.customer_2 IS NOT DISTINCT FROM recomputed_groups.customer;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND changes.__st_rows = 0 THEN DELETE
WHEN MATCHED AND NOT (
  stored.`first` IS NOT DISTINCT FROM changes.`first`
  AND stored.__st_rows IS NOT DISTINCT FROM changes.__st_rows
) THEN UPDATE SET
  `first` = changes.`first`,
  __st_rows = changes.__st_rows
WHEN NOT MATCHED AND changes.__st_rows > 0 THEN INSERT (customer, `first`, __st_rows) VALUES (changes.customer, changes.`first`, changes.__st_rows);


-- claim: extrema are merged where rows only came
-- changed: orders
-- rows: came
SELECT customer, min(day) AS first FROM orders GROUP BY customer;
-- stored as groups: customer int, first date, __st_rows bigint (hidden)
SELECT
  orders.customer,
  SUM(orders.__st_weight) AS __st_rows,
  MIN(orders.day) AS `first`
FROM __st_delta_0 AS orders
GROUP BY
  orders.customer;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  `first` = LEAST(stored.`first`, changes.`first`),
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (customer, `first`, __st_rows) VALUES (
  changes.customer,
  changes.`first`,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: the one group of a global aggregate is never deleted
-- changed: orders
SELECT count(*) AS n, max(id) AS last FROM orders;
-- stored as groups: n bigint, last int
SELECT
  COUNT(*) AS __st_rows,
  CAST(MAX(orders.id) AS INT) AS last
FROM __st_new_0 AS orders;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON TRUE
WHEN MATCHED AND NOT (
  stored.n IS NOT DISTINCT FROM changes.__st_rows
  AND stored.last IS NOT DISTINCT FROM changes.last
) THEN UPDATE SET
  n = changes.__st_rows,
  last = changes.last
WHEN NOT MATCHED THEN INSERT (n, last) VALUES (changes.__st_rows, changes.last);


-- claim: a group that fails HAVING is stored, but not shown
-- changed: orders
SELECT customer FROM orders GROUP BY customer HAVING count(*) > 2;
-- stored as groups: customer int, __st_rows bigint (hidden), __st_visible boolean (hidden)
WITH summed_changes AS (
  SELECT
    orders.customer,
    SUM(orders.__st_weight) AS __st_rows
  FROM __st_delta_0 AS orders
  GROUP BY
    orders.customer
)
SELECT
  summed_changes.customer,
  summed_changes.__st_rows
FROM summed_changes
WHERE
  summed_changes.__st_rows <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END,
  __st_visible = COALESCE((
    stored.__st_rows + changes.__st_rows
  ) > 2, FALSE)
WHEN NOT MATCHED THEN INSERT (customer, __st_rows, __st_visible) VALUES (
  changes.customer,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END,
  COALESCE(changes.__st_rows > 2, FALSE)
);


-- claim: below another operator the affected groups are compared before and after
-- changed: orders
SELECT c.region, o.n FROM (SELECT customer, count(*) AS n FROM orders GROUP BY customer) o JOIN customers c ON c.id = o.customer;
-- stored as rows: region string, n bigint, __st_rows bigint (hidden)
WITH summed_changes AS (
  SELECT
    orders.customer AS customer_2,
    SUM(orders.__st_weight) AS __st_rows
  FROM __st_delta_0 AS orders
  GROUP BY
    orders.customer
), changed_groups AS (
  SELECT
    summed_changes.customer_2,
    summed_changes.__st_rows
  FROM summed_changes
  WHERE
    summed_changes.__st_rows <> 0
), groups_new AS (
  SELECT /*+ BROADCAST(changed_groups) */
    orders.customer AS customer_2,
    COUNT(*) AS __st_rows
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
    both_groups.__st_rows AS n,
    both_groups.__st_weight
  FROM both_groups
  WHERE
    both_groups.__st_rows > 0
)
SELECT /*+ BROADCAST(groups_changes) */
  customers.region,
  groups_changes.n,
  SUM(groups_changes.__st_weight) AS __st_rows
FROM groups_changes
JOIN __st_new_1 AS customers
  ON customers.id = groups_changes.customer_2
  AND __ST_WITHIN(customers.id, '1.id', '0.customer')
GROUP BY
  customers.region,
  groups_changes.n
HAVING
  SUM(groups_changes.__st_weight) <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.region IS NOT DISTINCT FROM changes.region
AND stored.n IS NOT DISTINCT FROM changes.n
WHEN MATCHED AND stored.__st_rows + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  __st_rows = CASE
    WHEN stored.__st_rows + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row would have fewer copies than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.__st_rows + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (region, n, __st_rows) VALUES (
  changes.region,
  changes.n,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a row went that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);


-- claim: changed groups that meet nothing of filtered rows which did not change are left out before their rows are read
-- changed: orders
SELECT t.customer, t.total FROM (SELECT customer, sum(amount) AS total FROM orders GROUP BY customer) t
JOIN customers c ON c.id = t.customer AND c.region = 'north';
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
), met_keys AS (
  SELECT /*+ BROADCAST(changed_groups) */ DISTINCT
    customers.id AS id_2
  FROM __st_new_1 AS customers
  LEFT SEMI JOIN changed_groups
    ON changed_groups.customer_2 = customers.id
    AND __ST_WITHIN(customers.id, '1.id', '0.customer')
  WHERE
    customers.region = 'north'
), met_groups AS (
  SELECT /*+ BROADCAST(met_keys) */
    changed_groups.customer_2,
    changed_groups.__st_rows,
    changed_groups.__st_state_1,
    changed_groups.__st_state_2
  FROM changed_groups
  LEFT SEMI JOIN met_keys
    ON changed_groups.customer_2 = met_keys.id_2
), groups_new AS (
  SELECT /*+ BROADCAST(met_groups) */
    orders.customer AS customer_2,
    COUNT(*) AS __st_rows,
    CAST(SUM(orders.amount) AS DECIMAL(38, 2)) AS __st_state_1,
    COUNT(orders.amount) AS __st_state_2
  FROM met_groups
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM met_groups.customer_2
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
  GROUP BY
    orders.customer
), both_groups AS (
  SELECT
    met_groups.customer_2,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_rows
      ELSE COALESCE(groups_new.__st_rows, 0) - COALESCE(met_groups.__st_rows, 0)
    END AS __st_rows,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_1
      ELSE CASE
        WHEN COALESCE(groups_new.__st_state_2, 0) - COALESCE(met_groups.__st_state_2, 0) > 0
        THEN CAST(COALESCE(groups_new.__st_state_1, 0) - COALESCE(met_groups.__st_state_1, 0) AS DECIMAL(38, 2))
      END
    END AS __st_state_1,
    CASE
      WHEN sides.__st_weight > 0
      THEN groups_new.__st_state_2
      ELSE COALESCE(groups_new.__st_state_2, 0) - COALESCE(met_groups.__st_state_2, 0)
    END AS __st_state_2,
    sides.__st_weight
  FROM met_groups
  LEFT JOIN groups_new
    ON met_groups.customer_2 IS NOT DISTINCT FROM groups_new.customer_2
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
)
SELECT /*+ BROADCAST(groups_changes) */
  groups_changes.customer_2 AS customer,
  groups_changes.total,
  SUM(groups_changes.__st_weight) AS __st_rows
FROM groups_changes
JOIN __st_new_1 AS customers
  ON customers.id = groups_changes.customer_2
  AND __ST_WITHIN(customers.id, '1.id', '0.customer')
WHERE
  customers.region = 'north'
GROUP BY
  groups_changes.customer_2,
  groups_changes.total
HAVING
  SUM(groups_changes.__st_weight) <> 0;
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

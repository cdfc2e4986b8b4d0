-- claim: the sessions of the customers of which a row came or went are merged anew, and the others are not read
-- changed: orders
SELECT customer, session_window(day, '2 days') AS w, count(*) AS n FROM orders GROUP BY customer, w;
-- stored as groups: customer int, w struct<start:timestamp_ntz,end:timestamp_ntz>, n bigint
WITH windows_changes AS (
  SELECT
    orders.customer,
    orders.day,
    STRUCT(
      SESSION_WINDOW(orders.day, '2 days').start AS start,
      SESSION_WINDOW(orders.day, '2 days').`end` AS `end`
    ) AS session_window,
    orders.__st_weight
  FROM __st_delta_0 AS orders
), affected_scopes AS (
  SELECT DISTINCT
    windows_changes.customer AS scope
  FROM windows_changes
), windows_new AS (
  SELECT /*+ BROADCAST(wanted) */
    orders.customer,
    orders.day,
    STRUCT(
      SESSION_WINDOW(orders.day, '2 days').start AS start,
      SESSION_WINDOW(orders.day, '2 days').`end` AS `end`
    ) AS session_window
  FROM affected_scopes AS wanted
  JOIN __st_new_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM wanted.scope
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
), windows_old AS (
  SELECT /*+ BROADCAST(wanted_2) */
    orders.customer,
    orders.day,
    STRUCT(
      SESSION_WINDOW(orders.day, '2 days').start AS start,
      SESSION_WINDOW(orders.day, '2 days').`end` AS `end`
    ) AS session_window
  FROM affected_scopes AS wanted_2
  JOIN __st_old_0 AS orders
    ON orders.customer IS NOT DISTINCT FROM wanted_2.scope
    AND __ST_WITHIN_OR_NULL(orders.customer, '0.customer', '0.customer')
), merged_changes AS (
  SELECT
    numbered.customer,
    numbered.day,
    numbered.session_window,
    STRUCT(
      MIN(numbered.session_window.start) OVER (PARTITION BY numbered.scope, numbered.__st_session) AS start,
      MAX(numbered.session_window.`end`) OVER (PARTITION BY numbered.scope, numbered.__st_session) AS `end`
    ) AS session_window_2,
    1 AS __st_weight
  FROM (
    SELECT
      marked.customer,
      marked.day,
      marked.session_window,
      marked.scope,
      SUM(marked.__st_opens) OVER (PARTITION BY marked.scope ORDER BY marked.session_window.start) AS __st_session
    FROM (
      SELECT /*+ BROADCAST(affected_scopes) */
        windows_new.customer,
        windows_new.day,
        windows_new.session_window,
        windows_new.customer AS scope,
        CASE
          WHEN windows_new.session_window.start <= MAX(windows_new.session_window.`end`) OVER (
            PARTITION BY windows_new.customer
            ORDER BY windows_new.session_window.start
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          )
          THEN 0
          ELSE 1
        END AS __st_opens
      FROM affected_scopes
      JOIN windows_new
        ON windows_new.customer IS NOT DISTINCT FROM affected_scopes.scope
    ) AS marked
  ) AS numbered
  UNION ALL
  SELECT
    numbered.customer,
    numbered.day,
    numbered.session_window,
    STRUCT(
      MIN(numbered.session_window.start) OVER (PARTITION BY numbered.scope, numbered.__st_session) AS start,
      MAX(numbered.session_window.`end`) OVER (PARTITION BY numbered.scope, numbered.__st_session) AS `end`
    ) AS session_window_2,
    -1 AS __st_weight
  FROM (
    SELECT
      marked.customer,
      marked.day,
      marked.session_window,
      marked.scope,
      SUM(marked.__st_opens) OVER (PARTITION BY marked.scope ORDER BY marked.session_window.start) AS __st_session
    FROM (
      SELECT /*+ BROADCAST(affected_scopes) */
        windows_old.customer,
        windows_old.day,
        windows_old.session_window,
        windows_old.customer AS scope,
        CASE
          WHEN windows_old.session_window.start <= MAX(windows_old.session_window.`end`) OVER (
            PARTITION BY windows_old.customer
            ORDER BY windows_old.session_window.start
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          )
          THEN 0
          ELSE 1
        END AS __st_opens
      FROM affected_scopes
      JOIN windows_old
        ON windows_old.customer IS NOT DISTINCT FROM affected_scopes.scope
    ) AS marked
  ) AS numbered
), summed_changes AS (
  SELECT
    merged_changes.customer,
    merged_changes.session_window_2 AS w,
    SUM(merged_changes.__st_weight) AS __st_rows
  FROM merged_changes
  GROUP BY
    merged_changes.customer,
    merged_changes.session_window_2
)
SELECT
  summed_changes.customer,
  summed_changes.w,
  summed_changes.__st_rows
FROM summed_changes
WHERE
  summed_changes.__st_rows <> 0;
MERGE INTO __st_backing AS stored
USING __st_changes AS changes
ON stored.customer IS NOT DISTINCT FROM changes.customer
AND stored.w IS NOT DISTINCT FROM changes.w
WHEN MATCHED AND stored.n + changes.__st_rows = 0 THEN DELETE
WHEN MATCHED THEN UPDATE SET
  n = CASE
    WHEN stored.n + changes.__st_rows < 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: a group would have fewer rows than none; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE stored.n + changes.__st_rows
  END
WHEN NOT MATCHED THEN INSERT (customer, w, n) VALUES (
  changes.customer,
  changes.w,
  CASE
    WHEN changes.__st_rows <= 0
    THEN RAISE_ERROR(
      'STREAM_TABLE_STATE_CORRUPTED: rows went from a group that is not stored; rebuild it with REFRESH STREAM TABLE ... FULL'
    )
    ELSE changes.__st_rows
  END
);

-- each set leaves its keys out by number
SELECT note, sum(id) AS s, grouping(note) AS g FROM orders GROUP BY ROLLUP (note, day)
--> Output note = note_3, s = s_2, g
--  Project note_3 = note_2, s_2 = s, g = CAST((SHIFTRIGHT(grouping_id_2, 1)) & 1 AS TINYINT)
--    Aggregate by note_2 = CASE WHEN (grouping_id & 2) = 0 THEN note END, day_2 = CASE WHEN (grouping_id & 1) = 0 THEN day END, grouping_id_2 = grouping_id: s = sum(id)
--      InnerJoin
--        Scan orders: id, day, note
--        Values grouping_id: (CAST(0 AS BIGINT)), (CAST(1 AS BIGINT)), (CAST(3 AS BIGINT))

-- aggregates in disguise are counts
SELECT count_if(qty > 1) AS a, every(qty > 1) AS b, count(DISTINCT sku) AS c, first(sku) AS d FROM items
--> Output a = a_2, b, c = c_2, d = d_2
--  Project a_2 = a, b = CASE WHEN count_2 > 0 THEN count = 0 END, c_2 = c, d_2 = d
--    Aggregate: a = count(*) where qty > 1, count = count(*) where NOT (qty > 1), count_2 = count(qty > 1), c = count(DISTINCT sku), d = any_value(sku)
--      Scan items: sku, qty

-- an order that is open is closed
SELECT listagg(sku, ',') AS a, mode(qty) AS b, string_agg(sku, '') WITHIN GROUP (ORDER BY qty DESC) AS c FROM items
--> Output a, b, c
--  Aggregate: a = listagg(sku, ',') within group (sku), b = mode(qty, TRUE), c = listagg(sku, '') within group (qty DESC, sku)
--    Scan items: sku, qty

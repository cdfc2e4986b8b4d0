-- functions of one partitioning are one operator, all rows come last
SELECT id, sum(id) OVER () AS a, rank() OVER w + 1 AS b, sum(id) OVER (PARTITION BY note) AS c FROM orders WINDOW w AS (PARTITION BY note ORDER BY day DESC)
--> Output id = id_2, a = a_2, b, c = c_2
--  Project id_2 = id, a_2 = a, b = rank + 1, c_2 = c
--    Window a = sum(id) OVER ()
--      Window rank = rank() OVER (PARTITION BY note ORDER BY day DESC), c = sum(id) OVER (PARTITION BY note)
--        Scan orders: id, day, note

-- QUALIFY filters what windows give, by alias too
SELECT id, rank() OVER (PARTITION BY note ORDER BY day, id) AS spot FROM orders QUALIFY spot = 1 AND count(*) OVER () > 1
--> Output id = id_2, spot = spot_2
--  Project id_2 = id, spot_2 = spot
--    Filter (spot) = 1 AND count > 1
--      Window count = count(*) OVER ()
--        Window spot = rank() OVER (PARTITION BY note ORDER BY day, id)
--          Scan orders: id, day, note

-- a window over groups reads their aggregates
SELECT note, sum(sum(id)) OVER (ORDER BY note ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM orders GROUP BY note
--> Output note = note_3, s = s_2
--  Project note_3 = note_2, s_2 = s
--    Window s = sum(sum_id) OVER (ORDER BY note_2 ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
--      Aggregate by note_2 = note: sum_id = sum(id)
--        Scan orders: id, note

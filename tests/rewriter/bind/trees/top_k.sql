-- an order reads output columns first, then the input
SELECT note AS day, id FROM orders ORDER BY day DESC, amount LIMIT 3 OFFSET 1
--> Output day = day_2, id = id_2
--  Project day_2 = note, id_2 = id
--    TopK by note DESC, amount limit 3 offset 1
--      Scan orders: id, amount, note

-- an order of groups may aggregate
SELECT note, count(*) AS n FROM orders GROUP BY ALL ORDER BY max(id), n + 1 LIMIT 2
--> Output note = note_4, n = n_3
--  Project note_4 = note_3, n_3 = n_2
--    TopK by column, column_2 limit 2
--      Project note_3 = note_2, n_2 = n, column = max_id, column_2 = n + 1
--        Aggregate by note_2 = note: n = count(*), max_id = max(id)
--          Scan orders: id, note

-- the order of a set operation reads its output
SELECT id FROM orders UNION ALL SELECT order_id FROM items ORDER BY id NULLS LAST LIMIT 2
--> Output id = id_3
--  TopK by id_3 NULLS LAST limit 2
--    UnionAll id_3
--      Project id_2 = id
--        Scan orders: id
--      Project order_id_2 = order_id
--        Scan items: order_id

-- an order without a limit is left out
SELECT id FROM (SELECT id, note FROM orders ORDER BY note) ORDER BY id
--> Output id = id_2
--  Project id_2 = id
--    Scan orders: id

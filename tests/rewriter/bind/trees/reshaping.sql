-- a value that is pivoted is a condition
SELECT * FROM (SELECT sku, order_id, qty FROM items) PIVOT (sum(qty) FOR order_id IN (1, 2 AS two))
--> Output sku = sku_3, 1, two
--  Project sku_3 = sku_2, `1` = sum_qty, two = sum_qty_2
--    Aggregate by sku_2 = sku: sum_qty = sum(qty) where order_id IS NOT DISTINCT FROM 1, sum_qty_2 = sum(qty) where order_id IS NOT DISTINCT FROM 2
--      Scan items: order_id, sku, qty

-- columns that are unpivoted are rows to choose from
SELECT * FROM (SELECT sku, order_id, qty FROM items) UNPIVOT (n FOR what IN (order_id, qty AS amount)) AS u
--> Output sku = sku_2, what = what_2, n
--  Filter NOT (n IS NULL)
--    Project sku_2 = sku, what_2 = what, n = CASE WHEN unpivoted = 0 THEN order_id WHEN unpivoted = 1 THEN qty END
--      InnerJoin
--        Scan items: order_id, sku, qty
--        Values unpivoted, what: (0, 'order_id'), (1, 'amount')

-- an inline table is a relation
SELECT a, qty FROM VALUES (1, 'x'), (3, NULL) AS v(a, b) JOIN items ON order_id = a
--> Output a, qty = qty_2
--  Project a = col1, qty_2 = qty
--    InnerJoin on order_id = col1
--      Values col1, col2: (1, 'x'), (3, NULL)
--      Scan items: order_id, qty

-- a query without FROM has one row
SELECT 1 AS one UNION ALL SELECT qty FROM items
--> Output one = one_2
--  UnionAll one_2
--    Project one = 1
--      Values one_row: (1)
--    Project qty_2 = qty
--      Scan items: qty

-- the narrower branch is cast
SELECT id FROM orders UNION ALL SELECT amount FROM orders
--> UnionAll id_4
--    Project id_4__0 = CAST(id_2 AS DECIMAL(12, 2))
--      Project id_2 = id
--        Scan orders: id
--    Project amount_3 = amount_2
--      Scan orders: amount_2 = amount

-- column by column
SELECT id, region FROM customers UNION ALL SELECT weight, 'x' FROM orders
--> UnionAll id_4, region_3
--    Project id_4__0 = CAST(id_2 AS DOUBLE), region_3__0 = region_2
--      Project id_2 = id, region_2 = region
--        Scan customers: id, region
--    Project weight_2 = weight, column = 'x'
--      Scan orders: weight

-- a union in a union, too
SELECT id FROM orders UNION ALL (SELECT customer FROM orders UNION ALL SELECT weight FROM orders)
--> UnionAll id_5
--    Project id_5__0 = CAST(id_2 AS DOUBLE)
--      Project id_2 = id
--        Scan orders: id
--    UnionAll customer_5
--      Project customer_5__0 = CAST(customer_3 AS DOUBLE)
--        Project customer_3 = customer_2
--          Scan orders: customer_2 = customer
--      Project weight_4 = weight_3
--        Scan orders: weight_3 = weight

-- branches of the same types stay
SELECT id FROM orders UNION ALL SELECT customer FROM orders
--> unchanged

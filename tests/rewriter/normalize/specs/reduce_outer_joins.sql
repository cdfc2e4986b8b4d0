-- a comparison drops the padded rows of a LEFT JOIN
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region > 'n'
--> Project id_3 = id
--    Filter region > 'n'
--      InnerJoin on customer = id_2
--        Scan orders: id, customer
--        Scan customers: id_2 = id, region

-- a RIGHT JOIN is one, too
SELECT c.id FROM orders o RIGHT JOIN customers c ON o.customer = c.id WHERE o.amount > 1
--> Project id_3 = id_2
--    Filter amount > 1
--      InnerJoin on customer = id_2
--        Scan customers: id_2 = id
--        Scan orders: customer, amount

-- IS NOT NULL drops them
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.id IS NOT NULL
--> Project id_3 = id
--    Filter NOT id_2 IS NULL
--      InnerJoin on customer = id_2
--        Scan orders: id, customer
--        Scan customers: id_2 = id

-- a comparison with the left side makes a FULL JOIN a LEFT JOIN
SELECT o.id, c.region FROM orders o FULL JOIN customers c ON o.customer = c.id WHERE o.amount > 1
--> Project id_3 = id, region_2 = region
--    Filter amount > 1
--      LeftJoin on customer = id_2
--        Scan orders: id, customer, amount
--        Scan customers: id_2 = id, region

-- with both sides it is an inner join
SELECT o.id, c.region FROM orders o FULL JOIN customers c ON o.customer = c.id WHERE o.amount > 1 AND c.region = 'n'
--> Project id_3 = id, region_2 = region
--    Filter amount > 1 AND region = 'n'
--      InnerJoin on customer = id_2
--        Scan orders: id, customer, amount
--        Scan customers: id_2 = id, region

-- an inner join above asks for it, and becomes one with it
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id JOIN items i ON i.sku = c.region
--> Project id_3 = id
--    InnerJoin on sku = region AND customer = id_2
--      Scan orders: id, customer
--      Scan customers: id_2 = id, region
--      Scan items: sku

-- a comparison of the value passes through a projection
SELECT half FROM (SELECT c.id * 2 AS half FROM orders o LEFT JOIN customers c ON o.customer = c.id) x WHERE half > 3
--> Filter half > 3
--    Project half = id_2 * 2
--      InnerJoin on customer = id_2
--        Scan orders: customer
--        Scan customers: id_2 = id

-- both branches of OR have to compare the same column
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region > 'n' OR c.region = 'a'
--> Project id_3 = id
--    Filter (region > 'n' OR region = 'a')
--      InnerJoin on customer = id_2
--        Scan orders: id, customer
--        Scan customers: id_2 = id, region

-- branches that compare different columns are not looked through
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region > 'n' OR c.id = 3
--> unchanged

-- where one branch of OR keeps them, it stays
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region > 'n' OR o.amount > 3
--> unchanged

-- IS NULL keeps them
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region IS NULL
--> unchanged

-- a function that is not NULL for NULL keeps them
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE coalesce(c.region, 'x') = 'x'
--> unchanged

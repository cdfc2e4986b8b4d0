-- a semi join asks the one input that it speaks of
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
--> Project id_3 = id
--    InnerJoin on customer = id_2
--      SemiJoin on order_id = id
--        Scan orders: id, customer
--        Scan items: order_id
--      Scan customers: id_2 = id

-- the input may be any of them
SELECT o.id FROM customers c JOIN orders o ON o.customer = c.id WHERE o.id IN (SELECT order_id FROM items)
--> Project id_3 = id_2
--    InnerJoin on customer = id
--      Scan customers: id
--      SemiJoin on id_2 = order_id
--        Scan orders: id_2 = id, customer
--        Scan items: order_id

-- where it speaks of both inputs, it stays
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND i.sku = c.region)
--> unchanged

-- where the join leaves rows out by a condition of its own, it stays
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id AND c.region = 'n' WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
--> unchanged

-- where another input is filtered, it stays
SELECT o.id FROM orders o JOIN (SELECT id FROM customers WHERE region = 'n') c ON o.customer = c.id WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
--> unchanged

-- an anti join stays
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
--> unchanged

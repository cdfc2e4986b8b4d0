-- a condition of WHERE becomes the join's
SELECT o.id FROM orders o, customers c WHERE o.customer = c.id
--> Project id_3 = id
--    InnerJoin on customer = id_2
--      Scan orders: id, customer
--      Scan customers: id_2 = id

-- it is added to the join's own
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id WHERE o.amount > 100 AND c.region = 'n'
--> Project id_3 = id
--    InnerJoin on customer = id_2 AND amount > 100 AND region = 'n'
--      Scan orders: id, customer, amount
--      Scan customers: id_2 = id, region

-- a join of three takes all of them
SELECT o.id FROM orders o, customers c, items i WHERE o.customer = c.id AND i.order_id = o.id AND i.qty > 1
--> Project id_3 = id
--    InnerJoin on customer = id_2 AND order_id = id AND qty > 1
--      Scan orders: id, customer
--      Scan customers: id_2 = id
--      Scan items: order_id, qty

-- a filter on time stays a filter, below the join where it reads one input
SELECT o.id FROM orders o JOIN customers c ON o.customer = c.id WHERE o.day > current_date() AND o.amount > 1
--> Project id_3 = id
--    InnerJoin on customer = id_2 AND amount > 1
--      Filter day > CAST(__st_instant() AS DATE)
--        Scan orders: id, customer, amount, day
--      Scan customers: id_2 = id

-- a filter on time that reads several inputs stays above
SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id WHERE o.day + i.qty > current_date() AND i.qty > 1
--> Project id_2 = id
--    Filter day + qty > CAST(__st_instant() AS DATE)
--      InnerJoin on order_id = id AND qty > 1
--        Scan orders: id, day
--        Scan items: order_id, qty

-- a filter over one table stays
SELECT id FROM orders WHERE amount > 100
--> unchanged

-- a filter over an outer join stays
SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region IS NULL
--> unchanged

-- EXISTS is a semi join on what it compares with the outer query
SELECT id FROM orders o WHERE amount > 1 AND EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND i.qty > 2)
--> Output id = id_2
--  Project id_2 = id
--    SemiJoin on order_id = id
--      Filter amount > 1
--        Scan orders: id, amount
--      Filter qty > 2
--        Scan items: order_id, qty

-- NOT IN is an anti join that takes unknown for true
SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM items)
--> Output id = id_2
--  Project id_2 = id
--    AntiJoin on ((id = order_id OR (id = order_id) IS NULL))
--      Scan orders: id
--      Scan items: order_id

-- EXISTS under OR is a mark
SELECT id FROM orders o WHERE note IS NULL OR NOT EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
--> Output id = id_2
--  Project id_2 = id
--    Filter note IS NULL OR NOT (mark)
--      MarkJoin mark on order_id = id
--        Scan orders: id, note
--        Scan items: order_id

-- an uncorrelated aggregate is joined as the one row it is
SELECT id FROM orders WHERE amount > (SELECT avg(amount) FROM orders)
--> Output id = id_3
--  Project id_3 = id
--    Filter amount > (avg_amount_2)
--      InnerJoin
--        Scan orders: id, amount
--        Aggregate: avg_amount_2 = avg(amount_2)
--          Scan orders: amount_2 = amount

-- a correlated aggregate is grouped by what it compares, and a missing count is zero
SELECT id, (SELECT count(*) + 1 FROM items i WHERE i.order_id = o.id) AS n FROM orders o
--> Output id = id_2, n
--  Project id_2 = id, n = COALESCE(count, 0) + 1
--    LeftJoin on order_id_2 = id
--      Scan orders: id
--      Aggregate by order_id_2 = order_id: count = count(*)
--        Scan items: order_id

-- a scalar subquery that is no aggregate is checked to be one row
SELECT id, (SELECT name FROM customers c WHERE c.id = o.customer_id) AS name FROM orders o
--> Output id = id_3, name = name_3
--  Project id_3 = id, name_3 = CASE WHEN COALESCE(count, 0) > 1 THEN raise_error('SCALAR_SUBQUERY_TOO_MANY_ROWS: a scalar subquery has more than one row') ELSE any_value_name_2 END
--    LeftJoin on id_2_2_2 = customer_id
--      Scan orders: id, customer_id
--      Aggregate by id_2_2_2 = id_2_2: count = count(*), any_value_name_2 = any_value(name_2)
--        Project name_2 = name, id_2_2 = id_2
--          Scan customers: id_2 = id, name

-- EXISTS inside of EXISTS that names the outermost query is one semi join
SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND EXISTS (SELECT 1 FROM customers c WHERE c.name = i.sku AND c.id = o.customer_id))
--> Output id = id_3
--  Project id_3 = id
--    SemiJoin on order_id = id AND id_2 = customer_id
--      Scan orders: id, customer_id
--      InnerJoin on name = sku
--        Scan items: order_id, sku
--        Scan customers: id_2 = id, name

-- a subquery in HAVING is joined to the groups
SELECT customer_id FROM orders o GROUP BY customer_id HAVING sum(amount) > (SELECT count(*) FROM customers c WHERE c.id = o.customer_id)
--> Output customer_id = customer_id_3
--  Project customer_id_3 = customer_id_2
--    Filter sum_amount > (COALESCE(count, 0))
--      LeftJoin on id_2_2 = customer_id_2
--        Aggregate by customer_id_2 = customer_id: sum_amount = sum(amount)
--          Scan orders: customer_id, amount
--        Aggregate by id_2_2 = id_2: count = count(*)
--          Scan customers: id_2 = id

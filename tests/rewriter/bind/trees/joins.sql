-- a comma is an inner join
SELECT o.id, c.region FROM orders o, customers c WHERE o.customer_id = c.id
--> Output id = id_3, region = region_2
--  Project id_3 = id, region_2 = region
--    Filter customer_id = id_2
--      InnerJoin
--        Scan orders: id, customer_id
--        Scan customers: id_2 = id, region

-- a join of three tables is one operator with one condition
SELECT o.id, c.region, i.sku FROM orders o JOIN customers c ON c.id = o.customer_id JOIN items i ON i.order_id = o.id
--> Output id = id_3, region = region_2, sku = sku_2
--  Project id_3 = id, region_2 = region, sku_2 = sku
--    InnerJoin on id_2 = customer_id AND order_id = id
--      Scan orders: id, customer_id
--      Scan customers: id_2 = id, region
--      Scan items: order_id, sku

-- a condition may be any predicate, sides reversed
SELECT o.id FROM orders o INNER JOIN items i ON o.id < i.qty AND i.sku LIKE 'a%'
--> Output id = id_2
--  Project id_2 = id
--    InnerJoin on id < qty AND sku LIKE 'a%'
--      Scan orders: id
--      Scan items: sku, qty

-- USING merges the column and puts it first
SELECT * FROM customers JOIN (SELECT name AS title, id FROM customers) c USING (id)
--> Output id = id_3, region = region_3, name = name_3, title
--  Project id_3 = id, region_3 = region, name_3 = name, title = name_2
--    InnerJoin on id = id_2
--      Scan customers: id, region, name
--      Scan customers: id_2 = id, name_2 = name

-- USING keeps both qualified columns reachable
SELECT id, o.id AS left_id, c.id AS right_id FROM orders o JOIN customers c USING (id)
--> Output id = id_3, left_id, right_id
--  Project id_3 = id, left_id = id, right_id = id_2
--    InnerJoin on id = id_2
--      Scan orders: id
--      Scan customers: id_2 = id

-- the star of the right side of USING has its key first
SELECT c.* FROM orders o JOIN (SELECT name, id FROM customers) c USING (id)
--> Output id = id_3, name = name_2
--  Project id_3 = id_2, name_2 = name
--    InnerJoin on id = id_2
--      Scan orders: id
--      Scan customers: id_2 = id, name

-- USING after USING joins on the first relation's column
SELECT a.id, c.id AS third FROM orders a JOIN orders b USING (id) JOIN orders c USING (id)
--> Output id = id_4, third
--  Project id_4 = id, third = id_3
--    InnerJoin on id = id_2 AND id = id_3
--      Scan orders: id
--      Scan orders: id_2 = id
--      Scan orders: id_3 = id

-- USING with two columns
SELECT id, name FROM customers a JOIN customers b USING (name, id)
--> Output id = id_3, name = name_3
--  Project id_3 = id, name_3 = name
--    InnerJoin on name = name_2 AND id = id_2
--      Scan customers: id, name
--      Scan customers: id_2 = id, name_2 = name

-- NATURAL joins on all common columns in any case
SELECT * FROM customers NATURAL JOIN (SELECT ID, sku FROM items JOIN orders ON id = order_id) x
--> Output id = id_3, region = region_2, name = name_2, sku = sku_2
--  Project id_3 = id, region_2 = region, name_2 = name, sku_2 = sku
--    InnerJoin on id_2 = order_id AND id = id_2
--      Scan customers: id, region, name
--      Scan items: order_id, sku
--      Scan orders: id_2 = id

-- NATURAL without common columns is the cross product
SELECT sku, region FROM items NATURAL JOIN customers
--> Output sku = sku_2, region = region_2
--  Project sku_2 = sku, region_2 = region
--    InnerJoin
--      Scan items: sku
--      Scan customers: region

-- CROSS JOIN has no condition
SELECT sku, region FROM items CROSS JOIN customers
--> Output sku = sku_2, region = region_2
--  Project sku_2 = sku, region_2 = region
--    InnerJoin
--      Scan items: sku
--      Scan customers: region

-- JOIN without a condition has none
SELECT sku, region FROM items JOIN customers
--> Output sku = sku_2, region = region_2
--  Project sku_2 = sku, region_2 = region
--    InnerJoin
--      Scan items: sku
--      Scan customers: region

-- a self join reads one source twice
SELECT a.id, b.id AS other FROM orders a JOIN orders b ON a.id = b.customer_id
--> Output id = id_3, other
--  Project id_3 = id, other = id_2
--    InnerJoin on id = customer_id_2
--      Scan orders: id
--      Scan orders: id_2 = id, customer_id_2 = customer_id

-- a join in brackets is flattened
SELECT o.id FROM orders o JOIN (items i JOIN customers c ON c.name = i.sku) ON i.order_id = o.id
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin on name = sku AND order_id = id
--      Scan orders: id
--      Scan items: order_id, sku
--      Scan customers: name

-- a join in brackets with an alias hides the names inside
SELECT x.sku FROM (items JOIN orders ON order_id = id) x JOIN customers c ON c.id = x.id
--> Output sku = sku_2
--  Project sku_2 = sku
--    InnerJoin on order_id = id AND id_2 = id
--      Scan items: order_id, sku
--      Scan orders: id
--      Scan customers: id_2 = id

-- a comma and a join bind from the left
SELECT o.id FROM orders o, items i JOIN customers c ON c.id = o.customer_id
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin on id_2 = customer_id
--      Scan orders: id, customer_id
--      Scan items
--      Scan customers: id_2 = id

-- a filtered join below a join is flattened with its filter
SELECT x.id FROM (SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id WHERE i.qty > 1) x JOIN customers c ON c.id = x.id
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin on order_id = id AND qty > 1 AND id_2 = id
--      Scan orders: id
--      Scan items: order_id, qty
--      Scan customers: id_2 = id

-- a filter over one table below a join stays where it is
SELECT x.id FROM (SELECT id FROM orders WHERE amount > 1) x JOIN customers c ON c.id = x.id
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin on id_2 = id
--      Filter amount > 1
--        Scan orders: id, amount
--      Scan customers: id_2 = id

-- a condition ON TRUE is none
SELECT sku, region FROM items JOIN customers ON TRUE
--> Output sku = sku_2, region = region_2
--  Project sku_2 = sku, region_2 = region
--    InnerJoin
--      Scan items: sku
--      Scan customers: region

-- a hint changes nothing
SELECT /*+ BROADCAST(c) */ o.id FROM orders o JOIN customers c ON c.id = o.customer_id
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin on id_2 = customer_id
--      Scan orders: id, customer_id
--      Scan customers: id_2 = id

-- a left join keeps its condition, and the filter above stays above
SELECT o.id, i.sku FROM orders o LEFT JOIN items i ON i.order_id = o.id AND o.amount > 1 WHERE i.qty IS NULL
--> Output id = id_2, sku = sku_2
--  Project id_2 = id, sku_2 = sku
--    Filter qty IS NULL
--      LeftJoin on order_id = id AND amount > 1
--        Scan orders: id, amount
--        Scan items: order_id, sku, qty

-- a right join is a left join with its inputs swapped
SELECT * FROM (SELECT id AS o_id, note FROM orders) o RIGHT OUTER JOIN customers c ON o_id = c.id
--> Output o_id, note = note_2, id = id_3, region = region_2, name = name_2
--  Project o_id = id, note_2 = note, id_3 = id_2, region_2 = region, name_2 = name
--    LeftJoin on id = id_2
--      Scan customers: id_2 = id, region, name
--      Scan orders: id, note

-- USING under a left join shows the left key
SELECT id, o.id AS l, c.id AS r FROM orders o LEFT JOIN customers c USING (id)
--> Output id = id_3, l, r
--  Project id_3 = id, l = id, r = id_2
--    LeftJoin on id = id_2
--      Scan orders: id
--      Scan customers: id_2 = id

-- USING under a right join shows the right key
SELECT id, o.id AS l, c.id AS r FROM orders o RIGHT JOIN customers c USING (id)
--> Output id = id_3, l, r
--  Project id_3 = id_2, l = id, r = id_2
--    LeftJoin on id = id_2
--      Scan customers: id_2 = id
--      Scan orders: id

-- USING under a full join computes the key from both sides
SELECT id, o.id AS l, c.id AS r, region FROM orders o FULL JOIN customers c USING (id)
--> Output id = id_5, l, r, region = region_3
--  Project id_5 = id_3, l = id_4, r = id_2_2, region_3 = region_2
--    Project id_3 = COALESCE(id, id_2), id_4 = id, id_2_2 = id_2, region_2 = region
--      FullJoin on id = id_2
--        Scan orders: id
--        Scan customers: id_2 = id, region

-- a natural full join
SELECT * FROM (SELECT id, region FROM customers) a NATURAL FULL OUTER JOIN (SELECT id, name FROM customers) b
--> Output id = id_5, region = region_4, name = name_3
--  Project id_5 = id_3, region_4 = region_3, name_3 = name_2_2
--    Project id_3 = COALESCE(id, id_2), region_3 = region, name_2_2 = name_2
--      FullJoin on id = id_2
--        Scan customers: id, region
--        Scan customers: id_2 = id, name_2 = name

-- a full join over a full join with USING
SELECT id, a.id AS x, b.id AS y, c.id AS z FROM orders a FULL JOIN customers b USING (id) FULL JOIN orders c USING (id)
--> Output id = id_7, x, y, z
--  Project id_7 = id_6, x = id_4_2, y = id_2_2_2, z = id_5_2
--    Project id_6 = COALESCE(id_3, id_5), id_4_2 = id_4, id_2_2_2 = id_2_2, id_5_2 = id_5
--      FullJoin on id_3 = id_5
--        Project id_3 = COALESCE(id, id_2), id_4 = id, id_2_2 = id_2
--          FullJoin on id = id_2
--            Scan orders: id
--            Scan customers: id_2 = id
--        Scan orders: id_5 = id

-- semi and anti joins show the left columns only
SELECT * FROM customers c LEFT SEMI JOIN orders o ON o.customer_id = c.id AND o.amount > 1 ANTI JOIN items ON qty = c.id
--> Output id, region, name
--  AntiJoin on qty = id
--    SemiJoin on customer_id = id AND amount > 1
--      Scan customers: id, region, name
--      Scan orders: customer_id, amount
--    Scan items: qty

-- a semi join with USING
SELECT id, c.id AS again FROM customers c SEMI JOIN orders o USING (id)
--> Output id = id_3, again
--  Project id_3 = id, again = id
--    SemiJoin on id = id_2
--      Scan customers: id
--      Scan orders: id_2 = id

-- an inner join beside a left join stays an input of its own
SELECT o.id FROM orders o JOIN items i ON i.order_id = o.id LEFT JOIN customers c ON c.id = o.customer_id JOIN items j ON TRUE
--> Output id = id_3
--  Project id_3 = id
--    InnerJoin
--      LeftJoin on id_2 = customer_id
--        InnerJoin on order_id = id
--          Scan orders: id, customer_id
--          Scan items: order_id
--        Scan customers: id_2 = id
--      Scan items

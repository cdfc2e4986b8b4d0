-- UNION ALL takes the names of the first branch, by position
SELECT id, note FROM orders UNION ALL SELECT order_id, sku FROM items
--> Output id = id_3, note = note_3
--  UnionAll id_3, note_3
--    Project id_2 = id, note_2 = note
--      Scan orders: id, note
--    Project order_id_2 = order_id, sku_2 = sku
--      Scan items: order_id, sku

-- a chain of UNION ALL is one operator
SELECT id FROM orders UNION ALL SELECT id FROM customers UNION ALL SELECT order_id FROM items
--> Output id = id_5
--  UnionAll id_5
--    Project id_2 = id
--      Scan orders: id
--    Project id_4 = id_3
--      Scan customers: id_3 = id
--    Project order_id_2 = order_id
--      Scan items: order_id

-- brackets on the right keep their order of widening
SELECT id FROM orders UNION ALL (SELECT id FROM customers UNION ALL SELECT order_id FROM items)
--> Output id = id_6
--  UnionAll id_6
--    Project id_2 = id
--      Scan orders: id
--    UnionAll id_5
--      Project id_4 = id_3
--        Scan customers: id_3 = id
--      Project order_id_2 = order_id
--        Scan items: order_id

-- brackets on the left
(SELECT id FROM orders UNION ALL SELECT id FROM customers) UNION ALL SELECT order_id FROM items
--> Output id = id_6
--  UnionAll id_6
--    UnionAll id_5
--      Project id_2 = id
--        Scan orders: id
--      Project id_4 = id_3
--        Scan customers: id_3 = id
--    Project order_id_2 = order_id
--      Scan items: order_id

-- UNION ALL below a join
SELECT c.region, u.id FROM (SELECT id FROM orders UNION ALL SELECT order_id FROM items) u JOIN customers c ON c.id = u.id
--> Output region = region_2, id = id_5
--  Project region_2 = region, id_5 = id_3
--    InnerJoin on id_4 = id_3
--      UnionAll id_3
--        Project id_2 = id
--          Scan orders: id
--        Project order_id_2 = order_id
--          Scan items: order_id
--      Scan customers: id_4 = id, region

-- a branch that is filtered or grouped
SELECT id FROM orders WHERE amount > 1 UNION ALL SELECT count(*) FROM items GROUP BY sku
--> Output id = id_3
--  UnionAll id_3
--    Project id_2 = id
--      Filter amount > 1
--        Scan orders: id, amount
--    Project `count(1)` = count
--      Aggregate by sku_2 = sku: count = count(*)
--        Scan items: sku

-- a branch twice the same column
SELECT id, id AS again FROM orders UNION ALL SELECT order_id, qty FROM items
--> Output id = id_3, again = again_2
--  UnionAll id_3, again_2
--    Project id_2 = id, again = id
--      Scan orders: id
--    Project order_id_2 = order_id, qty_2 = qty
--      Scan items: order_id, qty

-- unused columns of a union are dropped in all branches
SELECT id FROM (SELECT id, note FROM orders UNION ALL SELECT order_id, sku FROM items)
--> Output id = id_4
--  Project id_4 = id_3
--    UnionAll id_3
--      Project id_2 = id
--        Scan orders: id
--      Project order_id_2 = order_id
--        Scan items: order_id

-- a count over a union keeps one column
SELECT count(*) AS n FROM (SELECT id, note FROM orders UNION ALL SELECT order_id, sku FROM items)
--> Output n
--  Aggregate: n = count(*)
--    UnionAll id_3
--      Project id_2 = id
--        Scan orders: id
--      Project order_id_2 = order_id
--        Scan items: order_id

-- a derived table with column aliases
SELECT t.a, t.b FROM (SELECT id, amount + 1 FROM orders) AS t(a, b)
--> Output a = id_2, b = column
--  Project id_2 = id, column = amount + 1
--    Scan orders: id, amount

-- a table with column aliases
SELECT a FROM items AS t(a, b, c) WHERE c > 1
--> Output a
--  Project a = order_id
--    Filter qty > 1
--      Scan items: order_id, qty

-- a generated name can be used
SELECT `(id + 1)` AS x FROM (SELECT (id + 1) AS `(id + 1)` FROM orders)
--> Output x = `(id + 1)`
--  Project `(id + 1)` = id + 1
--    Scan orders: id

-- a CTE
WITH big AS (SELECT id, amount FROM orders WHERE amount > 10) SELECT id FROM big
--> Output id = id_2
--  Project id_2 = id
--    Filter amount > 10
--      Scan orders: id, amount

-- a CTE used twice is bound twice
WITH big AS (SELECT id FROM orders WHERE amount > 10) SELECT a.id, b.id AS other FROM big a JOIN big b ON a.id = b.id
--> Output id = id_3, other
--  Project id_3 = id, other = id_2
--    InnerJoin on id = id_2
--      Filter amount > 10
--        Scan orders: id, amount
--      Filter amount_2 > 10
--        Scan orders: id_2 = id, amount_2 = amount

-- a CTE with column aliases, under an alias with others
WITH t(a, b) AS (SELECT id, amount FROM orders) SELECT c, d FROM t AS u(c, d)
--> Output c, d
--  Project c = id, d = amount
--    Scan orders: id, amount

-- a CTE that uses an earlier one
WITH a AS (SELECT id AS x FROM orders), b AS (SELECT x + 1 AS y FROM a) SELECT y FROM b
--> Output y
--  Project y = id + 1
--    Scan orders: id

-- a CTE hides a table of its name
WITH customers AS (SELECT id AS k FROM orders) SELECT k FROM customers
--> Output k
--  Project k = id
--    Scan orders: id

-- a CTE does not hide a table named with its schema
WITH customers AS (SELECT id AS k FROM orders) SELECT name FROM sales.customers
--> Output name = name_2
--  Project name_2 = name
--    Scan customers: name

-- inside of its own definition the table is meant
WITH customers AS (SELECT name FROM customers) SELECT name FROM customers
--> Output name = name_2
--  Project name_2 = name
--    Scan customers: name

-- an inner CTE hides an outer one
WITH t AS (SELECT id AS x FROM orders) SELECT x FROM (WITH t AS (SELECT qty AS x FROM items) SELECT x FROM t)
--> Output x
--  Project x = qty
--    Scan items: qty

-- a CTE is seen in a derived table, and names differ in case
WITH T AS (SELECT id FROM orders) SELECT id FROM (SELECT id FROM t) u
--> Output id = id_2
--  Project id_2 = id
--    Scan orders: id

-- WITH before a union
WITH t AS (SELECT id FROM orders) SELECT id FROM t UNION ALL SELECT id FROM t
--> Output id = id_5
--  UnionAll id_5
--    Project id_2 = id
--      Scan orders: id
--    Project id_4 = id_3
--      Scan orders: id_3 = id

-- WITH in a bracketed branch
SELECT id FROM orders UNION ALL (WITH t AS (SELECT qty FROM items) SELECT qty FROM t)
--> Output id = id_3
--  UnionAll id_3
--    Project id_2 = id
--      Scan orders: id
--    Project qty_2 = qty
--      Scan items: qty

-- a view is inlined under its own column names
SELECT v.buyer FROM recent v WHERE v.worth > 5
--> Output buyer
--  Project buyer = customer_id_2
--    Filter sum_amount > 5
--      Aggregate by customer_id_2 = customer_id: sum_amount = sum(amount)
--        Scan orders: customer_id, amount

-- a view of a view
SELECT n FROM counts
--> Output n = count
--  Aggregate: count = count(*)
--    Aggregate by customer_id_2 = customer_id
--      Scan orders: customer_id

-- a view joined with its own table
SELECT r.buyer, o.id FROM recent r JOIN orders o ON o.customer_id = r.buyer
--> Output buyer, id = id_3
--  Project buyer = customer_id_2, id_3 = id_2
--    InnerJoin on customer_id_3 = customer_id_2
--      Aggregate by customer_id_2 = customer_id
--        Scan orders: customer_id
--      Scan orders: id_2 = id, customer_id_3 = customer_id

-- a CTE outside does not reach into a view
WITH orders AS (SELECT 1 AS one FROM items) SELECT buyer FROM recent
--> Output buyer
--  Project buyer = customer_id_2
--    Aggregate by customer_id_2 = customer_id
--      Scan orders: customer_id

-- brackets around a query
((SELECT id FROM orders))
--> Output id = id_2
--  Project id_2 = id
--    Scan orders: id

-- brackets around a table
SELECT id FROM (orders)
--> Output id = id_2
--  Project id_2 = id
--    Scan orders: id

-- a count reads no column
SELECT count(*) AS n FROM orders
--> Output n
--  Aggregate: n = count(*)
--    Scan orders

-- a count over a join reads the columns of the condition
SELECT count(*) AS n FROM orders o JOIN items i ON i.order_id = o.id
--> Output n
--  Aggregate: n = count(*)
--    InnerJoin on order_id = id
--      Scan orders: id
--      Scan items: order_id

-- columns used only in WHERE are read, not put out
SELECT id FROM orders WHERE note = 'x'
--> Output id = id_2
--  Project id_2 = id
--    Filter note = 'x'
--      Scan orders: id, note

-- an unused column of a derived table is not read
SELECT id FROM (SELECT id, upper(note) AS loud FROM orders)
--> Output id = id_3
--  Project id_3 = id_2
--    Project id_2 = id
--      Scan orders: id

-- an unused aggregate is not computed
SELECT region FROM (SELECT region, count(*) AS n, max(id) AS top FROM customers GROUP BY region)
--> Output region = region_3
--  Project region_3 = region_2
--    Aggregate by region_2 = region
--      Scan customers: region

-- one row stays one row
SELECT 1 AS one FROM (SELECT count(*) AS n, max(id) AS top FROM customers)
--> Output one
--  Project one = 1
--    Aggregate: n = count(*)
--      Scan customers

-- the columns of a stream table do not show its multiplicity
SELECT * FROM counted
--> Output id
--  Scan counted: id

-- stages follow each other as written
FROM orders |> WHERE id > 1 |> EXTEND id + 1 AS next |> WHERE next > 3 |> AGGREGATE count(*) AS n GROUP BY note |> WHERE n > 1
--> Output note = note_3, n
--  Filter n > 1
--    Aggregate by note_3 = note_2: n = count(*)
--      Filter next > 3
--        Project note_2 = note, next = id + 1
--          Filter id > 1
--            Scan orders: id, note

-- an order and a limit at the end choose rows
FROM items |> SELECT sku, qty + 1 AS more |> ORDER BY more DESC |> LIMIT 2
--> Output sku = sku_2, more
--  TopK by more DESC limit 2
--    Project sku_2 = sku, more = qty + 1
--      Scan items: sku, qty

-- a limit stays between the filters around it
FROM customers |> WHERE id > 1 |> ORDER BY id |> LIMIT 3 |> WHERE region = 'north' |> SELECT name
--> Output name = name_2
--  Project name_2 = name
--    Filter region = 'north'
--      TopK by id limit 3
--        Filter id > 1
--          Scan customers: id, region, name

-- an order chooses the rows of a limit behind stages that leave rows where they are
FROM customers |> ORDER BY id + 1 DESC |> WHERE id > 1 |> SET id = 0 |> SELECT name AS n |> AS c |> LIMIT 2 OFFSET 1
--> Output n
--  Project n = name_3
--    TopK by column_2 DESC limit 2 offset 1
--      Project name_3 = name_2, column_2 = column
--        Filter id_2 > 1
--          Project id_2 = id, name_2 = name, column = id + 1
--            Scan customers: id, name

-- columns that are handed on keep the name of their relation
FROM customers AS c |> SELECT c.id, upper(name) AS name |> WHERE c.id > 1 |> AGGREGATE count(*) AS n GROUP BY c.id |> WHERE c.id < 9
--> Output id = id_3, n
--  Filter id_3 < 9
--    Aggregate by id_3 = id_2: n = count(*)
--      Filter id_2 > 1
--        Project id_2 = id
--          Scan customers: id

-- a new name hides those before
FROM customers |> JOIN items ON id = order_id |> AS x |> WHERE x.qty > 1 |> SELECT x.name, x.sku
--> Output name = name_2, sku = sku_2
--  Project name_2 = name, sku_2 = sku
--    Filter qty > 1
--      InnerJoin on id = order_id
--        Scan customers: id, name
--        Scan items: order_id, sku, qty

-- joined relations keep their names
FROM orders AS o |> WHERE o.id > 1 |> LEFT JOIN items AS i ON i.order_id = o.id |> JOIN customers AS c ON c.id = o.customer_id |> SELECT o.id, i.sku, c.name
--> Output id = id_3, sku = sku_2, name = name_2
--  Project id_3 = id, sku_2 = sku, name_2 = name
--    InnerJoin on id_2 = customer_id
--      LeftJoin on order_id = id
--        Filter id > 1
--          Scan orders: id, customer_id
--        Scan items: order_id, sku
--      Scan customers: id_2 = id, name

-- keys that USING hides are found by their qualified names in later stages
FROM customers |> LEFT JOIN orders USING (id) |> EXTEND 1 AS one |> DROP tags, place |> WHERE orders.id IS NULL |> SELECT id, orders.note
--> Output id = id_4, note = note_3
--  Project id_4 = id_3, note_3 = note_2
--    Filter id_2_2 IS NULL
--      Project id_3 = id, note_2 = note, id_2_2 = id_2
--        LeftJoin on id = id_2
--          Scan customers: id
--          Scan orders: id_2 = id, note

-- a value is set at the place of the old one, and the next one sees it
FROM items |> SET qty = qty + 1, sku = concat(sku, qty), qty = qty * 2
--> Output order_id = order_id_4, sku = sku_4, qty = qty_4
--  Project order_id_4 = order_id_3, sku_4 = sku_3, qty_4 = qty_3 * 2
--    Project order_id_3 = order_id_2, sku_3 = concat(sku_2, qty_2), qty_3 = qty_2
--      Project order_id_2 = order_id, sku_2 = sku, qty_2 = qty + 1
--        Scan items: order_id, sku, qty

-- columns are dropped by name, qualified or not
FROM customers c |> JOIN items ON id = order_id |> DROP c.id, sku
--> Output region = region_2, name = name_2, order_id = order_id_2, qty = qty_2
--  Project region_2 = region, name_2 = name, order_id_2 = order_id, qty_2 = qty
--    InnerJoin on id = order_id
--      Scan customers: id, region, name
--      Scan items: order_id, qty

-- the keys of AGGREGATE come first, and its numbers are columns of the input
FROM customers |> SELECT region, id |> AGGREGATE max(id) AS top, count(*) + length(r) AS n GROUP BY 1 AS one, region AS r, 2
--> Output one = one_2, r = r_2, id = id_3, top = top_2, n
--  Project one_2 = 1, r_2 = r, id_3 = id_2, top_2 = top, n = count + length(r)
--    Aggregate by one = CAST(1 AS INT), r = region, id_2 = id: top = max(id), count = count(*)
--      Scan customers: id, region

-- a number with an alias is a constant
FROM customers |> AGGREGATE count(*) AS n GROUP BY 1 AS one
--> Output one = one_2, n = n_2
--  Project one_2 = 1, n_2 = n
--    Aggregate by one = CAST(1 AS INT): n = count(*)
--      Scan customers

-- a key may use one before it
FROM customers |> AGGREGATE GROUP BY id AS k, k + 1 AS l
--> Output k, l
--  Aggregate by k = id, l = id + 1
--    Scan customers: id

-- SELECT may group, sort and define windows
FROM items |> SELECT sku, sum(qty) AS n GROUP BY ROLLUP (sku) |> SELECT sku, rank() OVER w AS r WINDOW w AS (ORDER BY n)
--> Output sku = sku_3, r = r_2
--  Project sku_3 = sku_2, r_2 = r
--    Window r = rank() OVER (ORDER BY n)
--      Aggregate by sku_2 = CASE WHEN (grouping_id & 1) = 0 THEN sku END, grouping_id_2 = grouping_id: n = sum(qty)
--        InnerJoin
--          Scan items: sku, qty
--          Values grouping_id: (CAST(0 AS BIGINT)), (CAST(1 AS BIGINT))

-- windows at the end are defined for all stages
FROM items |> EXTEND rank() OVER w AS r |> EXTEND count(*) OVER w AS n WINDOW w AS (PARTITION BY sku ORDER BY qty)
--> Output order_id, sku, qty, r, n
--  Window n = count(*) OVER (PARTITION BY sku ORDER BY qty)
--    Window r = rank() OVER (PARTITION BY sku ORDER BY qty)
--      Scan items: order_id, sku, qty

-- a pipe binds weaker than a set operation
SELECT id FROM customers UNION ALL SELECT id FROM orders INTERSECT SELECT order_id FROM items |> WHERE customers.id > 1
--> Output id = id_9
--  Filter id_9 > 1
--    UnionAll id_9
--      Project id_2 = id
--        Scan customers: id
--      Project id_8 = id_7
--        Filter left_rows > 0 AND right_rows > 0
--          Aggregate by id_7 = id_6: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--            UnionAll id_6, side_3
--              Project id_5 = id_4, side = TRUE
--                Project id_4 = id_3
--                  Scan orders: id_3 = id
--              Project order_id_3 = order_id_2, side_2 = FALSE
--                Project order_id_2 = order_id
--                  Scan items: order_id

-- a set operation behind a pipe is one of its result
FROM customers |> SELECT id |> WHERE id > 2 EXCEPT SELECT id FROM orders |> EXTEND id + 1 AS next
--> Output id = id_9, next
--  Project id_9 = id_8, next = id_8 + 1
--    Filter left_rows > 0 AND right_rows = 0
--      Aggregate by id_8 = id_7: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--        UnionAll id_7, side_3
--          Project id_5 = id_2, side = TRUE
--            Project id_2 = id
--              Filter id > 2
--                Scan customers: id
--          Project id_6 = id_4, side_2 = FALSE
--            Project id_4 = id_3
--              Scan orders: id_3 = id

-- set operations as stages take one query each
FROM customers |> SELECT id |> UNION ALL SELECT id FROM orders WHERE id > 3 |> EXCEPT ALL (TABLE items |> SELECT order_id) |> UNION VALUES (7), (8) |> WHERE customers.id < 8
--> Output id = id_11
--  Filter id_11 < 8
--    Aggregate by id_11 = id_10
--      UnionAll id_10
--        Project id_9 = id_8
--          Repeat left_rows - right_rows
--            Aggregate by id_8 = id_7: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--              UnionAll id_7, side_3
--                Project id_6 = id_5, side = TRUE
--                  UnionAll id_5
--                    Project id_3 = id
--                      Scan customers: id
--                    Project id_4 = id_2
--                      Filter id_2 > 3
--                        Scan orders: id_2 = id
--                Project order_id_3 = order_id_2, side_2 = FALSE
--                  Project order_id_2 = order_id
--                    Scan items: order_id
--        Project col1_2 = col1
--          Values col1: (7), (8)

-- an order and a limit behind a set operation are those of the pipe
FROM customers |> SELECT id |> UNION ALL SELECT id FROM orders ORDER BY id DESC LIMIT 2
--> Output id = id_5
--  TopK by id_5 DESC limit 2
--    UnionAll id_5
--      Project id_3 = id
--        Scan customers: id
--      Project id_4 = id_2
--        Scan orders: id_2 = id

-- an order behind SELECT may use what it reads
FROM customers |> SELECT name ORDER BY id DESC LIMIT 2
--> Output name = name_2
--  Project name_2 = name
--    TopK by id DESC limit 2
--      Scan customers: id, name

-- distinct rows
FROM items |> SELECT DISTINCT sku |> WHERE items.sku > 'a'
--> Output sku = sku_2
--  Filter sku_2 > 'a'
--    Aggregate by sku_2 = sku
--      Scan items: sku

-- any query may stand before the first arrow
WITH c AS (TABLE customers |> WHERE id > 1) (SELECT region, count(*) AS n FROM c GROUP BY region) |> WHERE c.region > 'a' AND n > 0
--> Output region = region_2, n
--  Filter region_2 > 'a' AND n > 0
--    Aggregate by region_2 = region: n = count(*)
--      Filter id > 1
--        Scan customers: id, region

-- values may stand before it
VALUES (1, 'a'), (2, 'b') AS v(id, sku) |> WHERE v.id > 1 |> JOIN items USING (sku) |> SELECT v.id, qty
--> Output id, qty = qty_2
--  Project id = col1, qty_2 = qty
--    InnerJoin on col2 = sku
--      Filter col1 > 1
--        Values col1, col2: (1, 'a'), (2, 'b')
--      Scan items: sku, qty

-- values with a pipe may stand in brackets
SELECT v.col1 FROM (VALUES (1), (2) |> WHERE col1 > 1) AS v
--> Output col1
--  Filter col1 > 1
--    Values col1: (1), (2)

-- a chain in FROM is a derived table
SELECT c.id FROM ((SELECT id FROM customers) UNION ALL (SELECT id FROM orders) |> WHERE id > 2) AS c JOIN (FROM items |> SELECT order_id) ON id = order_id
--> Output id = id_6
--  Project id_6 = id_5
--    InnerJoin on id_5 = order_id
--      Filter id_5 > 2
--        UnionAll id_5
--          Project id_2 = id
--            Scan customers: id
--          Project id_4 = id_3
--            Scan orders: id_3 = id
--      Scan items: order_id

-- subqueries may be pipes
FROM customers |> WHERE id IN (FROM orders |> SELECT id) AND EXISTS (TABLE items |> WHERE qty > 1 |> LIMIT 1) |> EXTEND (FROM items |> WHERE order_id = id |> AGGREGATE sum(qty)) AS q |> SELECT name, q
--> Output name = name_2, q
--  Project name_2 = name, q = sum_qty_2
--    LeftJoin on order_id_2_2 = id
--      SemiJoin
--        SemiJoin on id = id_2
--          Scan customers: id, name
--          Scan orders: id_2 = id
--        Filter qty > 1
--          Scan items: qty
--      Aggregate by order_id_2_2 = order_id_2: sum_qty_2 = sum(qty_2)
--        Scan items: order_id_2 = order_id, qty_2 = qty

-- lateral joins see the stages before
FROM customers c |> EXTEND id + 1 AS next |> JOIN LATERAL (FROM items |> WHERE order_id = next |> SELECT sku) AS s |> SELECT c.id, s.sku
--> Output id = id_3, sku = sku_3
--  Project id_3 = id_2, sku_3 = sku_2
--    InnerJoin on order_id_2 = next
--      Project id_2 = id, next = id + 1
--        Scan customers: id
--      Project sku_2 = sku, order_id_2 = order_id
--        Scan items: order_id, sku

-- generators in stages
FROM orders |> SELECT id, tags |> EXTEND explode(tags) AS tag |> SET tags = explode(tags) |> WHERE tag <> tags |> SELECT orders.id, tag, tags
--> Output id = id_2, tag = tag_2, tags = tags_3
--  Project id_2 = id, tag_2 = tag, tags_3 = tags_2
--    Filter tag <> tags_2
--      Generate tags_2 = explode(tags)
--        Generate tag = explode(tags)
--          Scan orders: id, tags

-- pivots keep the names of the other columns' relation
FROM items |> PIVOT (max(qty) FOR sku IN ('a', 'x' AS ex)) |> WHERE items.order_id > 1 |> UNPIVOT (top FOR sku IN (a, ex)) AS p |> SELECT p.order_id, p.sku, top
--> Output order_id = order_id_4, sku = sku_3, top
--  Filter NOT (top IS NULL)
--    Project order_id_4 = order_id_3, sku_3 = sku_2, top = CASE WHEN unpivoted = 0 THEN a WHEN unpivoted = 1 THEN ex END
--      InnerJoin
--        Filter order_id_3 > 1
--          Project order_id_3 = order_id_2, a = max_qty, ex = max_qty_2
--            Aggregate by order_id_2 = order_id: max_qty = max(qty) where sku IS NOT DISTINCT FROM 'a', max_qty_2 = max(qty) where sku IS NOT DISTINCT FROM 'x'
--              Scan items: order_id, sku, qty
--        Values unpivoted, sku_2: (0, 'a'), (1, 'ex')

-- an order without a limit has no effect
FROM customers |> ORDER BY id |> WHERE id > 1 |> AGGREGATE max(id) AS top |> SORT BY top
--> Output top
--  Aggregate: top = max(id)
--    Filter id > 1
--      Scan customers: id

-- subqueries without a name may be pipes
FROM customers |> EXTEND coalesce((FROM items |> WHERE order_id = id |> AGGREGATE max(qty)), 0), (FROM items |> AGGREGATE min(qty)) |> SELECT name
--> Output name = name_3
--  Project name_3 = name_2
--    Project name_2 = name
--      InnerJoin
--        LeftJoin on order_id_2 = id
--          Scan customers: id, name
--          Aggregate by order_id_2 = order_id
--            Scan items: order_id
--        Aggregate: min_qty_2 = min(qty_2)
--          Scan items: qty_2 = qty

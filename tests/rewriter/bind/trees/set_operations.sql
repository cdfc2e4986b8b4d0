-- DISTINCT is a group of equal rows
SELECT DISTINCT region, upper(name) AS who FROM customers
--> Output region = region_3, who = who_2
--  Aggregate by region_3 = region_2, who_2 = who
--    Project region_2 = region, who = upper(name)
--      Scan customers: region, name

-- DISTINCT over groups
SELECT DISTINCT count(*) AS n FROM orders GROUP BY note
--> Output n = n_2
--  Aggregate by n_2 = n
--    Aggregate by note_2 = note: n = count(*)
--      Scan orders: note

-- UNION is DISTINCT over all branches of its chain
SELECT id FROM orders UNION ALL SELECT id FROM customers UNION SELECT order_id FROM items
--> Output id = id_6
--  Aggregate by id_6 = id_5
--    UnionAll id_5
--      Project id_2 = id
--        Scan orders: id
--      Project id_4 = id_3
--        Scan customers: id_3 = id
--      Project order_id_2 = order_id
--        Scan items: order_id

-- UNION ALL over UNION stays apart
SELECT id FROM orders UNION SELECT id FROM customers UNION ALL SELECT order_id FROM items
--> Output id = id_8
--  UnionAll id_8
--    Project id_7 = id_6
--      Aggregate by id_6 = id_5
--        UnionAll id_5
--          Project id_2 = id
--            Scan orders: id
--          Project id_4 = id_3
--            Scan customers: id_3 = id
--    Project order_id_2 = order_id
--      Scan items: order_id

-- INTERSECT binds tighter than EXCEPT
SELECT id FROM orders EXCEPT SELECT id FROM customers INTERSECT SELECT order_id FROM items
--> Output id = id_13
--  Project id_13 = id_12
--    Filter left_rows_2 > 0 AND right_rows_2 = 0
--      Aggregate by id_12 = id_11: left_rows_2 = count(*) where side_6, right_rows_2 = count(*) where NOT side_6
--        UnionAll id_11, side_6
--          Project id_9 = id_2, side_4 = TRUE
--            Project id_2 = id
--              Scan orders: id
--          Project id_10 = id_8, side_5 = FALSE
--            Project id_8 = id_7
--              Filter left_rows > 0 AND right_rows > 0
--                Aggregate by id_7 = id_6: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--                  UnionAll id_6, side_3
--                    Project id_5 = id_4, side = TRUE
--                      Project id_4 = id_3
--                        Scan customers: id_3 = id
--                    Project order_id_3 = order_id_2, side_2 = FALSE
--                      Project order_id_2 = order_id
--                        Scan items: order_id

-- INTERSECT ALL repeats a row as often as both sides have it
SELECT id, note FROM orders INTERSECT ALL SELECT id, name FROM customers
--> Output id = id_9, note = note_6
--  Project id_9 = id_8, note_6 = note_5
--    Repeat CASE WHEN left_rows < right_rows THEN left_rows ELSE right_rows END
--      Aggregate by id_8 = id_7, note_5 = note_4: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--        UnionAll id_7, note_4, side_3
--          Project id_5 = id_2, note_3 = note_2, side = TRUE
--            Project id_2 = id, note_2 = note
--              Scan orders: id, note
--          Project id_6 = id_4, name_3 = name_2, side_2 = FALSE
--            Project id_4 = id_3, name_2 = name
--              Scan customers: id_3 = id, name

-- MINUS ALL repeats a row as often as the left side has more of it
SELECT id FROM orders MINUS ALL SELECT id FROM customers
--> Output id = id_9
--  Project id_9 = id_8
--    Repeat left_rows - right_rows
--      Aggregate by id_8 = id_7: left_rows = count(*) where side_3, right_rows = count(*) where NOT side_3
--        UnionAll id_7, side_3
--          Project id_5 = id_2, side = TRUE
--            Project id_2 = id
--              Scan orders: id
--          Project id_6 = id_4, side_2 = FALSE
--            Project id_4 = id_3
--              Scan customers: id_3 = id

-- UNION BY NAME
SELECT id, name FROM customers UNION BY NAME SELECT note AS name, id FROM orders
--> Output id = id_7, name = name_6
--  Aggregate by id_7 = id_6, name_6 = name_5
--    UnionAll id_6, name_5
--      Project id_2 = id, name_2 = name
--        Scan customers: id, name
--      Project id_5 = id_4, name_4 = name_3
--        Project name_3 = note, id_4 = id_3
--          Scan orders: id_3 = id, note

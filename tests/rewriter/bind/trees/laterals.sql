-- lateral views follow each other
SELECT id, t, p, c FROM orders LATERAL VIEW explode(tags) e AS t LATERAL VIEW OUTER posexplode(tags) f AS p, c
--> Output id = id_2, t = t_2, p = p_2, c = c_2
--  Project id_2 = id, t_2 = t, p_2 = p, c_2 = c
--    Generate outer p, c = posexplode(tags)
--      Generate t = explode(tags)
--        Scan orders: id, tags

-- a generator in the select list stands beside its row
SELECT id, explode(tags), note FROM orders
--> Output id = id_2, col = col_2, note = note_2
--  Project id_2 = id, col_2 = col, note_2 = note
--    Generate col = explode(tags)
--      Scan orders: id, note, tags

-- a generator names its columns
SELECT posexplode_outer(tags) AS (place, tag) FROM orders
--> Output place = place_3, tag = tag_2
--  Project place_3 = place_2, tag_2 = tag
--    Generate place_2, tag = posexplode_outer(tags)
--      Scan orders: tags

-- a map has keys and values
SELECT e.* FROM orders LATERAL VIEW explode(map(id, note)) e
--> Output key = key_2, value = value_2
--  Project key_2 = key, value_2 = value
--    Generate key, value = explode(map(id, note))
--      Scan orders: id, note

-- stack has as many columns as its rows need
SELECT id, stack(2, id, note, 1) FROM orders
--> Output id = id_2, col0 = col0_2, col1 = col1_2
--  Project id_2 = id, col0_2 = col0, col1_2 = col1
--    Generate col0, col1 = stack(2, id, note, 1)
--      Scan orders: id, note

-- LATERAL with a function is an inner join, or an outer generation
SELECT o.id, t.tag FROM orders o LEFT JOIN LATERAL explode(tags) AS t(tag) ON TRUE, LATERAL json_tuple(note, 'a', 'b') j
--> Output id = id_2, tag = tag_2
--  Project id_2 = id, tag_2 = tag
--    Generate c0, c1 = json_tuple(note, 'a', 'b')
--      Generate outer tag = explode(tags)
--        Scan orders: id, note, tags

-- a lateral subquery is a join on what it compares
SELECT c.name, o.amount FROM customers c, LATERAL (SELECT amount FROM orders WHERE customer_id = c.id AND note IS NULL) o
--> Output name = name_2, amount = amount_3
--  Project name_2 = name, amount_3 = amount_2
--    InnerJoin on customer_id_2 = id
--      Scan customers: id, name
--      Project amount_2 = amount, customer_id_2 = customer_id
--        Filter note IS NULL
--          Scan orders: customer_id, amount, note

-- a lateral aggregate always has its row
SELECT c.name, o.n, o.total FROM customers c, LATERAL (SELECT count(*) AS n, sum(amount) AS total FROM orders WHERE customer_id = c.id) AS o
--> Output name = name_3, n = n_3, total = total_3
--  Project name_3 = name_2, n_3 = n_2, total_3 = total_2
--    Project name_2 = name, n_2 = COALESCE(n, 0), total_2 = total
--      LeftJoin on customer_id_2 = id
--        Scan customers: id, name
--        Aggregate by customer_id_2 = customer_id: n = count(*), total = sum(amount)
--          Scan orders: customer_id, amount

-- a left join with a lateral subquery
SELECT c.name, o.big FROM customers c LEFT JOIN LATERAL (SELECT amount FROM orders WHERE customer_id = c.id) AS o(big) ON o.big > 5
--> Output name = name_2, big
--  Project name_2 = name, big = amount_2
--    LeftJoin on customer_id_2 = id AND amount_2 > 5
--      Scan customers: id, name
--      Project amount_2 = amount, customer_id_2 = customer_id
--        Scan orders: customer_id, amount

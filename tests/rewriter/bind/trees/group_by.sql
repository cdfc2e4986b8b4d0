-- a global aggregate has no key
SELECT count(*) AS n, sum(amount) AS total FROM orders
--> Output n, total
--  Aggregate: n = count(*), total = sum(amount)
--    Scan orders: amount

-- count of a constant counts rows
SELECT count(1) AS a, count(*) AS b, count(note) AS c, count(note, id) AS d FROM orders
--> Output a = a_2, b, c = c_2, d = d_2
--  Project a_2 = a, b = a, c_2 = c, d_2 = d
--    Aggregate: a = count(*), c = count(note), d = count(note, id)
--      Scan orders: id, note

-- keys and aggregates in the order of the select list
SELECT region, count(*) AS n FROM customers GROUP BY region
--> Output region = region_2, n
--  Aggregate by region_2 = region: n = count(*)
--    Scan customers: region

-- another order, and expressions over aggregates
SELECT sum(amount) / count(*) AS mean, note FROM orders GROUP BY note
--> Output mean, note = note_3
--  Project mean = sum_amount / count, note_3 = note_2
--    Aggregate by note_2 = note: sum_amount = sum(amount), count = count(*)
--      Scan orders: amount, note

-- a key that is not put out
SELECT max(amount) AS top FROM orders GROUP BY customer_id
--> Output top = top_2
--  Project top_2 = top
--    Aggregate by customer_id_2 = customer_id: top = max(amount)
--      Scan orders: customer_id, amount

-- an expression as key, in any case and order of operands
SELECT YEAR(day) AS y, 1 + id AS next FROM orders GROUP BY year(o_day(day)), year(day), id + 1
--> Output y, next
--  Project y = key_2, next = key_3
--    Aggregate by key = year(o_day(day)), key_2 = year(day), key_3 = id + 1
--      Scan orders: id, day

-- an alias as key
SELECT upper(region) AS area, count(*) AS n FROM customers GROUP BY area
--> Output area, n
--  Aggregate by area = upper(region): n = count(*)
--    Scan customers: region

-- a column wins over an alias in GROUP BY
SELECT upper(name) AS region, count(*) AS n FROM customers GROUP BY region, name
--> Output region = region_3, n = n_2
--  Project region_3 = upper(name_2), n_2 = n
--    Aggregate by region_2 = region, name_2 = name: n = count(*)
--      Scan customers: region, name

-- ordinals
SELECT region, name AS who, count(*) AS n FROM customers GROUP BY 2, 1
--> Output region = region_3, who = who_2, n = n_2
--  Project region_3 = region_2, who_2 = who, n_2 = n
--    Aggregate by who = name, region_2 = region: n = count(*)
--      Scan customers: region, name

-- a star and GROUP BY ALL
SELECT * FROM customers GROUP BY ALL
--> Output id = id_2, region = region_2, name = name_2
--  Aggregate by id_2 = id, region_2 = region, name_2 = name
--    Scan customers: id, region, name

-- a constant inside an expression is no ordinal
SELECT id + 1 AS x FROM orders GROUP BY id + 1
--> Output x = key
--  Aggregate by key = id + 1
--    Scan orders: id

-- GROUP BY ALL takes what is no aggregate
SELECT region, upper(name) AS who, count(*) AS n FROM customers GROUP BY ALL
--> Output region = region_2, who, n
--  Aggregate by region_2 = region, who = upper(name): n = count(*)
--    Scan customers: region, name

-- GROUP BY ALL over aggregates alone is global
SELECT count(*) AS n FROM customers GROUP BY ALL
--> Output n
--  Aggregate: n = count(*)
--    Scan customers

-- a constant key stays a constant, and no ordinal
SELECT 5 AS five, count(*) AS n FROM orders GROUP BY 1
--> Output five = five_2, n = n_2
--  Project five_2 = 5, n_2 = n
--    Aggregate by five = CAST(5 AS INT): n = count(*)
--      Scan orders

-- a constant key of another type
SELECT 'x' AS x, count(*) AS n FROM orders GROUP BY 'x'
--> Output x, n = n_2
--  Project x = 'x', n_2 = n
--    Aggregate by key = 'x': n = count(*)
--      Scan orders

-- repeated keys count once
SELECT region AS r, region AS s FROM customers GROUP BY r, s, region
--> Output r = r_2, s
--  Project r_2 = r, s = r
--    Aggregate by r = region
--      Scan customers: region

-- a key inside of a larger expression
SELECT upper(region) || '!' AS shout FROM customers GROUP BY upper(region)
--> Output shout
--  Project shout = key || '!'
--    Aggregate by key = upper(region)
--      Scan customers: region

-- a key with a lambda
SELECT transform(tags, x -> upper(x)) AS t FROM orders GROUP BY transform(tags, y -> upper(y))
--> Output t = key
--  Aggregate by key = transform(tags, y -> upper(y))
--    Scan orders: tags

-- FILTER
SELECT count(*) FILTER (WHERE amount > 1) AS n, sum(amount) FILTER (WHERE note = 'x' AND id > 1) AS s FROM orders
--> Output n, s
--  Aggregate: n = count(*) where amount > 1, s = sum(amount) where note = 'x' AND id > 1
--    Scan orders: id, amount, note

-- equal aggregates are computed once
SELECT sum(amount) AS a, SUM(orders.amount) + 1 AS b FROM orders
--> Output a = a_2, b
--  Project a_2 = a, b = a + 1
--    Aggregate: a = sum(amount)
--      Scan orders: amount

-- mean is avg
SELECT mean(amount) AS m FROM orders
--> Output m
--  Aggregate: m = avg(amount)
--    Scan orders: amount

-- HAVING on a new aggregate
SELECT region FROM customers GROUP BY region HAVING count(*) > 1 AND max(name) > 'm'
--> Output region = region_3
--  Project region_3 = region_2
--    Filter count > 1 AND max_name > 'm'
--      Aggregate by region_2 = region: count = count(*), max_name = max(name)
--        Scan customers: region, name

-- HAVING on an alias
SELECT region, count(*) AS n FROM customers GROUP BY region HAVING n > 1
--> Output region = region_2, n
--  Filter n > 1
--    Aggregate by region_2 = region: n = count(*)
--      Scan customers: region

-- HAVING without GROUP BY
SELECT max(id) AS top FROM orders HAVING count(*) > 10
--> Output top = top_2
--  Project top_2 = top
--    Filter count > 10
--      Aggregate: top = max(id), count = count(*)
--        Scan orders: id

-- in HAVING a key wins over an alias
SELECT sum(id) AS amount FROM orders GROUP BY amount HAVING amount > 10
--> Output amount = amount_4
--  Project amount_4 = amount_2
--    Filter amount_3 > 10
--      Aggregate by amount_3 = amount: amount_2 = sum(id)
--        Scan orders: id, amount

-- in HAVING an alias wins over a column that is no key
SELECT max(id) AS amount FROM orders HAVING amount > 10
--> Output amount = amount_2
--  Filter amount_2 > 10
--    Aggregate: amount_2 = max(id)
--      Scan orders: id

-- inside of an aggregate in HAVING the column is meant
SELECT note AS amount FROM orders GROUP BY note HAVING max(amount) > 10
--> Output amount = amount_2
--  Project amount_2 = note_2
--    Filter max_amount > 10
--      Aggregate by note_2 = note: max_amount = max(amount)
--        Scan orders: amount, note

-- HAVING on an expression that is a key
SELECT count(*) AS n FROM orders GROUP BY year(day) HAVING year(day) > 2000
--> Output n = n_2
--  Project n_2 = n
--    Filter key > 2000
--      Aggregate by key = year(day): n = count(*)
--        Scan orders: day

-- an aggregate under an earlier alias
SELECT sum(amount) AS total, total + 1 AS more FROM orders
--> Output total = total_2, more
--  Project total_2 = total, more = total + 1
--    Aggregate: total = sum(amount)
--      Scan orders: amount

-- GROUP BY without aggregates
SELECT region FROM customers GROUP BY region
--> Output region = region_2
--  Aggregate by region_2 = region
--    Scan customers: region

-- an aggregate over an aggregate
SELECT max(n) AS most FROM (SELECT region, count(*) AS n FROM customers GROUP BY region)
--> Output most
--  Aggregate: most = max(n)
--    Aggregate by region_2 = region: n = count(*)
--      Scan customers: region

-- an aggregate over a join with a filter
SELECT c.region, sum(o.amount) AS revenue FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.amount > 0 GROUP BY c.region
--> Output region = region_2, revenue
--  Aggregate by region_2 = region: revenue = sum(amount)
--    Filter amount > 0
--      InnerJoin on id_2 = customer_id
--        Scan orders: customer_id, amount
--        Scan customers: id_2 = id, region

-- HAVING alone makes one row
SELECT 1 AS one FROM orders HAVING true
--> Output one
--  Project one = 1
--    Filter TRUE
--      Aggregate: count = count(*)
--        Scan orders

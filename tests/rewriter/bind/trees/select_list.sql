-- columns that are only passed on need a projection at the top alone
SELECT id, amount FROM (SELECT id, amount FROM orders WHERE amount > 10) t
--> Output id = id_2, amount = amount_2
--  Project id_2 = id, amount_2 = amount
--    Filter amount > 10
--      Scan orders: id, amount

-- a query of all columns in order needs none
SELECT id, region, name FROM customers WHERE region = 'north'
--> Output id, region, name
--  Filter region = 'north'
--    Scan customers: id, region, name

-- an output name is written as the user wrote it
SELECT Region, c.NAME FROM customers c
--> Output Region = Region_2, NAME = NAME_2
--  Project Region_2 = region, NAME_2 = name
--    Scan customers: region, name

-- names of tables are found through schema and catalog
SELECT sales.customers.id, lake.sales.customers.name FROM lake.sales.customers
--> Output id = id_2, name = name_2
--  Project id_2 = id, name_2 = name
--    Scan customers: id, name

-- a field's name is the last part
SELECT place.city, o.place.geo.lat AS latitude FROM orders o
--> Output city, latitude
--  Project city = place.city, latitude = place.geo.lat
--    Scan orders: place

-- a column wins over a field of the same spelling
SELECT place.city FROM (SELECT place, 1 AS city FROM orders) place
--> Output city = city_2
--  Project city_2 = city
--    Project city = 1
--      Scan orders

-- star in the order of the FROM clause
SELECT i.*, region FROM customers JOIN items i ON name = sku
--> Output order_id = order_id_2, sku = sku_2, qty = qty_2, region = region_2
--  Project order_id_2 = order_id, sku_2 = sku, qty_2 = qty, region_2 = region
--    InnerJoin on name = sku
--      Scan customers: region, name
--      Scan items: order_id, sku, qty

-- star without some columns
SELECT * EXCEPT (name, customers.region) FROM customers
--> Output id = id_2
--  Project id_2 = id
--    Scan customers: id

-- star of one relation without a column that another one has, too
SELECT o.* EXCEPT (id, o.note, day, tags, place) FROM orders o JOIN customers c ON o.id = c.id
--> Output customer_id = customer_id_2, amount = amount_2
--  Project customer_id_2 = customer_id, amount_2 = amount
--    InnerJoin on id = id_2
--      Scan orders: id, customer_id, amount
--      Scan customers: id_2 = id

-- a later item uses an earlier alias
SELECT amount * 2 AS doubled, doubled + 1 AS more FROM orders
--> Output doubled, more
--  Project doubled = amount * 2, more = (amount * 2) + 1
--    Scan orders: amount

-- a column wins over an earlier alias
SELECT amount * 2 AS id, id + 1 AS more FROM orders
--> Output id = id_2, more
--  Project id_2 = amount * 2, more = id + 1
--    Scan orders: id, amount

-- an alias and a field of it
SELECT named_struct('x', amount) AS pair, pair.x AS first FROM orders
--> Output pair, first
--  Project pair = named_struct('x', amount), first = named_struct('x', amount).x
--    Scan orders: amount

-- one column under two names
SELECT id, id AS again FROM orders
--> Output id = id_2, again
--  Project id_2 = id, again = id
--    Scan orders: id

-- quoted and non-ASCII names
SELECT `größe ``x```, `größe ``x```.`a b` AS `c d` FROM odd
--> Output größe `x` = `größe ``x``_2`, c d
--  Project `größe ``x``_2` = `größe ``x```, `c d` = `größe ``x```.`a b`
--    Scan odd: `größe ``x```

-- expressions keep their shape
SELECT CASE WHEN amount > 10 THEN 'big' ELSE note END AS size, coalesce(note, '-') || 'x' AS n, -id AS minus, NOT id BETWEEN 1 AND 2 AS out FROM orders
--> Output size, n, minus, out
--  Project size = CASE WHEN amount > 10 THEN 'big' ELSE note END, n = COALESCE(note, '-') || 'x', minus = -id, out = NOT id BETWEEN 1 AND 2
--    Scan orders: id, amount, note

-- functions keep their names, known to sqlglot or not
SELECT nvl(note, 'x') AS a, my_function(id, 1) AS b, date_add(day, 1) AS c, lake.sales.score(amount) AS d, YEAR(day) AS e FROM orders
--> Output a, b, c, d, e
--  Project a = nvl(note, 'x'), b = my_function(id, 1), c = date_add(day, 1), d = lake.sales.score(amount), e = year(day)
--    Scan orders: id, amount, day, note

-- a unit of time is no column
SELECT date_add(MONTH, 1, day) AS a, timestampdiff(HOUR, day, day) AS b, extract(week FROM day) AS c FROM orders
--> Output a, b, c
--  Project a = date_add(MONTH, 1, day), b = timestampdiff(HOUR, day, day), c = EXTRACT(WEEK FROM day)
--    Scan orders: day

-- lambda variables are no columns
SELECT transform(tags, t -> concat(t, note)) AS a, filter(tags, (x, i) -> i > 0 AND x <> note) AS b FROM orders
--> Output a, b
--  Project a = transform(tags, t -> concat(t, note)), b = filter(tags, (x, i) -> i > 0 AND x <> note)
--    Scan orders: note, tags

-- a lambda variable hides a column and does not catch another
SELECT transform(tags, note -> concat(note, orders.note)) AS a FROM orders
--> Output a
--  Project a = transform(tags, note_2 -> concat(note_2, note))
--    Scan orders: note, tags

-- nested lambdas
SELECT transform(tags, x -> transform(tags, y -> concat(x, y, note))) AS a FROM orders
--> Output a
--  Project a = transform(tags, x -> transform(tags, y -> concat(x, y, note)))
--    Scan orders: note, tags

-- struct keeps the field names that columns gave it
SELECT struct(id, o.note, place.city, id + 1, amount AS a) AS s, transform(tags, t -> struct(t)) AS l FROM orders o
--> Output s, l
--  Project s = struct(id AS id, note AS note, place.city AS city, id + 1 AS col4, amount AS a), l = transform(tags, t -> struct(t AS t))
--    Scan orders: id, amount, note, tags, place

-- stars in arguments
SELECT struct(*) AS s, hash(c.*) AS h FROM customers c
--> Output s, h
--  Project s = struct(id AS id, region AS region, name AS name), h = hash(id, region, name)
--    Scan customers: id, region, name

-- arrays, maps and casts
SELECT tags[0] AS a, map('k', id)['k'] AS b, CAST(id AS DECIMAL(10, 2)) AS c, id::int AS d, try_cast(note AS date) AS e FROM orders
--> Output a, b, c, d, e
--  Project a = tags[0], b = map('k', id)['k'], c = CAST(id AS DECIMAL(10, 2)), d = CAST(id AS INT), e = TRY_CAST(note AS DATE)
--    Scan orders: id, note, tags

-- literals
SELECT 1L AS a, 1.50BD AS b, DATE '2020-01-01' AS c, INTERVAL 1 DAY 2 HOURS AS d, r'\d' AS e, X'1F' AS f, 'it''s' AS g FROM items
--> Output a, b, c, d, e, f, g
--  Project a = CAST(1 AS BIGINT), b = CAST('1.50' AS DECIMAL(3, 2)), c = CAST('2020-01-01' AS DATE), d = INTERVAL '1 day 2 hours', e = '\\d', f = X'1F', g = 'it\'s'
--    Scan items

-- operators bind as in Spark
SELECT '1' || id + 1 AS a, id | 1 & 2 AS b, NOT id = 1 AS c FROM orders
--> Output a, b, c
--  Project a = '1' || id + 1, b = id | 1 & 2, c = NOT id = 1
--    Scan orders: id

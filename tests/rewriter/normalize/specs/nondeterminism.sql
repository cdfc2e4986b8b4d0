-- which of the tied rows come first
SELECT id FROM orders ORDER BY amount LIMIT 3
--> another evaluation may give other rows

-- how rows are numbered
SELECT id, row_number() OVER (ORDER BY day) AS n FROM orders
--> another evaluation may give other rows

-- any value of a group
SELECT customer, any_value(id) AS id FROM orders GROUP BY customer
--> another evaluation may give other rows

-- the value at an extremum
SELECT customer, max_by(id, day) AS id FROM orders GROUP BY customer
--> another evaluation may give other rows

-- an extremum leaves none
SELECT customer, max(day) AS day FROM orders GROUP BY customer
--> unchanged

-- an order without LIMIT leaves none
SELECT id FROM orders ORDER BY amount
--> unchanged

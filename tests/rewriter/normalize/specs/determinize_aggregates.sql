-- first is the smallest value
SELECT customer, first(amount) AS amount FROM orders GROUP BY customer
--> Aggregate by customer_2 = customer: amount_2 = min(amount)
--    Scan orders: customer, amount

-- so are last and any_value, with their conditions
SELECT customer, last(id) FILTER (WHERE amount > 1) AS id, any_value(day) AS day FROM orders GROUP BY customer
--> Aggregate by customer_2 = customer: id_2 = min(id) where amount > 1, day_2 = min(day)
--    Scan orders: id, customer, amount, day

-- max_by and min_by choose among tied rows by the value
SELECT customer, max_by(id, day) AS newest, min_by(id, day) AS oldest FROM orders GROUP BY customer
--> Aggregate by customer_2 = customer: newest = max_by(id, CASE WHEN NOT day IS NULL THEN struct(day, id) END), oldest = min_by(id, CASE WHEN NOT day IS NULL THEN struct(day, id) END)
--    Scan orders: id, customer, day

-- sums and counts of exact numbers add up; extrema do not
SELECT customer, sum(amount) AS s, min(day) AS d, count(*) AS n FROM orders GROUP BY customer
--> adding up: s, n

-- an aggregate with one value that does not add up stays
SELECT customer, min(day) AS d, sum(weight) AS w, count(DISTINCT id) AS n FROM orders GROUP BY customer
--> unchanged

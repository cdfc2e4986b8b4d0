-- a query that is read twice is grouped once
WITH t AS (SELECT customer, sum(amount) AS total FROM orders GROUP BY customer) SELECT a.customer FROM t a JOIN t b ON a.total < b.total
--> Project customer_5 = customer_2
--    InnerJoin on total < total_2
--      Aggregate by customer_2 = customer: total = sum(amount)
--        Scan orders: customer, amount
--      Project customer_4 = customer_2, total_2 = total
--        Aggregate by customer_2 = customer: total = sum(amount)
--          Scan orders: customer, amount

-- so are two of equal texts with other names
SELECT a.n FROM (SELECT customer AS c, count(*) AS n FROM orders GROUP BY customer) a JOIN (SELECT customer, count(*) AS m FROM orders GROUP BY customer) b ON a.n = b.m
--> Project n_2 = n
--    InnerJoin on n = m
--      Aggregate by customer_2 = customer: n = count(*)
--        Scan orders: customer
--      Project customer_4 = customer_2, m = n
--        Aggregate by customer_2 = customer: n = count(*)
--          Scan orders: customer

-- another function is another group
SELECT a.n FROM (SELECT customer, sum(id) AS n FROM orders GROUP BY customer) a JOIN (SELECT customer, max(id) AS m FROM orders GROUP BY customer) b ON a.n = b.m
--> unchanged

-- other rows are other groups
SELECT a.n FROM (SELECT customer, count(*) AS n FROM orders WHERE id > 1 GROUP BY customer) a JOIN (SELECT customer, count(*) AS m FROM orders WHERE id > 2 GROUP BY customer) b ON a.n = b.m
--> unchanged

-- a single aggregate is as it is
SELECT customer, count(*) AS n FROM orders GROUP BY customer
--> unchanged

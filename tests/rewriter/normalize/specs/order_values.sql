-- a sum of floating-point numbers below another operator takes them in order
SELECT total FROM (SELECT customer, sum(weight) AS total FROM orders GROUP BY customer) t JOIN customers c ON c.id = t.customer
--> Project total_2 = total
--    InnerJoin on id_2 = customer_2
--      Aggregate by customer_2 = customer: total = sum_in_order(weight)
--        Scan orders: customer, weight
--      Scan customers: id_2 = id

-- so do an average, a deviation and a correlation
SELECT a, d, r FROM (SELECT customer, avg(weight) AS a, stddev(weight) AS d, corr(weight, id) AS r FROM orders GROUP BY customer) t JOIN customers c ON c.id = t.customer
--> Project a_2 = a, d_2 = d, r_2 = r
--    InnerJoin on id_2 = customer_2
--      Aggregate by customer_2 = customer: a = avg_in_order(weight), d = stddev_in_order(weight), r = corr_in_order(weight, id)
--        Scan orders: id, customer, weight
--      Scan customers: id_2 = id

-- and a collection
SELECT days FROM (SELECT customer, collect_list(day) AS days FROM orders GROUP BY customer) t JOIN customers c ON c.id = t.customer
--> Project days_2 = days
--    InnerJoin on id_2 = customer_2
--      Aggregate by customer_2 = customer: days = collect_list_in_order(day)
--        Scan orders: customer, day
--      Scan customers: id_2 = id

-- at the top a collection of which something is computed
SELECT customer, collect_list(day)[0] AS day FROM orders GROUP BY customer
--> Project customer_3 = customer_2, day_2 = collect_list_day[0]
--    Aggregate by customer_2 = customer: collect_list_day = collect_list_in_order(day)
--      Scan orders: customer, day

-- at the top a collection is as it comes
SELECT customer, collect_list(day) AS days, sum(weight) AS w FROM orders GROUP BY customer
--> unchanged

-- a sum of exact numbers needs no order
SELECT total FROM (SELECT customer, sum(amount) AS total FROM orders GROUP BY customer) t JOIN customers c ON c.id = t.customer
--> unchanged

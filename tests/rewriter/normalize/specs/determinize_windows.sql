-- row_number numbers tied rows by all columns
SELECT id, row_number() OVER (PARTITION BY customer ORDER BY day) AS n FROM orders
--> Project id_2 = id, n_2 = n
--    Window n = row_number() OVER (PARTITION BY customer ORDER BY day, id)
--      Scan orders: id, customer, day

-- the first rows are those of a complete order
SELECT id, amount FROM orders ORDER BY amount DESC LIMIT 3
--> Project id_2 = id, amount_2 = amount
--    TopK by amount DESC, id limit 3
--      Scan orders: id, amount

-- a running total over ROWS completes the order
SELECT id, sum(amount) OVER (ORDER BY day ROWS UNBOUNDED PRECEDING) AS total FROM orders
--> Project id_2 = id, total_2 = total
--    Window total = sum(amount) OVER (ORDER BY day, id, amount ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
--      Scan orders: id, amount, day

-- different orders stand on top of each other
SELECT id, row_number() OVER (ORDER BY day) AS a, row_number() OVER (ORDER BY amount) AS b FROM orders
--> Project id_2 = id, a_2 = a, b_2 = b
--    Window b = row_number() OVER (ORDER BY amount, id, day, a)
--      Window a = row_number() OVER (ORDER BY day, id, amount)
--        Scan orders: id, amount, day

-- a running sum of floating-point numbers gives all tied rows what the last of them gets
SELECT id, sum(weight) OVER (PARTITION BY customer ORDER BY day) AS w FROM orders
--> Project id_2 = id, w_2 = w
--    Project id = id, customer = customer, day = day, weight = weight, w = w
--      Window w = max_by(`w by row`, `w position`) OVER (PARTITION BY customer, day)
--        Window `w by row` = sum(weight) OVER (PARTITION BY customer ORDER BY day, id, weight ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), `w position` = row_number() OVER (PARTITION BY customer ORDER BY day, id, weight)
--          Scan orders: id, customer, day, weight

-- rank and an exact sum over the partition stay
SELECT id, rank() OVER (PARTITION BY customer ORDER BY day) AS r, sum(amount) OVER (PARTITION BY customer) AS s FROM orders
--> unchanged

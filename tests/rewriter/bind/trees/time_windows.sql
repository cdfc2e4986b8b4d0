-- a time window is made of the rows behind WHERE; its column has the function's name
SELECT window.start, window.end AS upto, count(*) AS n FROM orders WHERE id > 1 GROUP BY window(day, '2 days')
--> Output start, upto, n = n_2
--  Project start = window_2.start, upto = window_2.end, n_2 = n
--    Aggregate by window_2 = window: n = count(*)
--      Generate window = window(day, '2 days')
--        Filter id > 1
--          Scan orders: id, day

-- the same call anywhere in a block is one window
SELECT window(day, '2 days', '1 day', '6 hours') AS w, window(day, '2 days', '1 day', '6 hours').end AS e FROM orders
--> Output w, e
--  Project w = window, e = window.end
--    Generate window = window(day, '2 days', '1 day', '6 hours')
--      Scan orders: day

-- sessions are merged within what else rows are grouped by
SELECT note, session_window(day, '2 days') AS w, count(*) AS n FROM orders GROUP BY note, w
--> Output note = note_2, w, n
--  Aggregate by note_2 = note, w = session_window_2: n = count(*)
--    Sessions session_window_2 = session_window within scope = note
--      Generate session_window = session_window(day, '2 days')
--        Scan orders: day, note

-- the last instant of a window is a microsecond before its end, and a window is made of it
SELECT window_time(w) AS last FROM (SELECT window(day, '2 days') AS w FROM orders)
--> Output last
--  Project last = window.end - INTERVAL '0.000001' SECOND
--    Generate window = window(day, '2 days')
--      Scan orders: day

-- a window of windows is made of their last instants, sessions among them
SELECT window(w, '1 week') AS w, count(*) AS n FROM (SELECT session_window(day, '2 days') AS w FROM orders GROUP BY 1) GROUP BY 1
--> Output w = w_2, n
--  Aggregate by w_2 = window: n = count(*)
--    Generate window = window((w.end - INTERVAL '0.000001' SECOND), '1 week')
--      Aggregate by w = session_window_2
--        Sessions session_window_2 = session_window
--          Generate session_window = session_window(day, '2 days')
--            Scan orders: day

-- a column named like the function is that column
SELECT window, window(day, '1 day').start AS start FROM (SELECT id AS window, day FROM orders)
--> Output window = window_2, start
--  Project window_2 = id, start = window.start
--    Generate window = window(day, '1 day')
--      Scan orders: id, day

-- so is a relation
SELECT window.id, count(*) AS n FROM orders AS window GROUP BY window.id, window(window.day, '1 day')
--> Output id = id_3, n = n_2
--  Project id_3 = id_2, n_2 = n
--    Aggregate by id_2 = id, window_2 = window: n = count(*)
--      Generate window = window(day, '1 day')
--        Scan orders: id, day

-- the word begins a clause only before a definition
SELECT sum(window) OVER window AS window FROM (SELECT id AS window FROM orders) WINDOW window AS (ORDER BY window)
--> Output window = window_2
--  Project window_2 = window
--    Window window = sum(id) OVER (ORDER BY id)
--      Scan orders: id

-- stages follow each other as written
FROM orders |> WHERE id > 1 |> EXTEND id + 1 AS next |> WHERE next > 3 |> AGGREGATE count(*) AS n GROUP BY note |> WHERE n > 1
--> Output note = note_3, n
--  Filter n > 1
--    Aggregate by note_3 = note_2: n = count(*)
--      Filter next > 3
--        Project note_2 = note, next = id + 1
--          Filter id > 1
--            Scan orders: id, note

-- an order and a limit at the end choose rows
FROM items |> SELECT sku, qty + 1 AS more |> ORDER BY more DESC |> LIMIT 2
--> Output sku = sku_2, more
--  TopK by more DESC limit 2
--    Project sku_2 = sku, more = qty + 1
--      Scan items: sku, qty

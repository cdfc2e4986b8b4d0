-- a map as a group key is grouped by its entries, and written again
SELECT tags, count(*) AS n FROM customers GROUP BY tags
--> Project tags_2 = map_from_entries(tags_2__entries), n = n
--    Aggregate by tags_2__entries = sort_array(map_entries(tags)): n = count(*)
--      Scan customers: tags

-- so it is in DISTINCT
SELECT DISTINCT tags FROM customers
--> Project tags_2 = map_from_entries(tags_2__entries)
--    Aggregate by tags_2__entries = sort_array(map_entries(tags))
--      Scan customers: tags

-- a value of a map in the condition of an outer join becomes a column
SELECT o.id, c.id AS c FROM customers c LEFT JOIN orders o ON c.tags['k'] = o.customer
--> Project id_3 = id_2, c = id
--    Project id = id, tags = tags, id_2 = id_2, customer = customer
--      LeftJoin on tags__part_1 = customer
--        Project id = id, tags = tags, tags__part_1 = tags['k']
--          Scan customers: id, tags
--        Scan orders: id_2 = id, customer

-- a key that can be compared stays
SELECT region, count(*) AS n FROM customers GROUP BY region
--> unchanged

-- the condition of an inner join stays
SELECT o.id FROM customers c JOIN orders o ON c.tags['k'] = o.customer
--> unchanged

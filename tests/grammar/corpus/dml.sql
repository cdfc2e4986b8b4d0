INSERT INTO stream VALUES (1, 'CREATE STREAM TABLE')
-- ----
INSERT INTO stream (a, b) SELECT a, b FROM t
-- ----
INSERT INTO TABLE stream SELECT * FROM t
-- ----
INSERT INTO t BY NAME SELECT 1 AS a
-- ----
INSERT OVERWRITE stream SELECT * FROM t
-- ----
INSERT OVERWRITE TABLE stream PARTITION (day = '2024-01-01') SELECT a FROM t
-- ----
INSERT INTO stream REPLACE WHERE a > 1 SELECT * FROM t
-- ----
INSERT INTO t TABLE stream
-- ----
INSERT OVERWRITE DIRECTORY '/tmp/refresh stream table' USING parquet SELECT * FROM t
-- ----
FROM t INSERT INTO stream SELECT a INSERT INTO u SELECT b
-- ----
WITH stream AS (SELECT 1 AS a) INSERT INTO t SELECT * FROM stream
-- ----
UPDATE stream SET a = 1 WHERE b = 'refresh stream table'
-- ----
UPDATE stream AS s SET s.a = s.a + 1
-- ----
DELETE FROM stream WHERE a = 1
-- ----
DELETE FROM stream
-- ----
MERGE INTO stream USING t ON stream.id = t.id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *
-- ----
MERGE INTO target AS trigger
USING (SELECT * FROM stream) AS refresh
ON trigger.id = refresh.id
WHEN MATCHED AND refresh.op = 'DROP STREAM TABLE' THEN DELETE
WHEN MATCHED THEN UPDATE SET trigger.a = refresh.a
WHEN NOT MATCHED THEN INSERT (id, a) VALUES (refresh.id, refresh.a)
WHEN NOT MATCHED BY SOURCE THEN DELETE
-- ----
MERGE WITH SCHEMA EVOLUTION INTO stream USING t ON stream.id = t.id WHEN NOT MATCHED THEN INSERT *
-- ----
LOAD DATA INPATH '/tmp/stream' INTO TABLE stream

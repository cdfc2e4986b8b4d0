OPTIMIZE stream
-- ----
OPTIMIZE stream WHERE day >= '2024-01-01' ZORDER BY (a, b)
-- ----
OPTIMIZE stream FULL
-- ----
VACUUM stream
-- ----
VACUUM stream RETAIN 0 HOURS DRY RUN
-- ----
VACUUM stream LITE
-- ----
RESTORE TABLE stream TO VERSION AS OF 3
-- ----
RESTORE stream TO TIMESTAMP AS OF '2024-01-01'
-- ----
DESCRIBE HISTORY stream
-- ----
DESCRIBE HISTORY delta.`/tmp/stream` LIMIT 5
-- ----
DESC HISTORY stream
-- ----
DESCRIBE DETAIL stream
-- ----
CONVERT TO DELTA parquet.`/tmp/stream` PARTITIONED BY (day DATE)
-- ----
GENERATE symlink_format_manifest FOR TABLE stream
-- ----
REORG TABLE stream APPLY (PURGE)
-- ----
CREATE TABLE t SHALLOW CLONE stream VERSION AS OF 1
-- ----
CREATE OR REPLACE TABLE t SHALLOW CLONE stream
-- ----
ALTER TABLE stream DROP FEATURE deletionVectors
-- ----
ALTER TABLE stream SET TBLPROPERTIES (delta.columnMapping.mode = 'name')
-- ----
CREATE TABLE stream (a INT, b INT GENERATED ALWAYS AS (a + 1)) USING delta
-- ----
SHOW COLUMNS IN stream

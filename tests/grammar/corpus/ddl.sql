CREATE TABLE t (a INT, b STRING)
-- ----
CREATE TABLE IF NOT EXISTS s.t (a INT NOT NULL, b DECIMAL(10, 2) DEFAULT 0) USING delta
-- ----
CREATE OR REPLACE TABLE t USING delta AS SELECT 1 AS a
-- ----
CREATE TABLE stream (id BIGINT, payload STRING) USING delta PARTITIONED BY (id)
-- ----
CREATE TABLE stream.table (a INT)
-- ----
CREATE TABLE refresh (stream STRING, mode STRING, schedule STRING)
-- ----
CREATE TABLE t CLUSTER BY (a) COMMENT 'CREATE STREAM TABLE x AS SELECT 1' AS SELECT 1 AS a
-- ----
CREATE TABLE t LIKE stream
-- ----
CREATE EXTERNAL TABLE t (a INT) STORED AS PARQUET LOCATION '/tmp/t'
-- ----
CREATE TEMPORARY VIEW stream AS SELECT 1 AS a
-- ----
CREATE OR REPLACE TEMP VIEW v AS SELECT * FROM stream
-- ----
CREATE OR REPLACE VIEW stream AS SELECT 1 AS a
-- ----
CREATE VIEW trigger AS SELECT 'CREATE TRIGGER t' AS text
-- ----
CREATE GLOBAL TEMPORARY VIEW g AS SELECT 1
-- ----
CREATE VIEW v (a COMMENT 'first', b) COMMENT 'refresh stream table' AS SELECT 1, 2
-- ----
CREATE SCHEMA stream
-- ----
CREATE DATABASE IF NOT EXISTS stream COMMENT 'stream tables' LOCATION '/tmp/stream'
-- ----
CREATE NAMESPACE n
-- ----
CREATE FUNCTION stream AS 'com.example.Stream' USING JAR '/tmp/stream.jar'
-- ----
CREATE OR REPLACE TEMPORARY FUNCTION stream(x INT) RETURNS INT RETURN x + 1
-- ----
CREATE INDEX stream ON TABLE t (a)
-- ----
ALTER TABLE stream ADD COLUMNS (b INT)
-- ----
ALTER TABLE stream RENAME TO stream_table
-- ----
ALTER TABLE t SET TBLPROPERTIES ('stream' = 'table', 'delta.enableChangeDataFeed' = 'true')
-- ----
ALTER TABLE t ALTER COLUMN a COMMENT 'alter stream table'
-- ----
ALTER TABLE t DROP COLUMN stream
-- ----
ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0)
-- ----
ALTER TABLE t CLUSTER BY (a)
-- ----
ALTER VIEW stream AS SELECT 2 AS a
-- ----
ALTER VIEW stream SET TBLPROPERTIES ('refresh' = 'stream')
-- ----
ALTER SCHEMA stream SET DBPROPERTIES ('a' = 'b')
-- ----
DROP TABLE stream
-- ----
DROP TABLE IF EXISTS stream PURGE
-- ----
DROP VIEW stream
-- ----
DROP VIEW IF EXISTS trigger
-- ----
DROP SCHEMA stream CASCADE
-- ----
DROP FUNCTION stream
-- ----
DROP TEMPORARY VARIABLE stream
-- ----
TRUNCATE TABLE stream
-- ----
MSCK REPAIR TABLE stream
-- ----
COMMENT ON TABLE stream IS 'a stream table'
-- ----
create table stream_table (refresh int, mode string)
-- ----
CREATE TABLE `create stream table` (`refresh mode` INT)
-- ----
/* CREATE STREAM TABLE x AS SELECT 1 */ CREATE TABLE t (a INT)
-- ----
-- REFRESH STREAM TABLE x
CREATE TABLE t (a INT)
-- ----
CREATE /* STREAM */ TABLE t (a INT)
-- ----
CREATE -- STREAM TABLE
TABLE t (a INT)
-- ----
CREATE OR REPLACE /* STREAM /* nested STREAM */ STREAM */ TABLE t (stream INT)

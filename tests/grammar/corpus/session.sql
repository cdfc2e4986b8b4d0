SHOW TABLES
-- ----
SHOW TABLES IN stream
-- ----
SHOW TABLES IN stream LIKE 'refresh*'
-- ----
SHOW TABLE EXTENDED IN stream LIKE '*'
-- ----
SHOW CREATE TABLE stream
-- ----
SHOW CREATE TABLE stream.table AS SERDE
-- ----
SHOW SCHEMAS
-- ----
SHOW DATABASES LIKE 'stream'
-- ----
SHOW FUNCTIONS LIKE 'stream'
-- ----
SHOW VIEWS FROM stream
-- ----
SHOW PARTITIONS stream
-- ----
SHOW TBLPROPERTIES stream
-- ----
SHOW COLUMNS FROM stream
-- ----
SHOW CATALOGS
-- ----
SHOW CURRENT NAMESPACE
-- ----
SHOW PROCEDURES
-- ----
DESCRIBE stream
-- ----
DESC stream
-- ----
DESCRIBE TABLE stream
-- ----
DESCRIBE EXTENDED stream
-- ----
DESCRIBE TABLE EXTENDED stream.table
-- ----
DESCRIBE stream stream
-- ----
DESCRIBE SCHEMA stream
-- ----
DESCRIBE FUNCTION stream
-- ----
DESCRIBE QUERY SELECT * FROM stream
-- ----
DESCRIBE QUERY TABLE stream
-- ----
REFRESH TABLE stream
-- ----
REFRESH TABLE stream.tables
-- ----
REFRESH stream
-- ----
REFRESH "/tmp/stream table"
-- ----
REFRESH FUNCTION stream
-- ----
EXPLAIN SELECT * FROM stream
-- ----
EXPLAIN EXTENDED SELECT 'CREATE STREAM TABLE'
-- ----
EXPLAIN FORMATTED CREATE TABLE t AS SELECT * FROM stream
-- ----
EXPLAIN CREATE TABLE stream AS SELECT 1 AS a
-- ----
EXPLAIN CREATE OR REPLACE VIEW stream AS SELECT 1
-- ----
EXPLAIN REFRESH TABLE stream
-- ----
EXPLAIN INSERT INTO stream SELECT 1
-- ----
USE stream
-- ----
USE SCHEMA stream
-- ----
SET spark.sql.shuffle.partitions = 4
-- ----
SET stream = table
-- ----
SET TIME ZONE 'Europe/Berlin'
-- ----
SET VAR stream = 'CREATE STREAM TABLE'
-- ----
RESET spark.sql.ansi.enabled
-- ----
CACHE LAZY TABLE stream AS SELECT 1
-- ----
UNCACHE TABLE IF EXISTS stream
-- ----
CLEAR CACHE
-- ----
ANALYZE TABLE stream COMPUTE STATISTICS FOR ALL COLUMNS
-- ----
ADD JAR '/tmp/create stream table.jar'
-- ----
LIST FILES
-- ----
CALL system.expire_snapshots('stream')
-- ----
CALL spark_catalog.system.create_stream_table('x')
-- ----
CALL other.refresh_stream_table('x')
-- ----
CALL stream.table(name => 'create_stream_table')
-- ----
CALL create_stream_tables('x')
-- ----
DECLARE stream INT DEFAULT 5
-- ----
DECLARE OR REPLACE VARIABLE stream STRING DEFAULT 'REFRESH STREAM TABLE x'
-- ----
EXECUTE IMMEDIATE 'CREATE STREAM TABLE x AS SELECT 1'
-- ----
EXECUTE IMMEDIATE 'SELECT ?' USING 1
-- ----
REFRESH stream/table
-- ----
REFRESH "stream table x"
-- ----
REFRESH dynamic
-- ----
DESCRIBE dynamic table
-- ----
DESC materialized view

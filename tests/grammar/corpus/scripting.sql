BEGIN
  SELECT 1;
  SELECT 'CREATE STREAM TABLE x AS SELECT 1';
END
-- ----
BEGIN
  DECLARE stream INT DEFAULT 0;
  WHILE stream < 3 DO
    SET stream = stream + 1;
  END WHILE;
  SELECT stream;
END;
-- ----
BEGIN
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SELECT 'refresh failed';
  END;
  INSERT INTO stream VALUES (1);
END
-- ----
BEGIN
  IF (SELECT count(*) FROM stream) > 1 THEN
    DROP TABLE stream;
  ELSE
    REFRESH TABLE stream;
  END IF;
END
-- ----
stream: BEGIN
  FOR stream AS SELECT * FROM t DO
    SELECT stream.a;
  END FOR;
END stream
-- ----
BEGIN
  -- CREATE STREAM TABLE
  CASE
    WHEN 1 = 1 THEN SELECT 'show stream tables';
    ELSE SELECT 2;
  END CASE;
END
-- ----
BEGIN
  l: LOOP
    LEAVE l;
  END LOOP;
  REPEAT
    SELECT 1;
  UNTIL TRUE
  END REPEAT;
END
-- ----
BEGIN
  BEGIN
    CREATE TABLE stream (a INT);
  END;
END

"""The words that are completed besides names: how statements begin, and the words of queries and of Spark's statements.

The words inside of statements of ours are the grammar's.
"""

from __future__ import annotations

QUERIES = ("SELECT", "WITH")
"""How a query begins."""
WRITES = ("DELETE FROM", "INSERT INTO", "MERGE INTO", "UPDATE")
"""How a statement that changes rows begins."""
STATEMENTS = tuple(
    sorted(
        (
            *QUERIES,
            *WRITES,
            "ALTER STREAM TABLE",
            "ALTER TABLE",
            "CALL",
            "CREATE OR REPLACE STREAM TABLE",
            "CREATE OR REPLACE TRIGGER",
            "CREATE SCHEMA",
            "CREATE STREAM TABLE",
            "CREATE TABLE",
            "CREATE TRIGGER",
            "CREATE VIEW",
            "DESCRIBE STREAM TABLE",
            "DESCRIBE TABLE",
            "DROP STREAM TABLE",
            "DROP TABLE",
            "DROP TRIGGER",
            "EXPLAIN ALTER STREAM TABLE",
            "EXPLAIN CREATE STREAM TABLE",
            "EXPLAIN REFRESH STREAM TABLE",
            "EXPLAIN SELECT",
            "REFRESH STREAM TABLE",
            "REFRESH STREAM TABLES",
            "SHOW CREATE STREAM TABLE",
            "SHOW REFRESH HISTORY",
            "SHOW SCHEMAS",
            "SHOW STREAM TABLES",
            "SHOW TABLES",
            "SHOW TRIGGERS",
            "USE",
            "VERIFY STREAM TABLE",
            "VERIFY STREAM TABLES",
        )
    )
)
"""How statements begin."""
QUERY_WORDS = (
    *("ALL", "AND", "ANTI JOIN", "AS", "ASC", "BETWEEN", "CASCADE", "CASE", "CAST", "CLUSTER BY", "COMMENT"),
    *("CROSS JOIN", "DESC", "DISTINCT", "ELSE", "END", "EXCEPT", "EXISTS", "FALSE", "FROM", "FULL JOIN"),
    *("FULL OUTER JOIN", "GROUP BY", "HAVING", "IN", "INNER JOIN", "INTERSECT", "INTERVAL", "INTO", "IS NOT NULL"),
    *("IS NULL", "JOIN", "LATERAL VIEW", "LEFT JOIN", "LEFT ANTI JOIN", "LEFT SEMI JOIN", "LIKE", "LIMIT", "MATCHED"),
    *("NOT", "NULL", "ON", "OR", "ORDER BY", "OUTER", "OVER", "PARTITION BY", "PARTITIONED BY", "QUALIFY", "RENAME TO"),
    *("RIGHT JOIN", "SELECT", "SEMI JOIN", "SET", "TBLPROPERTIES", "THEN", "TRUE", "UNION", "UNION ALL", "USING"),
    *("USING DELTA", "VALUES", "WHEN", "WHERE", "WINDOW", "WITH"),
    *("avg", "coalesce", "count", "current_date", "date_trunc", "max", "min", "round", "sum"),
)
"""Words behind a statement's beginning, in queries and in Spark's statements; functions are in lower case."""
SEVERAL_WORDS = {"WITH [NO] DATA": ("WITH DATA", "WITH NO DATA")}
"""What the grammar says in one word that stands for several."""

/*
 * The statements of streamtables. recognize.py tells them from other SQL, which never comes here.
 *
 * Queries, trigger bodies and conditions are token sequences here; Spark parses them.
 * Rules that stand for something a message can name (a clause, a name, a string) have their words in expected.py.
 */
grammar StreamSql;

options {
    caseInsensitive = true;
}

singleStatement
    : ownStatement SEMICOLON* EOF
    ;

ownStatement
    : createStreamTable                                                         # create
    | refreshStreamTable                                                        # refresh
    | REFRESH STREAM TABLES inSchema?                                           # refreshAll
    | alterStreamTable                                                          # alter
    | DROP STREAM TABLE ifExists? qualifiedName CASCADE?                        # drop
    | SHOW STREAM TABLES inSchema? (LIKE stringLiteral)?                        # showTables
    | (DESCRIBE | DESC) STREAM TABLE qualifiedName                              # describeTable
    | SHOW CREATE STREAM TABLE qualifiedName                                    # showCreate
    | EXPLAIN (createStreamTable | refreshStreamTable | alterStreamTable)       # explain
    | SHOW REFRESH HISTORY (FOR qualifiedName)? (LIMIT wholeNumber)?            # showHistory
    | VERIFY STREAM TABLE qualifiedName (COMMA qualifiedName)* sample?          # verify
    | VERIFY STREAM TABLES inSchema? sample?                                    # verifyAll
    | CREATE orReplace? TRIGGER qualifiedName AFTER event (OR event)* onStreamTable
        referencing? (WHEN LEFT_PAREN condition RIGHT_PAREN)? AS triggerBody    # createTrigger
    | DROP TRIGGER ifExists? qualifiedName onStreamTable                        # dropTrigger
    | SHOW TRIGGERS onStreamTable?                                              # showTriggers
    | CALL qualifiedName LEFT_PAREN (argument (COMMA argument)*)? RIGHT_PAREN   # call
    ;

// Stream tables

createStreamTable
    : CREATE orReplace? STREAM TABLE ifNotExists? qualifiedName columnList? clause* AS query
    ;

columnList
    : LEFT_PAREN column (COMMA column)* RIGHT_PAREN
    ;

column
    : identifier (COMMENT stringLiteral)?
    ;

clause
    : commentClause
    | partitionedByClause
    | clusterByClause
    | locationClause
    | propertiesClause
    | refreshModeClause
    | scheduleClause
    | dataClause
    ;

commentClause
    : COMMENT stringLiteral
    ;

partitionedByClause
    : PARTITIONED BY identifierList
    ;

clusterByClause
    : CLUSTER BY identifierList
    ;

locationClause
    : LOCATION stringLiteral
    ;

propertiesClause
    : TBLPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN
    ;

refreshModeClause
    : REFRESH MODE refreshMode
    ;

scheduleClause
    : SCHEDULE schedule
    ;

dataClause
    : WITH NO? DATA
    ;

refreshMode
    : AUTO
    | DIFFERENTIAL
    | FULL
    | IMMEDIATE
    ;

schedule
    : EVERY wholeNumber timeUnit                                # every
    | CRON expression=stringLiteral (AT TIME ZONE zone=stringLiteral)?  # cron
    | ON CHANGE (AT MOST EVERY wholeNumber timeUnit)?           # onChange
    | DOWNSTREAM                                                # downstream
    | NONE                                                      # none
    ;

timeUnit
    : SECOND
    | SECONDS
    | MINUTE
    | MINUTES
    | HOUR
    | HOURS
    | DAY
    | DAYS
    ;

property
    : propertyKey EQUALS? propertyValue
    ;

propertyKey
    : identifier (DOT identifier)*
    | stringLiteral
    ;

propertyValue
    : stringLiteral
    | number
    | booleanLiteral
    ;

refreshStreamTable
    : REFRESH STREAM TABLE qualifiedName (COMMA qualifiedName)* refreshOption*
    ;

refreshOption
    : FULL
    | DIFFERENTIAL
    | withoutUpstream
    | CASCADE
    ;

withoutUpstream
    : WITHOUT UPSTREAM
    ;

alterStreamTable
    : ALTER STREAM TABLE qualifiedName alterAction
    ;

alterAction
    : SET refreshModeClause     # setRefreshMode
    | SET scheduleClause        # setSchedule
    | SET propertiesClause      # setProperties
    | SUSPEND                   # suspend
    | RESUME                    # resume
    | RENAME TO qualifiedName   # renameTo
    | AS query                  # setQuery
    ;

query
    : (~SEMICOLON)+
    ;

sample
    : SAMPLE number PERCENT
    ;

// Triggers

event
    : INSERT
    | UPDATE
    | DELETE
    ;

onStreamTable
    : ON STREAM TABLE qualifiedName
    ;

referencing
    : REFERENCING transitionTable+
    ;

transitionTable
    : (OLD | NEW) TABLE AS? identifier
    ;

condition
    : conditionPart+
    ;

conditionPart
    : LEFT_PAREN conditionPart* RIGHT_PAREN
    | ~(LEFT_PAREN | RIGHT_PAREN | SEMICOLON)
    ;

// Only a compound statement has semicolons inside.
triggerBody
    : BEGIN (~SEMICOLON)* (SEMICOLON+ (~SEMICOLON)+)*
    | ~(BEGIN | SEMICOLON) (~SEMICOLON)*
    ;

// Procedures

argument
    : (identifier ARROW)? argumentValue
    ;

argumentValue
    : stringLiteral
    | number
    | booleanLiteral
    | NULL
    ;

// Words shared by several statements

orReplace
    : OR REPLACE
    ;

ifNotExists
    : IF NOT EXISTS
    ;

ifExists
    : IF EXISTS
    ;

inSchema
    : (IN | FROM) qualifiedName
    ;

qualifiedName
    : identifier (DOT identifier)*
    ;

identifierList
    : LEFT_PAREN identifier (COMMA identifier)* RIGHT_PAREN
    ;

identifier
    : IDENTIFIER
    | BACKQUOTED_IDENTIFIER
    | nonReserved
    ;

stringLiteral
    : STRING
    ;

// The sign is read so that a message can say what is wrong with the number.
wholeNumber
    : MINUS? INTEGER
    ;

number
    : MINUS? (INTEGER | DECIMAL)
    ;

booleanLiteral
    : TRUE
    | FALSE
    ;

// Every keyword; a test compares this list with the lexer's.
nonReserved
    : AFTER | ALTER | AS | AT | AUTO | BEGIN | BY | CALL | CASCADE | CHANGE | CLUSTER | COMMENT | CREATE | CRON | DATA | DAY | DAYS
    | DELETE | DESC | DESCRIBE | DIFFERENTIAL | DOWNSTREAM | DROP | EVERY | EXISTS | EXPLAIN | FALSE | FOR | FROM | FULL
    | HISTORY | HOUR | HOURS | IF | IMMEDIATE | IN | INSERT | LIKE | LIMIT | LOCATION | MINUTE | MINUTES | MODE | MOST | NEW | NO
    | NONE | NOT | NULL | OLD | ON | OR | PARTITIONED | PERCENT | REFERENCING | REFRESH | RENAME | REPLACE | RESUME
    | SAMPLE | SCHEDULE | SECOND | SECONDS | SET | SHOW | STREAM | SUSPEND | TABLE | TABLES | TBLPROPERTIES | TIME | TO | TRIGGER | TRIGGERS
    | TRUE | UPDATE | UPSTREAM | VERIFY | WHEN | WITH | WITHOUT | ZONE
    ;

AFTER: 'AFTER';
ALTER: 'ALTER';
AS: 'AS';
AT: 'AT';
AUTO: 'AUTO';
BEGIN: 'BEGIN';
BY: 'BY';
CALL: 'CALL';
CASCADE: 'CASCADE';
CHANGE: 'CHANGE';
CLUSTER: 'CLUSTER';
COMMENT: 'COMMENT';
CREATE: 'CREATE';
CRON: 'CRON';
DATA: 'DATA';
DAY: 'DAY';
DAYS: 'DAYS';
DELETE: 'DELETE';
DESC: 'DESC';
DESCRIBE: 'DESCRIBE';
DIFFERENTIAL: 'DIFFERENTIAL';
DOWNSTREAM: 'DOWNSTREAM';
DROP: 'DROP';
EVERY: 'EVERY';
EXISTS: 'EXISTS';
EXPLAIN: 'EXPLAIN';
FALSE: 'FALSE';
FOR: 'FOR';
FROM: 'FROM';
FULL: 'FULL';
HISTORY: 'HISTORY';
HOUR: 'HOUR';
HOURS: 'HOURS';
IF: 'IF';
IMMEDIATE: 'IMMEDIATE';
IN: 'IN';
INSERT: 'INSERT';
LIKE: 'LIKE';
LIMIT: 'LIMIT';
LOCATION: 'LOCATION';
MINUTE: 'MINUTE';
MINUTES: 'MINUTES';
MODE: 'MODE';
MOST: 'MOST';
NEW: 'NEW';
NO: 'NO';
NONE: 'NONE';
NOT: 'NOT';
NULL: 'NULL';
OLD: 'OLD';
ON: 'ON';
OR: 'OR';
PARTITIONED: 'PARTITIONED';
PERCENT: 'PERCENT';
REFERENCING: 'REFERENCING';
REFRESH: 'REFRESH';
RENAME: 'RENAME';
REPLACE: 'REPLACE';
RESUME: 'RESUME';
SAMPLE: 'SAMPLE';
SCHEDULE: 'SCHEDULE';
SECOND: 'SECOND';
SECONDS: 'SECONDS';
SET: 'SET';
SHOW: 'SHOW';
STREAM: 'STREAM';
SUSPEND: 'SUSPEND';
TABLE: 'TABLE';
TABLES: 'TABLES';
TBLPROPERTIES: 'TBLPROPERTIES';
TIME: 'TIME';
TO: 'TO';
TRIGGER: 'TRIGGER';
TRIGGERS: 'TRIGGERS';
TRUE: 'TRUE';
UPDATE: 'UPDATE';
UPSTREAM: 'UPSTREAM';
VERIFY: 'VERIFY';
WHEN: 'WHEN';
WITH: 'WITH';
WITHOUT: 'WITHOUT';
ZONE: 'ZONE';

SEMICOLON: ';';
LEFT_PAREN: '(';
RIGHT_PAREN: ')';
COMMA: ',';
DOT: '.';
EQUALS: '=';
ARROW: '=>';
MINUS: '-';

STRING
    : '\'' (~['\\] | '\\' . | '\'\'')* '\''
    | '"' (~["\\] | '\\' . | '""')* '"'
    | 'R\'' ~[']* '\''
    | 'R"' ~["]* '"'
    ;

BACKQUOTED_IDENTIFIER
    : '`' (~[`] | '``')* '`'
    ;

INTEGER
    : [0-9]+
    ;

DECIMAL
    : [0-9]+ '.' [0-9]* EXPONENT?
    | [0-9]+ EXPONENT
    ;

IDENTIFIER
    : [\p{L}\p{M}\p{N}_]+
    ;

fragment EXPONENT
    : 'E' [+-]? [0-9]+
    ;

LINE_COMMENT
    : '--' ('\\\n' | ~[\r\n])* -> channel(HIDDEN)
    ;

// As in Spark, a comment without an end goes to the text's end; read_statement.py refuses it.
BRACKETED_COMMENT
    : '/*' (BRACKETED_COMMENT | .)*? ('*/' | EOF) -> channel(HIDDEN)
    ;

SPACE
    : [\p{White_Space}\uFEFF]+ -> channel(HIDDEN)
    ;

// A closed string or name is longer and wins; this is left when the end is missing.
UNCLOSED_QUOTE
    : ['"`]
    ;

ANY_CHARACTER
    : .
    ;

"""The settings that every session of the engine has, whatever the application or a definition says."""

from __future__ import annotations

ENGINE_SETTINGS = {
    "spark.sql.datetime.java8API.enabled": "true",
    # Each function in a function takes the analyzer two steps, and what tells variants apart has eight of them.
    "spark.sql.analyzer.maxIterations": "1000",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.databricks.delta.schema.autoMerge.enabled": "false",
    # As a default of all new tables it would take refreshes away from those behind stream tables.
    "spark.databricks.delta.properties.defaults.appendOnly": "false",
    "spark.sql.sources.partitionOverwriteMode": "static",
    # It casts a date of the files' statistics to the class that it has without the first setting, and fails.
    "spark.databricks.delta.optimizeMetadataQuery.enabled": "false",
    # A value of a row, or a name, that looks like a variable is none: what a query's text meant was decided at CREATE.
    "spark.sql.variable.substitute": "false",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    # These only refuse statements.
    "spark.sql.crossJoin.enabled": "true",
    "spark.sql.runSQLOnFiles": "true",
    "spark.sql.storeAssignmentPolicy": "ANSI",
    # The rules forget the columns that a subquery takes from outside (EXISTS as a value over a UNION) and fail.
    "spark.sql.optimizer.excludedRules": (
        "org.apache.spark.sql.catalyst.optimizer.PushProjectionThroughUnion,"
        "org.apache.spark.sql.catalyst.optimizer.CombineUnions"
    ),
}
"""What the engine's sessions never take from the user: settings under which rows or digits get lost, Spark fails, or
SQL that we write is read otherwise."""

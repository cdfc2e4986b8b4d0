/** Answers to Python about tables, changes read as frames, and what holds for each commit; all packages may import it. */
package streamtables.tables;

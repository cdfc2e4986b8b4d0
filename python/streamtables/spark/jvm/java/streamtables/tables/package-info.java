/** Answers to Python about tables, and what holds for a commit to one: the single door to picking, writing and rows. */
package streamtables.tables;

/** Our place in Spark's parser: which statements are ours, whom they ask in Python, and for whom they work. */
package streamtables.statements;

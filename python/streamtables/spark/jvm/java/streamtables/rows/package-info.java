/** Rows in the driver's memory, how they get there, and keys found among them. */
package streamtables.rows;

/** What notices statements that write to sources of IMMEDIATE stream tables, and queries that read stream tables. */
package streamtables.immediate;

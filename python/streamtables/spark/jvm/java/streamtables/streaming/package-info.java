/** A stream table's change feed as a source of structured streaming. */
package streamtables.streaming;

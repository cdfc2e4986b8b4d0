/** One commit of few rows, written by the driver: appended, or exchanged for stored ones. */
package streamtables.writing;

/** Few rows out of a table's files: which files, which row groups and pages, which of their rows. */
package streamtables.picking;

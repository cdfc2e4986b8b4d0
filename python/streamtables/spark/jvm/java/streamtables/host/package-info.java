/** What changes Spark, Delta and Hadoop themselves; nothing here knows of the other packages. */
package streamtables.host;

/** What changes Spark, Delta and Hadoop themselves. */
package streamtables.host;

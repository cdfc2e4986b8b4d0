"""The JVM behind the session: the bridge to our Java code, its memory, its values and settings."""

package streamtables.tables;

/** Somebody else changed the definition of a stream table after it was read. */
public final class ConcurrentDefinitionException extends RuntimeException {
  public ConcurrentDefinitionException(String message) {
    super(message);
  }
}

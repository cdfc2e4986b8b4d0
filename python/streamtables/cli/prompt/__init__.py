"""The prompt of ``streamtables sql``: statements of several lines, with history and completion."""

"""Sessions: a fight kept in a file between commands."""

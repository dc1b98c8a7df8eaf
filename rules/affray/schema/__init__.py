"""JSON Schema of what affray reads and writes."""

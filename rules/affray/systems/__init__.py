"""The rule sets that come with affray, a folder each, with the same files in each."""

"""Everything that plays or reckons a fight, from the functions that play one action."""

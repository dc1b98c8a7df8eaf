"""Many fights: in batches, here or elsewhere; grids of them; what they came to."""

"""Generation: making levels."""

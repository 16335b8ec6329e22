"""Tables that compare agents on the community levels."""

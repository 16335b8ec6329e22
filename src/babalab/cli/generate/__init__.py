"""`babalab generate`: maps that meet given constraints."""

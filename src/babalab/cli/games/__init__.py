"""`babalab games`: play, show, run and check games."""

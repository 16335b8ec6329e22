"""Commands about babalab itself: bench, demo, doctor."""

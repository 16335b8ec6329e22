"""What all pictures share: a canvas, its style, and what can't be drawn."""

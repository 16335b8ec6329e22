"""Shared by all pictures: the canvas, its style, and errors."""

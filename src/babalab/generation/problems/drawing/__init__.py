"""Pictures of maps, in our own pixel art."""

from babalab.generation.problems.drawing.picture import draw_map

__all__ = ["draw_map"]

"""Pictures of maps, in our own pixel art."""

from babalab.generation.problems.drawing.picture import draw_map
from babalab.generation.problems.drawing.sheet import draw_sheet

__all__ = ["draw_map", "draw_sheet"]

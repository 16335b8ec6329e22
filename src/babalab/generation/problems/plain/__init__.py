"""The statistics in plain Python, to be read and to check the native ones against."""

from babalab.generation.problems.plain.binary import binary_statistics
from babalab.generation.problems.plain.regions import Cell
from babalab.generation.problems.plain.sokoban import sokoban_statistics
from babalab.generation.problems.plain.zelda import zelda_statistics

__all__ = ["Cell", "binary_statistics", "sokoban_statistics", "zelda_statistics"]

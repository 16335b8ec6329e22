"""The statistics in plain Python: readable twins that the native ones are checked against."""

from babalab.generation.problems.plain.binary import measure_binary
from babalab.generation.problems.plain.regions import Cell
from babalab.generation.problems.plain.sokoban import measure_sokoban
from babalab.generation.problems.plain.zelda import measure_zelda

__all__ = ["Cell", "measure_binary", "measure_sokoban", "measure_zelda"]

"""Problems: the maps there are, and the ones that are wanted."""

from babalab.generation.problems.baba import BabaProblem
from babalab.generation.problems.binary import BinaryProblem
from babalab.generation.problems.generated_map import GeneratedMap, MapTable
from babalab.generation.problems.problem import (
    PROBLEMS,
    Problem,
    make_problem,
    problem_named,
    problems,
    register_problem,
)
from babalab.generation.problems.sokoban import SokobanProblem
from babalab.generation.problems.values import Judgement, Maps, Measure, Statistics, Tile, Want
from babalab.generation.problems.zelda import ZeldaProblem

__all__ = [
    "PROBLEMS",
    "BabaProblem",
    "BinaryProblem",
    "GeneratedMap",
    "Judgement",
    "MapTable",
    "Maps",
    "Measure",
    "Problem",
    "SokobanProblem",
    "Statistics",
    "Tile",
    "Want",
    "ZeldaProblem",
    "make_problem",
    "problem_named",
    "problems",
    "register_problem",
]

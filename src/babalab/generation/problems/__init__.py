"""Problems: the maps there are, and the ones that are wanted."""

from babalab.generation.problems.baba import Baba
from babalab.generation.problems.binary import Binary
from babalab.generation.problems.generated_map import GeneratedMap, MapTable
from babalab.generation.problems.problem import (
    PROBLEMS,
    Problem,
    make_problem,
    problem_named,
    problems,
    register_problem,
)
from babalab.generation.problems.sokoban import Sokoban
from babalab.generation.problems.values import Judgement, Maps, Measure, Statistics, Tile, Want
from babalab.generation.problems.zelda import Zelda

__all__ = [
    "PROBLEMS",
    "Baba",
    "Binary",
    "GeneratedMap",
    "Judgement",
    "MapTable",
    "Maps",
    "Measure",
    "Problem",
    "Sokoban",
    "Statistics",
    "Tile",
    "Want",
    "Zelda",
    "make_problem",
    "problem_named",
    "problems",
    "register_problem",
]

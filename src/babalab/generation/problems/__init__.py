"""Problems: the maps there are, and the ones that are wanted."""

from babalab.generation.problems.baba import Baba
from babalab.generation.problems.binary import Binary
from babalab.generation.problems.problem import (
    GeneratedMap,
    Judgement,
    Maps,
    MapTable,
    Measure,
    Problem,
    Statistics,
    Tile,
    Want,
)
from babalab.generation.problems.registry import (
    is_installed_problem,
    make_problem,
    problem_named,
    problems,
    register_problem,
)
from babalab.generation.problems.sokoban import Sokoban
from babalab.generation.problems.zelda import Zelda

__all__ = [
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
    "is_installed_problem",
    "make_problem",
    "problem_named",
    "problems",
    "register_problem",
]

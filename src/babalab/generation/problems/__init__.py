"""Problems: which maps are wanted."""

from babalab.generation.problems.baba import Baba
from babalab.generation.problems.binary import Binary
from babalab.generation.problems.problem import (
    Judged,
    Maps,
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

__all__ = [
    "Baba",
    "Binary",
    "Judged",
    "Maps",
    "Measure",
    "Problem",
    "Statistics",
    "Tile",
    "Want",
    "is_installed_problem",
    "make_problem",
    "problem_named",
    "problems",
    "register_problem",
]

"""Generation: maps searched for, and solvable levels by the thousand.

`make_problem` says which maps are wanted, `make_algorithm` how they are looked for, `search` looks
for one and `many` for more; see ``docs/generation.md``. `make_levels` makes levels of Baba in
bulk, for learners.

>>> problem = make_problem("binary:width=6,height=6,path=6")
>>> search(problem, make_algorithm("hill-climbing"), representation_named("wide"), seed=1).reached
True
>>> level = make_levels(1, seed=1).levels[0]
>>> level.play(level.solution).won
True
"""

from babalab.base.budget import Budget
from babalab.generation.algorithms import (
    Algorithm,
    Candidates,
    Ground,
    algorithm_named,
    make_algorithm,
    register_algorithm,
)
from babalab.generation.archive import Archive
from babalab.generation.baba.canonical import canonical
from babalab.generation.baba.canonical import without as without_equivalents
from babalab.generation.baba.making import Made, make_levels, random_solvable_level
from babalab.generation.baba.mutations import mutated
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.variants import (
    embedded,
    random_variant,
    renamed,
    transposed,
    winning_part,
)
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError
from babalab.generation.made_map import MadeMap
from babalab.generation.many_maps import Making, many
from babalab.generation.problems import (
    Judged,
    Maps,
    Measure,
    Problem,
    Statistics,
    Tile,
    Want,
    make_problem,
    problem_named,
    register_problem,
)
from babalab.generation.representations import (
    Children,
    Representation,
    register_representation,
    representation_named,
)
from babalab.generation.searching import Found, search
from babalab.generation.seeded_runs import Searches

__all__ = [
    "Algorithm",
    "Archive",
    "Budget",
    "Candidates",
    "Children",
    "Dice",
    "Found",
    "GenerationError",
    "Ground",
    "Judged",
    "Made",
    "MadeMap",
    "Making",
    "Maps",
    "Measure",
    "Problem",
    "Representation",
    "Searches",
    "Statistics",
    "Tile",
    "Want",
    "algorithm_named",
    "canonical",
    "embedded",
    "make_algorithm",
    "make_levels",
    "make_problem",
    "many",
    "mutated",
    "problem_named",
    "random_level",
    "random_solvable_level",
    "random_variant",
    "register_algorithm",
    "register_problem",
    "register_representation",
    "renamed",
    "representation_named",
    "search",
    "transposed",
    "winning_part",
    "without_equivalents",
]

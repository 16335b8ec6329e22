"""Generation: maps that meet given constraints, and solvable levels by the thousand.

`make_problem` says which maps are wanted, `make_algorithm` how to search for them. `search` looks
for one map, `generate_maps` for several different ones; see ``docs/generation.md``. `make_levels`
makes levels of Baba in bulk, for learners.

>>> problem = make_problem("binary:width=6,height=6,path=6")
>>> search(problem, make_algorithm("hill-climbing"), representation_named("wide"), seed=1).reached
True
>>> level = make_levels(1, seed=1).levels[0]
>>> level.play(level.solution).won
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.base.budget import Budget
    from babalab.generation.algorithms import algorithm_named, make_algorithm, register_algorithm
    from babalab.generation.algorithms.algorithm import Algorithm
    from babalab.generation.algorithms.archive import Archive
    from babalab.generation.algorithms.protocol import Candidates, SearchContext
    from babalab.generation.baba.canonical import canonicalize, remove_equivalents
    from babalab.generation.baba.dice import Dice
    from babalab.generation.baba.finishing import FinishedLevel, finish_level
    from babalab.generation.baba.making import MadeLevels, make_levels, random_solvable_level
    from babalab.generation.baba.mutations import mutate_level
    from babalab.generation.baba.random_levels import random_level
    from babalab.generation.baba.variants import (
        cut_at_win,
        make_random_variant,
        rename_nouns,
        resize_level,
        transpose_level,
    )
    from babalab.generation.errors import GenerationError
    from babalab.generation.map_maker import MapMaker, generate_maps
    from babalab.generation.problems import Problem, make_problem, problem_named, register_problem
    from babalab.generation.problems.generated_map import GeneratedMap, MapTable
    from babalab.generation.problems.values import Judgement, Maps, Measure, Statistics, Tile, Want
    from babalab.generation.representations import (
        Children,
        Representation,
        register_representation,
        representation_named,
    )
    from babalab.generation.searching import SearchResult, search
    from babalab.generation.seeded_runs import Searches

__all__ = [
    "Algorithm",
    "Archive",
    "Budget",
    "Candidates",
    "Children",
    "Dice",
    "FinishedLevel",
    "GeneratedMap",
    "GenerationError",
    "Judgement",
    "MadeLevels",
    "MapMaker",
    "MapTable",
    "Maps",
    "Measure",
    "Problem",
    "Representation",
    "SearchContext",
    "SearchResult",
    "Searches",
    "Statistics",
    "Tile",
    "Want",
    "algorithm_named",
    "canonicalize",
    "cut_at_win",
    "finish_level",
    "generate_maps",
    "make_algorithm",
    "make_levels",
    "make_problem",
    "make_random_variant",
    "mutate_level",
    "problem_named",
    "random_level",
    "random_solvable_level",
    "register_algorithm",
    "register_problem",
    "register_representation",
    "remove_equivalents",
    "rename_nouns",
    "representation_named",
    "resize_level",
    "search",
    "transpose_level",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        "babalab.base.budget": ("Budget",),
        ".algorithms": ("algorithm_named", "make_algorithm", "register_algorithm"),
        ".algorithms.algorithm": ("Algorithm",),
        ".algorithms.archive": ("Archive",),
        ".algorithms.protocol": ("Candidates", "SearchContext"),
        ".baba.canonical": ("canonicalize", "remove_equivalents"),
        ".baba.dice": ("Dice",),
        ".baba.finishing": ("FinishedLevel", "finish_level"),
        ".baba.making": ("MadeLevels", "make_levels", "random_solvable_level"),
        ".baba.mutations": ("mutate_level",),
        ".baba.random_levels": ("random_level",),
        ".baba.variants": (
            "cut_at_win", "make_random_variant", "rename_nouns", "resize_level", "transpose_level"
        ),
        ".errors": ("GenerationError",),
        ".map_maker": ("MapMaker", "generate_maps"),
        ".problems": ("Problem", "make_problem", "problem_named", "register_problem"),
        ".problems.generated_map": ("GeneratedMap", "MapTable"),
        ".problems.values": ("Judgement", "Maps", "Measure", "Statistics", "Tile", "Want"),
        ".representations": (
            "Children", "Representation", "register_representation", "representation_named"
        ),
        ".searching": ("SearchResult", "search"),
        ".seeded_runs": ("Searches",),
    },
)  # fmt: skip

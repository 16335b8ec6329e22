"""Pictures of tuning runs and of heuristics.

docs/papers/evolutionary-optimization.md says how each is made.
"""

from babalab.arena.pictures.canvas import check_picture
from babalab.arena.pictures.errors import PictureError
from babalab.tuning.pictures.best import find_best_evaluation
from babalab.tuning.pictures.correlation import Correlations, correlations, draw_correlations
from babalab.tuning.pictures.costs import draw_costs
from babalab.tuning.pictures.fitness import (
    Band,
    Panel,
    best_of_generations,
    best_so_far,
    draw_fitness,
    make_band,
)
from babalab.tuning.pictures.importance import Importance, draw_importances, importances
from babalab.tuning.pictures.pareto import Front, draw_front, find_front
from babalab.tuning.pictures.weights import Spread, draw_weights, find_best_weights

__all__ = [
    "Band",
    "Correlations",
    "Front",
    "Importance",
    "Panel",
    "PictureError",
    "Spread",
    "best_of_generations",
    "best_so_far",
    "check_picture",
    "correlations",
    "draw_correlations",
    "draw_costs",
    "draw_fitness",
    "draw_front",
    "draw_importances",
    "draw_weights",
    "find_best_evaluation",
    "find_best_weights",
    "find_front",
    "importances",
    "make_band",
]

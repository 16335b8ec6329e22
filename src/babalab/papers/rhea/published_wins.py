"""The win rates of single games behind paper C's Table II, as its authors published them.

They are in the data beside the paper, and so is `random-fixed`, which the paper leaves out.
"""

from __future__ import annotations

from typing import Final

from babalab.base.statistics import MeanRate, Rate, mean_rate
from babalab.papers.rhea.published import TABLE_II, TUNERS
from babalab.papers.rhea.published_games import PAPERS_GAMES, find_papers_game

PLAYS: Final = 100
"""Of each tuner in each configuration and game: 20 on each of five levels."""
FIXED_TUNER: Final = "random-fixed"
"""The tuner that only the data has."""
ALL_TUNERS: Final = (*TUNERS, FIXED_TUNER)
"""Those of the data, in the order of the paper's tables."""

_WINS: Final = {
    "ea": (
        "0 0 0 70 9 3 1 22 2 4 62 31 25 60 74 60 99 99 95 100",  # 5-10-500
        "0 0 0 91 10 1 2 29 2 10 65 35 24 62 82 55 99 100 96 100",  # 5-10-1000
        "0 0 0 92 13 6 3 35 1 3 76 34 27 66 79 55 100 100 96 100",  # 5-10-5000
        "0 0 0 84 8 3 2 27 4 9 72 35 21 64 92 64 96 99 95 100",  # 10-15-500
        "0 0 0 91 9 7 7 35 7 8 76 39 25 68 89 63 98 100 96 100",  # 10-15-1000
        "0 0 0 99 6 10 3 38 5 6 69 37 33 76 90 51 100 100 98 100",  # 10-15-5000
    ),
    "mab": (
        "0 0 0 85 9 5 7 32 1 6 70 31 30 59 75 64 96 98 93 100",  # 5-10-500
        "0 0 0 87 12 2 6 29 1 9 66 36 21 64 78 63 100 95 95 100",  # 5-10-1000
        "0 0 0 96 7 6 3 35 3 8 78 36 25 67 77 64 100 97 94 100",  # 5-10-5000
        "0 0 0 81 3 0 3 30 2 10 71 37 26 65 91 66 96 96 92 100",  # 10-15-500
        "0 0 0 98 7 3 3 30 7 4 75 36 28 71 84 66 99 98 93 100",  # 10-15-1000
        "0 0 0 99 8 5 1 41 4 8 82 31 26 77 87 56 100 99 97 100",  # 10-15-5000
    ),
    "nmc": (
        "0 0 0 80 7 2 3 34 3 4 73 32 25 58 70 62 100 97 94 100",  # 5-10-500
        "0 0 0 86 7 6 1 33 2 3 68 44 23 62 70 56 96 98 92 100",  # 5-10-1000
        "0 0 0 97 13 5 4 36 6 4 75 40 25 69 73 50 98 99 94 100",  # 5-10-5000
        "0 0 0 87 10 1 0 34 1 11 78 28 32 66 86 60 98 95 91 100",  # 10-15-500
        "0 0 0 96 3 4 5 30 5 9 80 43 25 73 85 68 99 98 92 100",  # 10-15-1000
        "0 0 2 99 4 13 7 38 7 6 80 34 25 78 76 58 100 97 93 100",  # 10-15-5000
    ),
    "ntbea": (
        "0 0 0 82 12 3 4 34 1 3 74 36 30 53 80 65 99 100 85 100",  # 5-10-500
        "0 0 0 84 9 4 5 35 3 4 72 44 25 58 68 62 99 100 94 100",  # 5-10-1000
        "0 0 0 96 18 7 2 40 5 5 72 37 26 73 74 56 98 100 95 100",  # 5-10-5000
        "0 0 0 81 4 1 4 33 3 4 68 29 24 62 87 62 97 98 92 100",  # 10-15-500
        "0 0 0 94 5 1 5 30 4 9 73 42 29 65 87 63 97 94 94 100",  # 10-15-1000
        "0 0 2 100 7 9 6 35 6 10 77 41 24 74 85 57 99 99 95 100",  # 10-15-5000
    ),
    "random": (
        "0 0 0 82 10 2 7 30 1 9 63 38 29 57 78 65 94 100 97 100",  # 5-10-500
        "0 0 0 91 12 11 3 34 1 5 71 43 24 64 83 58 100 99 96 100",  # 5-10-1000
        "0 0 0 96 10 6 4 36 1 7 82 38 28 67 77 54 99 100 98 100",  # 5-10-5000
        "0 0 0 84 5 3 5 29 2 5 67 36 24 65 88 62 99 100 93 100",  # 10-15-500
        "1 0 0 91 7 3 1 34 5 10 71 45 28 72 87 67 99 100 97 100",  # 10-15-1000
        "0 0 2 100 3 10 4 34 7 6 80 32 28 83 82 48 100 98 95 100",  # 10-15-5000
    ),
    "random-fixed": (
        "0 0 0 36 3 1 6 13 0 5 40 19 26 50 52 26 97 63 85 62",  # 5-10-500
        "0 0 0 37 1 2 3 20 3 5 44 22 22 48 54 32 96 70 90 61",  # 5-10-1000
        "0 0 0 49 4 4 3 16 4 4 41 17 27 56 52 31 99 70 87 60",  # 5-10-5000
        "0 0 0 40 0 1 2 28 6 8 57 27 24 54 77 34 97 89 91 91",  # 10-15-500
        "0 0 0 35 6 0 7 23 6 10 57 30 26 58 76 41 95 84 89 89",  # 10-15-1000
        "0 0 0 49 1 4 6 21 1 8 49 24 28 63 79 24 100 74 90 68",  # 10-15-5000
    ),
}
"""By tuner and configuration, in the order of `PAPERS_GAMES`."""


def _read_cells() -> dict[tuple[str, str, str], Rate]:
    configurations = dict.fromkeys(configuration for _, configuration in TABLE_II)
    return {
        (game, tuner, configuration): Rate(int(wins), PLAYS)
        for tuner, rows in _WINS.items()
        for configuration, row in zip(configurations, rows, strict=True)
        for game, wins in zip(PAPERS_GAMES, row.split(), strict=True)
    }


CELLS: Final = _read_cells()
"""By game, tuner and configuration: 720 rates."""


def compute_published_mean(tuner: str, configuration: object) -> MeanRate | None:
    """Return a cell of Table II from the rates of all games; None if there is none."""
    rates = [CELLS.get((game, tuner, str(configuration))) for game in PAPERS_GAMES]
    known = [rate for rate in rates if rate is not None]
    return mean_rate(known) if known else None


def find_published_rate(game: str, tuner: str, configuration: object) -> Rate | None:
    """Return how often the authors' program won a game; None if it is none of their cells."""
    return CELLS.get((find_papers_game(game) or "", tuner, str(configuration)))

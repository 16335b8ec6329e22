"""Published figures of "Efficient Solver for Dynamic Puzzle Games": Tables XI and XIII."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babalab.papers.published_table import (
    SECONDS_NOTE,
    Figures,
    LevelPart,
    PublishedRow,
    PublishedTable,
)

PAPER: Final = "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all"
CLASS: Final = 1
"""The difficulty class that Table XIII is about."""
TRIES: Final = 5
"""Tries of a level: the paper's rates are 74, 70 and 81 of 170, which is 5 times 34 levels."""
MOVES: Final = 100
"""Ours: moves after which a test episode is cut off. The authors' clock did it after 10 s, which at
their seconds a move are 103 moves for RL, 130 for RL-0 and 131 for RL-d."""

AS_PUBLISHED: Final = ("paper-code", "paper-text")
"""The presets that train as the authors' program does, and as their text says."""
PRESET: Final = "paper"
"""Ours: the preset for trainings that are long enough to learn something."""
PAPERS_PRESETS: Final = (*AS_PUBLISHED, PRESET)
"""The presets that are combined with the rewards of the paper."""
SEEDS: Final = 10
"""Ours: trainings with every reward."""


def _make_row(
    name: str,
    win_rate: float,
    seconds: float,
    length: float,
    agent: str | None = None,
    *,
    seeded: bool = False,
) -> PublishedRow:
    figures = {"all": Figures(round(win_rate / 100, 6), seconds, length)}
    return PublishedRow(name, figures, agent, seeded)


TABLE_XI = PublishedTable(
    name="table-xi",
    title=f"{PAPER}, Table XI",
    parts=(LevelPart("all", 246),),
    rows=(
        _make_row("MCTS-1", 79.30, 2.464, 99.8, "mcts", seeded=True),
        _make_row("MCTS-10", 78.50, 2.450, 94.8, "mcts:plays=10", seeded=True),
        _make_row("2022 best", 65.40, 4.028, 93.2, "best2022", seeded=True),
        _make_row("Random", 59.80, 1.176, 50.0, "random", seeded=True),
        _make_row("Default", 57.70, 4.484, 15.3, "default"),
        _make_row("BFS", 56.10, 4.518, 25.9, "bfs:carry_over=true"),
        PublishedRow("BFS clean", {}, "bfs"),
        _make_row("DFS", 48.2, 5.506, 332.4, "dfs"),
        _make_row("RHEA", 29.3, 4.689, 8.6, "rhea", seeded=True),
        PublishedRow("RHEA self-adaptive", {}, "rhea-adaptive", seeded=True),
        PublishedRow("MCTS self-adaptive", {}, "mcts-adaptive", seeded=True),
        _make_row("RL", 10.57, 6.27, 62.93, "rl", seeded=True),
        _make_row("RL-d", 9.76, 6.09, 77.8, "rl-d", seeded=True),
        _make_row("RL-0", 8.13, 6.54, 83.48, "rl-0", seeded=True),
        PublishedRow("RL once", {}, "rl:episodes=1,greedy=false", seeded=True),
        PublishedRow("RL-d once", {}, "rl-d:episodes=1,greedy=false", seeded=True),
        PublishedRow("RL-0 once", {}, "rl-0:episodes=1,greedy=false", seeded=True),
        PublishedRow("RL ours", {}, "rl-strong", seeded=True),
        PublishedRow("champion (ours)", {}, "champion"),
    ),
    notes=(
        "the authors' BFS never emptied its queue and visited pictures between levels: carry-over",
        "the authors' code, run over full_biy alone, solves 82.1 % with MCTS-10, 72.3 % with "
        "2022 best, 59.8 % with Default and 34.8 % with RHEA",
        SECONDS_NOTE,
        "lengths are of what was proposed last, on unsolved levels too, as in the paper",
        "our policies play episodes of a level until the budget ends; the paper's most likely "
        "played one, as its rates are 26, 24 and 20 of 246 and its mean lengths are below 100: see "
        "the rows called once, which draw the moves of one episode",
        "single episodes of 100 moves drawn evenly win 10.7 % on full_biy",
    ),
)

TABLE_XIII = PublishedTable(
    name="table-xiii",
    title=f"{PAPER}, Table XIII",
    parts=(LevelPart("class 1", 34),),
    rows=tuple(
        PublishedRow(name, {"class 1": Figures(win_rate, seconds, length)}, agent, seeded=True)
        for name, agent, win_rate, seconds, length in (
            ("RL", "rl", 0.4353, 3.72, 38.21),
            ("RL-0", "rl-0", 0.4118, 3.38, 43.88),
            ("RL-d", "rl-d", 0.4765, 3.44, 44.93),
        )
    ),
)
"""Trained and tested on the levels of class 1."""

_REWARDS: Final = {"rl": "distance", "rl-d": "knowledge", "rl-0": "knowledge-flat"}
_REWARDS_OF_THE_TEXT: Final = {"rl-0": "knowledge-flat:text"}
"""The rewards that the text describes otherwise than the program has them."""


@dataclass(frozen=True)
class LearningRow:
    """A row of Table XIII: its name, our agent for it, the reward, and the figures."""

    name: str
    agent: str
    reward: str
    figures: Figures

    @property
    def won(self) -> int:
        """The number of episodes that were won."""
        return round(self.figures.win_rate * TRIES * LEVELS)

    def reward_in(self, preset: str) -> str:
        """Return the reward to train with by a preset of the paper."""
        of_the_text = _REWARDS_OF_THE_TEXT if preset == "paper-text" else {}
        return of_the_text.get(self.agent, self.reward)


ROWS: Final = tuple(
    LearningRow(row.name, row.agent, _REWARDS[row.agent], row.figures["class 1"])
    for row in TABLE_XIII.rows
    if row.agent is not None
)
"""In the paper's order."""
RANKING: Final = ("RL-d", "RL", "RL-0")
"""The names of the rows, the best first."""
LEVELS: Final = TABLE_XIII.parts[0].count

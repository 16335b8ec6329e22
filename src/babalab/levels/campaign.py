"""Campaigns: the levels of a set one after the other, and what the player has won of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from babalab.game.level import Level
from babalab.levels.address import LocatedSet, locate
from babalab.levels.shipped import packs
from babalab.levels.wins import Wins


@dataclass
class Campaign:
    """The levels of a set, and the shortest moves with which the player has won each."""

    levels: LocatedSet
    wins: Wins
    best: list[str | None] = field(init=False)

    def __post_init__(self) -> None:
        self.best = self.wins.find_best(self.levels.levels)

    def __len__(self) -> int:
        return len(self.best)

    def __getitem__(self, number: int) -> Level:
        return self.levels.levels[number]

    @property
    def name(self) -> str:
        """The name of the set: of files without their folder."""
        return Path(self.levels.where).name

    @property
    def solved(self) -> int:
        """The number of levels that are won."""
        return sum(best is not None for best in self.best)

    def describe(self, number: int) -> str:
        """Return the name of a level, or what else it is known by."""
        level = self[number]
        return level.name or level.id or f"level {number + 1}"

    def choose_first(self) -> int:
        """Return the level to begin with: where the player stopped, else the first not won.

        A level that is won is left behind: the next one that is not follows it.
        """
        if self.levels.first is not None:
            return self.levels.first
        last = self.wins.find_last(self.levels.levels)
        order = [*range(last or 0, len(self)), *range(last or 0)]
        return next((number for number in order if self.best[number] is None), 0)

    def note_visit(self, number: int) -> None:
        """Remember where the player is. Raises `WinsError` if it can't be kept."""
        self.wins.visit(self[number])

    def note_win(self, number: int, moves: str) -> None:
        """Keep the moves that have won a level. Raises `WinsError` if they can't be kept.

        They count in this campaign anyway.
        """
        level = self[number]
        for place, each in enumerate(self.levels.levels):
            best = self.best[place]
            if each == level and (best is None or len(moves) < len(best)):
                self.best[place] = moves
        self.wins.record(level, moves)


def find_unfinished_pack(wins: Wins) -> str | None:
    """Return the name of the first of our packs with a level that is not won, if there is one."""
    for pack in packs():
        if Campaign(locate(pack.name), wins).solved < len(pack.levels):
            return pack.name
    return None

"""The heuristics as the authors' program computes them, in plain Python.

Written from the part of docs/heuristics.md that says where the program differs from the text, over
the reference engine, like `reference`, which has all that is the same.

>>> level = "_______/_f.b.._/_....._/_B12.._/_F13.._/_______"
>>> game = ReferenceGame(level)
>>> ReferenceFeatures(level).by_name(game)["path"], ProgramFeatures(level).by_name(game)["path"]
(1, 0)
"""

from __future__ import annotations

import math

from babalab.game.reference import Cell, ReferenceGame, Thing, Word
from babalab.game.vocabulary import IS, NOUNS, PROPERTIES
from babalab.heuristics.reference import (
    ReferenceFeatures,
    average_distance,
    cells_of,
    find_regions,
    find_things,
    is_border,
    leave_out_walls,
    neighbour,
    says,
    to_goals,
    word_at,
)

TURNS = "durl"
"""The directions in which a branch goes on, the first that is free."""


class ProgramFeatures(ReferenceFeatures):
    """All heuristics of the states of a level, in the order in which the program meets them."""

    def __init__(self, level_line: str, *, repaired: bool = False) -> None:
        super().__init__(level_line, repaired=repaired)
        self.empty_at_start = find_empty_cells(ReferenceGame(level_line))

    def by_name(self, game: ReferenceGame) -> dict[str, float]:
        """Return the values by the names of the page."""
        threats = find_killers(game)
        return {
            **super().by_name(game),
            "goals": goals(game),
            "connectivity": len(find_regions(find_open_cells(game))),
            "out-of-plan": out_of_plan(game, self.empty_at_start),
            "threats": len(threats),
            "to-threats": average_distance(game, threats),
            **interests(game, repaired=self.repaired),
            "to-win-word": 0,
            "path": path(game),
        }


def find_empty_cells(start: ReferenceGame) -> set[Cell]:
    """Return the cells on which nothing is; borders are something."""
    everything = {(y, x) for y in range(start.height) for x in range(start.width)}
    taken = cells_of([*start.words, *start.roster])
    return {cell for cell in everything - taken if not is_border(start, cell)}


def find_killers(game: ReferenceGame) -> list[Thing]:
    """Return the threats: HOT is none, whoever melts."""
    return find_things(game, "kill", "sink")


def find_open_cells(game: ReferenceGame) -> set[Cell]:
    """Return the cells that are not walls: what is HOT is none."""
    return leave_out_walls(game, find_things(game, "kill", "sink", "push", "stop"))


def goals(game: ReferenceGame) -> float:
    """Compute ln(number of goals)."""
    count = len(find_things(game, "win"))
    return math.log(count) if count else -math.inf


def interests(game: ReferenceGame, *, repaired: bool) -> dict[str, float]:
    """Compute three distances of players, each divided by how many of them are not 0."""
    distances = {
        "to-goals": to_goals(game, repaired=repaired),
        "to-words": average_distance(game, game.words),
        "to-pushables": average_distance(game, find_things(game, "push")),
    }
    count = sum(distance > 0 for distance in distances.values())
    return {name: distance / max(1, count) for name, distance in distances.items()}


def path(game: ReferenceGame) -> float:
    """Return 1 if a branch from some player comes to a goal."""
    goal_cells = cells_of(find_things(game, "win"))
    branches = (follow_branch(game, player.cell) for player in find_things(game, "you"))
    return 1 if any(branch & goal_cells for branch in branches) else 0


def follow_branch(game: ReferenceGame, cell: Cell) -> set[Cell]:
    """Return the cells met by going on from one, always to the first that is open and new."""
    untried = find_open_cells(game) - {cell}
    met = {cell}
    while True:
        beside = (neighbour(cell, direction) for direction in TURNS)
        following = next((each for each in beside if each in untried), None)
        if following is None:
            return met
        cell = following
        untried.remove(cell)
        met.add(cell)


def out_of_plan(game: ReferenceGame, empty_at_start: set[Cell]) -> float:
    """Return how many words are lost."""
    in_use = find_words_in_use(game)
    return sum(
        word not in in_use and is_lost(game, word, empty_at_start)
        for word in game.words
        if word.text in ("win", "push", "you", IS)
    )


def find_words_in_use(game: ReferenceGame) -> list[Word]:
    """Return each IS between two words, whatever they say, and these words."""
    found = []
    for middle in game.words:
        if middle.text != IS:
            continue
        for before, after in ("lr", "ud"):
            first = word_at(game, neighbour(middle.cell, before))
            last = word_at(game, neighbour(middle.cell, after))
            if first is not None and last is not None:
                found += [first, middle, last]
    return found


def is_lost(game: ReferenceGame, word: Word, empty_at_start: set[Cell]) -> bool:
    """Return whether a word is cornered, and no partner saves it: those of an IS only."""
    left, right, up, down = (is_blocked(game, word, each, empty_at_start) for each in "lrud")
    if word.text != IS:
        return left and up
    before = [word_at(game, neighbour(word.cell, direction)) for direction in "lu"]
    after = [word_at(game, neighbour(word.cell, direction)) for direction in "rd"]
    if any(says(each, NOUNS) for each in before) or any(says(each, PROPERTIES) for each in after):
        return False
    return (left or right) and (up or down)


def is_blocked(game: ReferenceGame, word: Word, direction: str, empty_at_start: set[Cell]) -> bool:
    """Return whether border or a stopper comes before any cell that was empty at the start."""
    cell = neighbour(word.cell, direction)
    while not is_border(game, cell):
        if cell in empty_at_start:
            return False
        if word_at(game, cell) is None:
            return cell in cells_of(find_things(game, "stop"))
        cell = neighbour(cell, direction)
    return True

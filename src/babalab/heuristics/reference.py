"""The seventeen heuristics as a specification one can run: plain Python, one function each.

Written straight from docs/heuristics.md, term by term, over the reference engine. This is what the
native features are held against: they must agree with it on every state, to the last bit of a
float32. It shares nothing with them, so that two readings of the page are compared.

>>> level = "______/_b..f_/_B12._/_F13._/______"
>>> game = ReferenceGame(level)
>>> features = ReferenceFeatures(level)
>>> features.by_name(game)["to-goals"]
3.0
>>> game.step("r")
>>> features.by_name(game)["to-goals"]
2.0
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from babalab.game.reference import DIRECTIONS, Border, Cell, ReferenceGame, Thing, Word
from babalab.game.vocabulary import IS, NOUNS, PROPERTIES

NAMES = (
    "goals",
    "players",
    "connectivity",
    "out-of-plan",
    "automovers",
    "threats",
    "pushables",
    "sinkers",
    "stoppers",
    "to-threats",
    "to-goals",
    "to-words",
    "to-pushables",
    "dead",
    "rules",
    "to-win-word",
    "path",
)
"""The heuristics in the order of the page."""

# ---------------------------------------------------------------- terms: things


def find_nouns(game: ReferenceGame, prop: str) -> set[str]:
    """Return the nouns that have this property by a rule."""
    return {subject for subject, predicate in game.split_rules() if predicate == prop}


def find_things(game: ReferenceGame, *props: str) -> list[Thing]:
    """Return the things that are any of these, each once."""
    nouns = {noun for prop in props for noun in find_nouns(game, prop)}
    return [thing for noun, kin in game.kin.items() if noun in nouns for thing in kin]


def find_threats(game: ReferenceGame) -> list[Thing]:
    """Return the things that are KILL or SINK, and those HOT while some player is MELT."""
    melting = find_nouns(game, "melt")
    if any(player.noun in melting for player in find_things(game, "you")):
        return find_things(game, "kill", "sink", "hot")
    return find_things(game, "kill", "sink")


def cells_of(members: Iterable[Thing | Word]) -> set[Cell]:
    """Return the cells they stand on."""
    return {member.cell for member in members}


# ---------------------------------------------------------------- terms: cells


def neighbour(cell: Cell, direction: str) -> Cell:
    """Return the next cell in one of the directions ``u d l r``."""
    dy, dx = DIRECTIONS[direction]
    return cell[0] + dy, cell[1] + dx


def is_border(game: ReferenceGame, cell: Cell) -> bool:
    """Tell whether a cell is marked as border or outside the map."""
    inside = 0 <= cell[0] < game.height and 0 <= cell[1] < game.width
    return not inside or game.back.get(cell) is Border.STONE


def find_open_cells(game: ReferenceGame) -> set[Cell]:
    """Return all cells of the map that are not walls."""
    return leave_out_walls(game, find_threats(game) + find_things(game, "push", "sink", "stop"))


def leave_out_walls(game: ReferenceGame, in_the_way: Iterable[Thing]) -> set[Cell]:
    """Return all cells without border on which none of these is, or a player or goal as well."""
    walls = cells_of(in_the_way) - cells_of(find_things(game, "you", "win"))
    return {
        (y, x)
        for y in range(game.height)
        for x in range(game.width)
        if not is_border(game, (y, x)) and (y, x) not in walls
    }


def find_regions(open_cells: set[Cell]) -> list[set[Cell]]:
    """Return these cells in sets that are connected side by side."""
    left_over = set(open_cells)
    found = []
    while left_over:
        region = set()
        queue = [left_over.pop()]
        while queue:
            cell = queue.pop()
            region.add(cell)
            for direction in DIRECTIONS:
                beside = neighbour(cell, direction)
                if beside in left_over:
                    left_over.remove(beside)
                    queue.append(beside)
        found.append(region)
    return found


def average_distance(game: ReferenceGame, group: Iterable[Thing | Word]) -> float:
    """Return the mean Manhattan distance of players to a group's members; 0 without a pair."""
    distances = [
        abs(player.cell[0] - member.cell[0]) + abs(player.cell[1] - member.cell[1])
        for member in group
        for player in find_things(game, "you")
    ]
    return sum(distances) / len(distances) if distances else 0.0


# ---------------------------------------------------------------- terms: words


def word_at(game: ReferenceGame, cell: Cell) -> Word | None:
    """Return the word in the front layer there. A word may be on a cell and yet not at it."""
    found = game.front.get(cell)
    return found if isinstance(found, Word) else None


def says(word: Word | None, texts: Iterable[str]) -> bool:
    """Return whether there is a word, and it says one of these."""
    return word is not None and word.text in texts


def find_words_in_use(game: ReferenceGame) -> list[Word]:
    """Return the words of all sentences, told apart by identity."""
    found = []
    for middle in game.words:
        if middle.text != IS:
            continue
        for before, after in ("lr", "ud"):
            first = word_at(game, neighbour(middle.cell, before))
            last = word_at(game, neighbour(middle.cell, after))
            if first is None or last is None:
                continue
            if first.text in NOUNS and last.text in (*NOUNS, *PROPERTIES):
                found += [first, middle, last]
    return found


def find_locked_words(start: ReferenceGame) -> frozenset[int]:
    """Return the places in `words` of those that can't be moved at the start of the level.

    A game never adds, removes or reorders its words, so that these hold throughout.
    """
    locked: set[int] = set()
    while True:
        found = {number for number, word in enumerate(start.words) if is_stuck(start, word, locked)}
        if found == locked:
            return frozenset(locked)
        locked = found


def is_stuck(start: ReferenceGame, word: Word, locked: set[int]) -> bool:
    """Return whether a word can move neither across nor down, given that these are locked."""
    locked_cells = {start.words[number].cell for number in locked}
    left, right, up, down = (
        is_border(start, cell) or cell in locked_cells
        for cell in (neighbour(word.cell, direction) for direction in "lrud")
    )
    return (left or right) and (up or down)


def is_blocked(game: ReferenceGame, word: Word, direction: str) -> bool:
    """Return whether the next thing that way, words aside, is a border or a stopper."""
    cell = neighbour(word.cell, direction)
    while word_at(game, cell) is not None:
        cell = neighbour(cell, direction)
    return is_border(game, cell) or cell in cells_of(find_things(game, "stop"))


def has_fitting_partner(game: ReferenceGame, word: Word) -> bool:
    """Return whether a word beside it could be in a sentence with it as they stand."""
    before = [word_at(game, neighbour(word.cell, direction)) for direction in "lu"]
    after = [word_at(game, neighbour(word.cell, direction)) for direction in "rd"]
    if word.text == IS:
        return any(says(other, NOUNS) for other in before) or any(
            says(other, (*NOUNS, *PROPERTIES)) for other in after
        )
    return any(says(other, [IS]) for other in before)


def is_cornered(game: ReferenceGame, word: Word) -> bool:
    """Return whether a word is blocked so that it can't be made to fit."""
    left, right, up, down = (is_blocked(game, word, direction) for direction in "lrud")
    if word.text == IS:
        return (left or right) and (up or down)
    return left and up


# ---------------------------------------------------------------- the heuristics


def goals(game: ReferenceGame) -> float:
    """Compute ln(1 + number of goals)."""
    return math.log(1 + len(find_things(game, "win")))


def players(game: ReferenceGame) -> float:
    """Return how many things are YOU."""
    return len(find_things(game, "you"))


def connectivity(game: ReferenceGame) -> float:
    """Return how many regions of open cells there are."""
    return len(find_regions(find_open_cells(game)))


def out_of_plan(game: ReferenceGame) -> float:
    """Return how many words are lost."""
    in_use = find_words_in_use(game)
    return sum(
        word.text in ("win", "push", "you", IS)
        and word not in in_use
        and not has_fitting_partner(game, word)
        and is_cornered(game, word)
        for word in game.words
    )


def automovers(game: ReferenceGame) -> float:
    """Return how many things are MOVE."""
    return len(find_things(game, "move"))


def threats(game: ReferenceGame) -> float:
    """Return how many things are a threat."""
    return len(find_threats(game))


def pushables(game: ReferenceGame) -> float:
    """Return how many things are PUSH."""
    return len(find_things(game, "push"))


def sinkers(game: ReferenceGame) -> float:
    """Return how many things are SINK."""
    return len(find_things(game, "sink"))


def stoppers(game: ReferenceGame) -> float:
    """Return how many things are STOP."""
    return len(find_things(game, "stop"))


def to_threats(game: ReferenceGame) -> float:
    """Compute the distance of players to threats."""
    return average_distance(game, find_threats(game))


def to_goals(game: ReferenceGame, *, repaired: bool = False) -> float:
    """Compute the distance of players to goals; repaired, as far as can be if there are none."""
    if repaired and not find_things(game, "win"):
        return game.width + game.height
    return average_distance(game, find_things(game, "win"))


def to_words(game: ReferenceGame, locked: frozenset[int]) -> float:
    """Compute the distance of players to words that are not locked."""
    free = [word for number, word in enumerate(game.words) if number not in locked]
    return average_distance(game, free)


def to_pushables(game: ReferenceGame) -> float:
    """Compute the distance of players to pushables."""
    return average_distance(game, find_things(game, "push"))


def dead(game: ReferenceGame) -> float:
    """Return 1 if there is no player."""
    return 0 if find_things(game, "you") else 1


def rules(game: ReferenceGame, met: set[str]) -> float:
    """Return how many different rules were met so far; those of this game are added to them."""
    met.update(game.rules)
    return len(met)


def new_rules(game: ReferenceGame, at_start: frozenset[str]) -> float:
    """Count the rules (repaired: those the level did not have at its start)."""
    return len(set(game.rules) - at_start)


def to_win_word(game: ReferenceGame) -> float:
    """Compute the distance of players to the WIN word, if there is just one and no goal."""
    win_words = [word for word in game.words if word.text == "win"]
    if len(win_words) != 1 or find_things(game, "win"):
        return 0
    return average_distance(game, win_words)


def path(game: ReferenceGame) -> float:
    """Return 1 if some region has both a player and a goal."""
    player_cells = cells_of(find_things(game, "you"))
    goal_cells = cells_of(find_things(game, "win"))
    has_both = any(
        region & player_cells and region & goal_cells
        for region in find_regions(find_open_cells(game))
    )
    return 1 if has_both else 0


class ReferenceFeatures:
    """All heuristics of the states of a level, in the order in which a search meets them."""

    def __init__(self, level_line: str, *, repaired: bool = False) -> None:
        start = ReferenceGame(level_line)
        self.repaired = repaired
        self.locked = find_locked_words(start)
        self.at_start = frozenset(start.rules)
        self.met: set[str] = set()

    def __call__(self, game: ReferenceGame) -> list[float]:
        """Return the seventeen values; the rules of this game count as met from now on."""
        return [float(value) for value in self.by_name(game).values()]

    def by_name(self, game: ReferenceGame) -> dict[str, float]:
        """Return the values by the names of the page."""
        values = (
            goals(game),
            players(game),
            connectivity(game),
            out_of_plan(game),
            automovers(game),
            threats(game),
            pushables(game),
            sinkers(game),
            stoppers(game),
            to_threats(game),
            to_goals(game, repaired=self.repaired),
            to_words(game, self.locked),
            to_pushables(game),
            dead(game),
            new_rules(game, self.at_start) if self.repaired else rules(game, self.met),
            to_win_word(game),
            path(game),
        )
        return dict(zip(NAMES, values, strict=True))

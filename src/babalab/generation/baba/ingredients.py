"""The ingredients of a random level: the player, the goal, obstacles, rules and distractions.

Each ingredient adds to a `LevelDraft`, in an order in which later ones know where earlier ones put
things: first the obstacles, then the player, the goal, the words. Nothing here makes sure that the
level can be solved; a search does that afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from babalab.game.vocabulary import NOUNS, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canvas import Canvas, Cell, spell_rule
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.layouts import LAYOUTS

USUAL: Final = {
    "you": {"baba": 0.75, "love": 0.05, "keke": 0.08, "rock": 0.04, "wall": 0.04, "flag": 0.04},
    "win": {"flag": 0.7, "love": 0.08, "baba": 0.04, "keke": 0.05, "rock": 0.05, "skull": 0.08},
    "stop": {"wall": 0.65, "grass": 0.1, "lava": 0.05, "rock": 0.1, "floor": 0.05, "love": 0.05},
    "kill": {"skull": 0.55, "lava": 0.15, "keke": 0.12, "goop": 0.08, "love": 0.1},
    "sink": {"goop": 0.75, "lava": 0.1, "grass": 0.1, "floor": 0.05},
    "hot": {"lava": 0.75, "goop": 0.1, "grass": 0.1, "skull": 0.05},
    "push": {"rock": 0.7, "love": 0.1, "grass": 0.1, "wall": 0.05, "keke": 0.05},
    "move": {"keke": 0.6, "skull": 0.15, "love": 0.15, "rock": 0.1},
    "": {"grass": 0.3, "floor": 0.3, "love": 0.1, "goop": 0.1, "wall": 0.1, "rock": 0.1},
}  # fmt: skip
"""The weight of each noun for each part, as in levels by people; most nouns have one part."""

OBSTACLE_PROPERTIES: Final = {
    "stop": 0.38, "kill": 0.24, "sink": 0.13, "hot": 0.11, "push": 0.06, "move": 0.03, "": 0.05,
}  # fmt: skip
"""The weight of each property of an obstacle; without any, it only looks like one."""

GOALS: Final = {
    "said": 0.56,
    "scattered": 0.13,
    "parted": 0.13,
    "nameless": 0.06,
    "become": 0.06,
    "other": 0.06,
}
"""The weight of each way to win; see `LevelDraft.add_goal`."""


@dataclass
class LevelDraft:
    """A level under construction."""

    canvas: Canvas
    dice: Dice
    usual: bool
    """Whether nouns have their usual parts."""
    nouns: list[str] = field(default_factory=list)
    """The nouns in use."""
    rules: list[tuple[str, str]] = field(default_factory=list)
    """Sentences (noun, property) that are still to be written."""
    home: list[Cell] = field(default_factory=list)
    """The cells where the player can walk at first."""
    player: str = ""
    goal: str = ""

    def cast(self, part: str) -> str:
        """Choose a noun for a part, nearly always an unused one."""
        weights = USUAL[part] if self.usual else dict.fromkeys(NOUNS, 1.0)
        free = {noun: weight for noun, weight in weights.items() if noun not in self.nouns}
        left = [noun for noun in NOUNS if noun not in self.nouns]
        if free and not self.dice.coin(0.03):
            noun = self.dice.pick_weighted(free)
        else:
            noun = self.dice.pick(left or list(NOUNS))
        self.nouns.append(noun)
        return noun

    # ------------------------------------------------------------ things

    def add_barriers(self, count: int) -> None:
        """Add obstacles. Their rules are written later."""
        for _ in range(count):
            property_ = self.dice.pick_weighted(OBSTACLE_PROPERTIES)
            noun = self.cast(property_)
            self.canvas.fill(
                self.dice.pick_weighted(LAYOUTS)(self.canvas, self.dice), THING_CHARACTERS[noun]
            )
            if property_:
                self.rules.append((noun, property_))

    def add_player(self) -> None:
        """Add things that are YOU, in one of the larger regions that the obstacles leave."""
        self.player = self.cast("you")
        regions = [part for part in self.canvas.find_regions() if len(part) >= 3] or [
            self._clear_room()
        ]
        self.home = self.dice.pick(regions[:2])
        count = self.dice.pick_weighted({1: 0.8, 2: 0.1, 3: 0.06, 4: 0.04})
        self.place(self.player, count, near=1.0)
        self.write_rule(self.player, "you", ("open",) if self.dice.coin(0.35) else ("edge",))
        if self.dice.coin(0.05):
            other = self.cast("move")
            self.place(other, self.dice.integer(1, 2), near=0.5)
            self.write_rule(other, "you", ("open",))

    def place(self, noun: str, count: int, near: float) -> None:
        """Place things of a noun; `near` is the probability that the player can walk there."""
        for _ in range(count):
            cells = self.canvas.find_free(self.home) if self.dice.coin(near) else []
            cells = cells or self.canvas.find_free()
            if cells:
                self.canvas.put(self.dice.pick(cells), THING_CHARACTERS[noun])

    def add_pushables(self) -> None:
        """Add things to push: some in the open, some in doorways."""
        noun = self.cast("push")
        self.place(noun, self.dice.integer(1, 5), near=0.8)
        if self.dice.coin(0.4):
            doorways = self.canvas.find_doorways()
            self.canvas.fill(
                self.dice.sample(doorways, self.dice.integer(1, 3)), THING_CHARACTERS[noun]
            )
        self.rules.append((noun, "push"))

    def add_movers(self) -> None:
        """Add things that move by themselves, some of them dangerous."""
        noun = self.cast("move")
        self.place(noun, self.dice.integer(1, 4), near=0.6)
        self.rules.append((noun, "move"))
        if self.dice.coin(0.3):
            self.rules.append((noun, self.dice.pick(("kill", "push", "stop", "hot"))))

    def add_decoration(self) -> None:
        """Add things that no rule is about."""
        noun = self.cast("")
        self.place(noun, self.dice.integer(1, max(2, len(self.canvas.find_free()) // 8)), near=0.5)

    # ------------------------------------------------------------ the goal

    def add_goal(self) -> None:
        """Add a way to win.

        ``said``: the rule is complete. ``parted``: one of its words stands apart. ``scattered``:
        all do. ``nameless``: IS WIN stands there and needs a noun. ``become``: there is nothing
        that wins until something is transformed into it. ``other``: something else, nearer to the
        goal, has to become YOU.
        """
        kind = self.dice.pick_weighted(GOALS)
        self.goal = self.cast("win")
        sentence = spell_rule(self.goal, "win")
        near = 0.3 if kind == "other" else 0.55
        if kind != "become" and (kind != "nameless" or self.dice.coin(0.4)):
            self.place(self.goal, self.dice.pick_weighted({1: 0.8, 2: 0.12, 3: 0.08}), near)
        match kind:
            case "parted":
                apart = self.dice.integer(0, 2)
                self._write_two(sentence, apart)
                self.scatter(sentence[apart])
            case "scattered":
                self.scatter(sentence)
            case "nameless":
                self.canvas.write(sentence[1:], self.dice, ("open", "anywhere"))
                self.scatter(WORD_CHARACTERS[self.dice.pick(self.nouns)])
            case "become":
                self._write(sentence)
                self._add_transformation(self.goal)
            case "other":
                self._write(sentence)
                noun = self.cast("move")
                self.place(noun, self.dice.integer(1, 3), near=0.3)
                more = ("you", "is") if self.dice.coin(0.3) else ()
                self.scatter("".join(WORD_CHARACTERS[word] for word in (noun, *more)))
            case _:
                self._write(sentence)

    def _write_two(self, sentence: str, apart: int) -> None:
        """Write two of three words in their places, in the open or where they are stuck."""
        where = ("open", "anywhere") if self.dice.coin(0.5) else ("edge", "anywhere")
        runs = self.canvas.find_runs(3, lambda _run: True)
        fitting = [
            run for run in runs if where[0] == "edge" or not self.canvas.is_at_border(run[1])
        ]
        if not (fitting or runs):
            return
        for i, cell in enumerate(self.dice.pick(fitting or runs)):
            if i != apart:
                self.canvas.put(cell, sentence[i])

    def _add_transformation(self, into: str) -> None:
        """Add things, and words to transform them."""
        noun = self.cast("push")
        self.place(noun, self.dice.integer(1, 3), near=0.5)
        sentence = spell_rule(noun, into)
        if self.dice.coin(0.5):
            apart = self.dice.integer(0, 2)
            self._write_two(sentence, apart)
            self.scatter(sentence[apart])
        else:
            self.scatter(sentence)

    # ------------------------------------------------------------ words

    def add_rules(self) -> None:
        """Write the sentences about what was placed: most complete, some with a word apart."""
        for noun, property_ in self.rules:
            if property_ == "hot" and self.dice.coin(0.9):
                melting = self.player if self.dice.coin(0.85) else self.dice.pick(self.nouns)
                self.write_rule(melting, "melt")
            if self.dice.coin(0.88):
                self.write_rule(noun, property_)
            elif self.dice.coin(0.7):
                sentence = spell_rule(noun, property_)
                apart = self.dice.integer(0, 2)
                self._write_two(sentence, apart)
                self.scatter(sentence[apart])

    def write_rule(self, noun: str, property_: str, where: tuple[str, ...] = ()) -> None:
        """Write a complete sentence; without `where`, in a place where it may be out of reach."""
        if not where:
            where = (
                self.dice.pick_weighted({"open": 0.4, "corner": 0.3, "edge": 0.2, "anywhere": 0.1}),
            )
        self._write(spell_rule(noun, property_), where)

    def add_transformation(self) -> None:
        """Add words that transform something into something else."""
        self._add_transformation(self.dice.pick(self.nouns))

    def add_words(self) -> None:
        """Add words that may be of use or not, sometimes a whole sentence about nothing."""
        if self.dice.coin(0.3):
            noun = self.dice.pick(NOUNS)
            property_ = self.dice.pick(("stop", "push", "kill", "sink", "hot", "melt", "move"))
            self.write_rule(noun, property_)
        nouns = [WORD_CHARACTERS[noun] for noun in self.nouns]
        others = ("is", "is", "you", "win", "push", "stop", "kill", "sink")
        rest = [WORD_CHARACTERS[word] for word in others]
        for _ in range(self.dice.integer(1, 4)):
            self.scatter(self.dice.pick(nouns) if self.dice.coin(0.5) else self.dice.pick(rest))

    def scatter(self, words: str) -> None:
        """Place words anywhere, mostly where the player can push them in every direction."""
        for word in words:
            near = self.home if self.dice.coin(0.8) else self.canvas.cells()
            margin = 1 if self.dice.coin(0.88) else 0
            cells = (
                self.canvas.find_free(near, margin)
                or self.canvas.find_free(margin=1)
                or self.canvas.find_free()
            )
            if cells:
                self.canvas.put(self.dice.pick(cells), word)

    def _write(self, sentence: str, where: tuple[str, ...] = ()) -> None:
        if not where:
            where = (self.dice.pick_weighted({"open": 0.35, "edge": 0.4, "anywhere": 0.25}),)
        self.canvas.write(sentence, self.dice, (*where, "anywhere"))

    def _clear_room(self) -> list[Cell]:
        """Clear a few cells of a map that is full, and return them."""
        y, x = self.dice.pick(self.canvas.cells())
        cells = [(y, x), (y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)]
        for cell in cells:
            self.canvas.clear(cell)
        return self.canvas.find_free(
            cell for cell in cells if 0 <= cell[0] < self.canvas.height
            and 0 <= cell[1] < self.canvas.width
        )  # fmt: skip

"""What a random level is made of: who is YOU, what is WIN, what is in the way, what confuses.

Each ingredient adds to a `Draft`. They are taken in an order in which later ones know
where earlier ones put things: first what is in the way, then the player, the goal, the words.
Nothing here makes sure that a level can be solved; a search does that afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from babalab.game.vocabulary import NOUNS, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canvas import Canvas, Cell
from babalab.generation.baba.layouts import BARRIERS
from babalab.generation.dice import Dice

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
"""Which nouns people give which part to; a noun plays only one in most levels."""

IN_THE_WAY: Final = {
    "stop": 0.38, "kill": 0.24, "sink": 0.13, "hot": 0.11, "push": 0.06, "move": 0.03, "": 0.05,
}  # fmt: skip
"""How often what is in the way has each property; none: it only looks so."""

GOALS: Final = {
    "said": 0.56,
    "scattered": 0.13,
    "parted": 0.13,
    "nameless": 0.06,
    "become": 0.06,
    "other": 0.06,
}
"""How the level is to be won; see `Draft.add_goal`."""


@dataclass
class Draft:
    """A level being made."""

    canvas: Canvas
    dice: Dice
    usual: bool
    """Whether nouns have their usual parts."""
    nouns: list[str] = field(default_factory=list)
    """Those taken."""
    rules: list[tuple[str, str]] = field(default_factory=list)
    """Sentences (noun, property) still to be written for what is there."""
    home: list[Cell] = field(default_factory=list)
    """Where the player can walk at first."""
    player: str = ""
    goal: str = ""

    def cast(self, part: str) -> str:
        """A noun for a part, nearly always one not taken yet."""
        weights = USUAL[part] if self.usual else dict.fromkeys(NOUNS, 1.0)
        free = {noun: weight for noun, weight in weights.items() if noun not in self.nouns}
        left = [noun for noun in NOUNS if noun not in self.nouns]
        if free and not self.dice.coin(0.03):
            noun = self.dice.weighed(free)
        else:
            noun = self.dice.pick(left or list(NOUNS))
        self.nouns.append(noun)
        return noun

    # ------------------------------------------------------------ things

    def add_barriers(self, count: int) -> None:
        """What stands in the way. Their rules are written later."""
        for _ in range(count):
            property_ = self.dice.weighed(IN_THE_WAY)
            noun = self.cast(property_)
            self.canvas.fill(
                self.dice.weighed(BARRIERS)(self.canvas, self.dice), THING_CHARACTERS[noun]
            )
            if property_:
                self.rules.append((noun, property_))

    def add_player(self) -> None:
        """Things that are YOU, in one of the larger regions that the barriers leave."""
        self.player = self.cast("you")
        regions = [part for part in self.canvas.regions() if len(part) >= 3] or [self._room()]
        self.home = self.dice.pick(regions[:2])
        count = self.dice.weighed({1: 0.8, 2: 0.1, 3: 0.06, 4: 0.04})
        self.place(self.player, count, near=1.0)
        self.write_rule(self.player, "you", ("open",) if self.dice.coin(0.35) else ("edge",))
        if self.dice.coin(0.05):
            other = self.cast("move")
            self.place(other, self.dice.whole(1, 2), near=0.5)
            self.write_rule(other, "you", ("open",))

    def place(self, noun: str, count: int, near: float) -> None:
        """Put things of a noun somewhere: with this chance where the player can walk."""
        for _ in range(count):
            cells = self.canvas.free(self.home) if self.dice.coin(near) else []
            cells = cells or self.canvas.free()
            if cells:
                self.canvas.put(self.dice.pick(cells), THING_CHARACTERS[noun])

    def add_pushables(self) -> None:
        """Things to push: some in the open, some in doorways."""
        noun = self.cast("push")
        self.place(noun, self.dice.whole(1, 5), near=0.8)
        if self.dice.coin(0.4):
            doorways = self.canvas.doorways()
            self.canvas.fill(
                self.dice.sample(doorways, self.dice.whole(1, 3)), THING_CHARACTERS[noun]
            )
        self.rules.append((noun, "push"))

    def add_movers(self) -> None:
        """Things that move by themselves, dangerous ones among them."""
        noun = self.cast("move")
        self.place(noun, self.dice.whole(1, 4), near=0.6)
        self.rules.append((noun, "move"))
        if self.dice.coin(0.3):
            self.rules.append((noun, self.dice.pick(("kill", "push", "stop", "hot"))))

    def add_decoration(self) -> None:
        """Things that no rule is about."""
        noun = self.cast("")
        self.place(noun, self.dice.whole(1, max(2, len(self.canvas.free()) // 8)), near=0.5)

    # ------------------------------------------------------------ the goal

    def add_goal(self) -> None:
        """Something to win by.

        ``said``: the rule stands there. ``parted``: one of its words stands apart.
        ``scattered``: all do. ``nameless``: IS WIN stands there, and a noun has to be found.
        ``become``: nothing is what wins until something turns into it. ``other``: somebody
        else, who is nearer to the goal, has to become YOU.
        """
        kind = self.dice.weighed(GOALS)
        self.goal = self.cast("win")
        sentence = _sentence(self.goal, "win")
        near = 0.3 if kind == "other" else 0.55
        if kind != "become" and (kind != "nameless" or self.dice.coin(0.4)):
            self.place(self.goal, self.dice.weighed({1: 0.8, 2: 0.12, 3: 0.08}), near)
        match kind:
            case "parted":
                apart = self.dice.whole(0, 2)
                self._write_two(sentence, apart)
                self.scatter(sentence[apart])
            case "scattered":
                self.scatter(sentence)
            case "nameless":
                self.canvas.write(sentence[1:], self.dice, ("open", "anywhere"))
                self.scatter(_word(self.dice.pick(self.nouns)))
            case "become":
                self._write(sentence)
                self._add_change(self.goal)
            case "other":
                self._write(sentence)
                noun = self.cast("move")
                self.place(noun, self.dice.whole(1, 3), near=0.3)
                self.scatter(_word(noun) + (_word("you") + _word("is")) * self.dice.coin(0.3))
            case _:
                self._write(sentence)

    def _write_two(self, sentence: str, apart: int) -> None:
        """Two words of three in line, as they belong, in the open or where they are stuck."""
        where = ("open", "anywhere") if self.dice.coin(0.5) else ("edge", "anywhere")
        runs = self.canvas.lines(3, lambda _run: True)
        fitting = [run for run in runs if where[0] == "edge" or not self.canvas.at_border(run[1])]
        if not (fitting or runs):
            return
        for i, cell in enumerate(self.dice.pick(fitting or runs)):
            if i != apart:
                self.canvas.put(cell, sentence[i])

    def _add_change(self, into: str) -> None:
        """Things, and words to turn them into something."""
        noun = self.cast("push")
        self.place(noun, self.dice.whole(1, 3), near=0.5)
        sentence = _word(noun) + _word("is") + _word(into)
        if self.dice.coin(0.5):
            apart = self.dice.whole(0, 2)
            self._write_two(sentence, apart)
            self.scatter(sentence[apart])
        else:
            self.scatter(sentence)

    # ------------------------------------------------------------ words

    def add_rules(self) -> None:
        """The sentences about what was put down: most in force, some to be broken or to be made."""
        for noun, property_ in self.rules:
            if property_ == "hot" and self.dice.coin(0.9):
                melting = self.player if self.dice.coin(0.85) else self.dice.pick(self.nouns)
                self.write_rule(melting, "melt")
            if self.dice.coin(0.88):
                self.write_rule(noun, property_)
            elif self.dice.coin(0.7):
                sentence = _sentence(noun, property_)
                apart = self.dice.whole(0, 2)
                self._write_two(sentence, apart)
                self.scatter(sentence[apart])

    def write_rule(self, noun: str, property_: str, where: tuple[str, ...] = ()) -> None:
        """A sentence in force; without a place given, one where it can or can't be broken."""
        if not where:
            where = (self.dice.weighed({"open": 0.4, "corner": 0.3, "edge": 0.2, "anywhere": 0.1}),)
        self._write(_sentence(noun, property_), where)

    def add_change(self) -> None:
        """Words that turn something into something else."""
        self._add_change(self.dice.pick(self.nouns))

    def add_words(self) -> None:
        """Words that may be of use or not, sometimes a whole sentence about nothing."""
        if self.dice.coin(0.3):
            noun = self.dice.pick(NOUNS)
            property_ = self.dice.pick(("stop", "push", "kill", "sink", "hot", "melt", "move"))
            self.write_rule(noun, property_)
        nouns = [_word(noun) for noun in self.nouns]
        rest = [_word(word) for word in ("is", "is", "you", "win", "push", "stop", "kill", "sink")]
        for _ in range(self.dice.whole(1, 4)):
            self.scatter(self.dice.pick(nouns) if self.dice.coin(0.5) else self.dice.pick(rest))

    def scatter(self, words: str) -> None:
        """Put words anywhere, mostly where the player can push them in every direction."""
        for word in words:
            near = self.home if self.dice.coin(0.8) else self.canvas.cells()
            margin = 1 if self.dice.coin(0.88) else 0
            cells = (
                self.canvas.free(near, margin) or self.canvas.free(margin=1) or self.canvas.free()
            )
            if cells:
                self.canvas.put(self.dice.pick(cells), word)

    def _write(self, sentence: str, where: tuple[str, ...] = ()) -> None:
        if not where:
            where = (self.dice.weighed({"open": 0.35, "edge": 0.4, "anywhere": 0.25}),)
        self.canvas.write(sentence, self.dice, (*where, "anywhere"))

    def _room(self) -> list[Cell]:
        """A few cells cleared, for a map that is full."""
        y, x = self.dice.pick(self.canvas.cells())
        cells = [(y, x), (y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)]
        for cell in cells:
            self.canvas.clear(cell)
        return self.canvas.free(
            cell for cell in cells if 0 <= cell[0] < self.canvas.height
            and 0 <= cell[1] < self.canvas.width
        )  # fmt: skip


def _word(text: str) -> str:
    return WORD_CHARACTERS[text]


def _sentence(noun: str, property_: str) -> str:
    return _word(noun) + _word("is") + _word(property_)

"""Games of VGDL of a few lines, whose ticks can be counted by hand."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from babalab.games.game import GameLevel
from babalab.games.vgdl import JavaRandom, SpriteView, VgdlGame, read_description, vgdl_game


def text_of(sprites: str, mapping: str = "", rules: str = "", ends: str = "") -> str:
    """A description with cells of 10 pixels; `.` is empty."""
    sections = (
        ("SpriteSet", sprites),
        ("LevelMapping", f". >\n{textwrap.dedent(mapping).strip()}"),
        ("InteractionSet", rules),
        ("TerminationSet", ends),
    )
    lines = ["BasicGame square_size=10"]
    for title, content in sections:
        inside = textwrap.indent(textwrap.dedent(content).strip("\n"), " " * 8)
        lines += [f"    {title}", inside]
    return "\n".join(lines) + "\n"


@dataclass
class SmallPlay:
    """A play that goes on as it is told, and says where everything is."""

    game: VgdlGame
    chance: JavaRandom = field(default_factory=lambda: JavaRandom(1))

    def __post_init__(self) -> None:
        self.state = self.game.start(self.chance)

    def play(self, actions: str = "wait", times: int = 1) -> SmallPlay:
        """So many ticks with each of these actions; what is not the game's waits."""
        for action in actions.split() * times:
            number = self.game.actions.index(action) if action in self.game.actions else 0
            self.state = self.game.step(self.state, number, self.chance)
        return self

    def trail(self, name: str, actions: str) -> list[list[tuple[int, int]]]:
        """Where all sprites of a name are after each tick."""
        return [self.play(action).at(name) for action in actions.split()]

    def at(self, name: str) -> list[tuple[int, int]]:
        """Where all sprites of a name are, in pixels."""
        return [(each.x, each.y) for each in self.of(name)]

    def facing(self, name: str) -> list[tuple[float, float]]:
        """Where they look."""
        return [(each.orientation_x, each.orientation_y) for each in self.of(name)]

    def of(self, name: str) -> list[SpriteView]:
        """All sprites of a name, not of those below it."""
        number = self.game.description.by_name[name].number
        return [each for each in self.game.sprites(self.state) if each.type == number]

    @property
    def score(self) -> int:
        """So far."""
        return int(self.game.score(self.state))


def small(sprites: str, rows: str, mapping: str = "", rules: str = "", ends: str = "") -> SmallPlay:
    """A play of such a game; `rows` are separated by blanks."""
    level = GameLevel("only", "\n".join(rows.split()))
    description = read_description(text_of(sprites, mapping, rules, ends), "", "small")
    return SmallPlay(vgdl_game(description, (level,))(level))

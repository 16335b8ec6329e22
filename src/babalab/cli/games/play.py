"""`babalab games play`: play a game in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType

from babalab.base.errors import BabalabError
from babalab.base.random_streams import derive_stream
from babalab.base.wording import pluralize
from babalab.cli.games.arguments import (
    FormerLevel,
    GameSource,
    LevelSource,
    choose_level,
    find_game,
    get_levels,
)
from babalab.cli.games.folders import GamesPath
from babalab.cli.games.pictures import draw_play
from babalab.cli.games.text import describe_signs, describe_status
from babalab.cli.games.timed_play import (
    DEFAULT_SPEED,
    FASTEST,
    SLOWEST,
    TimedPlay,
    play_in_real_time,
    runs_by_itself,
)
from babalab.cli.ui.arguments import Seed
from babalab.cli.ui.blame import blame
from babalab.cli.ui.console import out
from babalab.cli.ui.descriptions import describe, summarize
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.interactive import LEAVE, play_interactively, require_terminal
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit
from babalab.cli.ui.terminal_graphics import TEXT, Graphics, GraphicsMode, choose_graphics
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line
from babalab.games import Game, GameLevel

ARROWS = {
    "up": ("up", "w"), "down": ("down", "s"), "left": ("left", "a"), "right": ("right", "d"),
}  # fmt: skip
"""The keys for the actions of these names."""
WAIT = "wait"
WAIT_KEY = "."
LINES_BESIDES_THE_PICTURE = 3


def play_game(
    game: GameSource,
    level: LevelSource = None,
    same_level: FormerLevel = None,
    seed: Seed = 0,
    _path: GamesPath = None,
    speed: Annotated[
        float | None,
        option(
            "Ticks per second, up to 60; no key means waiting. 0: a tick with every key.",
            min=0,
            max=FASTEST,
            metavar="TICKS",
            usual=f"{DEFAULT_SPEED:g} if anything moves by itself, else 0",
        ),
    ] = None,
    turns: Annotated[
        bool, option("Let the time stand still until you press a key.", "--turns")
    ] = False,
    graphics: Graphics = GraphicsMode.AUTO,
) -> None:
    """Play a game with the keyboard: arrows, undo, restart, the next and the previous level.

    Arcade games run in real time: p pauses, + and - change the speed.

    Examples: 'babalab games play sokoban', 'babalab games play fireflies swarm',
    'babalab games play magpies 2 --speed 8', 'babalab games play magpies --turns'.
    """
    kind = find_game(game)
    if turns and speed:
        raise BabalabError("give either --turns or --speed, not both")
    if speed and WAIT not in kind.actions:
        raise BabalabError(f"--speed: {kind.name} stands still until you move; leave it out")
    if speed and speed < SLOWEST:
        raise BabalabError(f"--speed: the slowest is {SLOWEST:g}; 0 waits for a key")
    level = same_level or level
    with blame(game):
        levels = get_levels(kind)
        first = choose_level(kind, level)
        if first not in levels:
            levels = [first]
        play = GamePlay(kind, levels, levels.index(first), seed)
        require_terminal("games play", "to let a planner play use 'babalab games run'")
        play.graphics = choose_graphics(graphics)
        if speed is None:
            speed = 0 if turns or not runs_by_itself(kind, levels) else DEFAULT_SPEED
        left = play_in_real_time(play, speed) if speed else play_interactively(play)
    emit(f"{play.report}\n")
    if not left:
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(ExitCode.YES if play.game.won(play.state) else ExitCode.NO)


class GamePlay(TimedPlay[Any]):
    """A play of any game, on one of some levels."""

    wait = WAIT_KEY

    def __init__(
        self, kind: type[Game[Any]], levels: Sequence[GameLevel], number: int, seed: int
    ) -> None:
        self.kind = kind
        self.graphics = TEXT
        self.levels = levels
        self.keys = assign_keys(kind.actions)
        self.seed = seed
        self._begin(number)

    def _begin(self, number: int) -> None:
        """Begin with the level of this number."""
        self.number = number
        self.game = self.kind(self.levels[number])
        self.chance = derive_stream(self.seed, "game")
        super().__init__(self.game.start(self.chance))

    def press(self, key: str) -> None:
        """See `InteractivePlay`; any key leaves the page of help, and does nothing else."""
        if self.helping and key not in LEAVE:
            self.helping = False
        else:
            super().press(key)

    def is_move(self, key: str) -> bool:
        """See `InteractivePlay`."""
        return key in self.keys and not self.helping

    def explain_refusal(self) -> str:
        """See `InteractivePlay`."""
        if self.game.over(self.state):
            return "it is over: u takes the last move back, r restarts, q leaves"
        return (
            "the time is up: u takes the last move back, r restarts, q leaves" if self._late else ""
        )

    def make_move(self, key: str) -> Any:
        """See `InteractivePlay`."""
        return self.game.step(self.state, self.keys[key], self.chance)

    def press_other(self, key: str) -> None:
        """See `InteractivePlay`."""
        step = {"n": 1, "b": -1, "p": -1}.get(key, 0)
        if step and 0 <= self.number + step < len(self.levels):
            self._begin(self.number + step)
        elif step:
            self.message = "there is no other level that way"
        elif key == "?":
            self.helping = True

    def draw(self, message: str | None = None) -> RenderableType:
        """Draw the screen: title, picture, message, keys; or the page of help."""
        if self.helping:
            return self._draw_page()
        more = describe_status(self.game, self.state)
        room = out.height - LINES_BESIDES_THE_PICTURE - bool(more)
        return Group(
            make_line(self._title, "bold"),
            draw_play(self.game, self.state, out.width, room, self.graphics, self.past),
            *([make_line(more)] if more else []),
            self._draw_message() if message is None else make_line(message, "cyan"),
            make_line(self._help, "dim"),
        )

    @property
    def report(self) -> str:
        """Return the state of the play in one line."""
        state, made = self.state, len(self.past)
        outcome = "lost" if self.game.lost(state) else "stopped"
        outcome = "won" if self.game.won(state) else outcome
        where = f"{self.kind.name} {self.levels[self.number].name}"
        return f"{where}: {outcome} after {pluralize(made, 'move')}, score {self._score}"

    @property
    def _title(self) -> str:
        place = f"{self.number + 1}/{len(self.levels)} {self.levels[self.number].name}"
        ticks = f"{len(self.past)}/{self.kind.ticks}"
        title = f"{self.kind.name} {place}   score {self._score}   {ticks}"
        return f"{title}   {self.pace}" if self.pace else title

    def _draw_page(self) -> RenderableType:
        """Draw the page of help; its last lines are cut where there is no room."""
        signs = describe_signs(self.game, self.state)
        return Group(
            make_line(f"{self.kind.name}: any key goes back to the game", "bold"),
            *([_wrap(signs, "cyan"), Text("")] if signs else []),
            _wrap(" ".join(describe(self.kind).split())),
            Text(""),
            _wrap(self._help, "dim"),
        )

    @property
    def _help(self) -> str:
        return describe_keys(self.kind.actions, len(self.levels), timed=self.timed)

    @property
    def _score(self) -> str:
        return f"{self.game.score(self.state):g}"

    @property
    def _late(self) -> bool:
        return len(self.past) >= self.kind.ticks

    def _draw_message(self) -> Text:
        if self.message:
            return make_line(self.message, "cyan")
        if self.game.won(self.state):
            words = f"You win with {self._score}!  n for the next level, q to leave"
            return make_line(words, "bold green")
        if self.game.lost(self.state):
            words = f"You lose with {self._score}: u to take back, r to restart"
            return make_line(words, "bold red")
        if self._late:
            return make_line("The time is up: u to take back, r to restart", "bold red")
        about = "" if self.past else summarize(self.kind)
        return make_line(about, "cyan")


def _wrap(text: str, style: str = "") -> RenderableType:
    """Wrap text to the width of the terminal."""
    return Text("\n").join(Text(text, style=style).wrap(out, out.width))


def assign_keys(actions: Sequence[str]) -> Mapping[str, int]:
    """Return which key plays which action.

    Arrows and letters go in directions, the space bar uses, or waits where there is nothing to
    use; digits are all actions in order, so that none is out of reach.

    >>> sorted(assign_keys(("wait", "left", "fire")).items())
    [(' ', 0), ('.', 0), ('1', 0), ('2', 1), ('3', 2), ('a', 1), ('left', 1)]
    """
    keys = {str(number + 1): number for number in range(min(9, len(actions)))}
    for number, action in enumerate(actions):
        keys |= dict.fromkeys(ARROWS.get(action, ()), number)
    if WAIT in actions:
        keys |= dict.fromkeys((" ", WAIT_KEY), actions.index(WAIT))
    if "use" in actions:
        keys[" "] = actions.index("use")
    return keys


def describe_keys(actions: Sequence[str], levels: int, *, timed: bool = False) -> str:
    """Return the keys in one line: help and leaving first, since the end may be cut."""
    known = {"use": "space uses", "wait": ". waits" if "use" in actions else "space waits"}
    parts = ["? help", "q quit", *(["p pause", "+/- speed"] if timed else [])]
    if ARROWS.keys() & set(actions):
        parts.append("arrows move")
    for number, action in enumerate(actions[:9], start=1):
        if action not in ARROWS:
            parts.append(known.get(action, f"{number} {action}"))
    parts += ["u undo", "r restart"]
    if levels > 1:
        parts.append("n/b level")
    return " · ".join(parts)

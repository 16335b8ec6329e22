"""`babalab play`: play a level in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from babalab.agents import DEFAULT_AGENT, Budget, Progress, Verdict, make_agent
from babalab.cli.arguments import LevelAddress, load_state
from babalab.cli.console import board, emit, out
from babalab.cli.exit_codes import ExitCode
from babalab.cli.keys import key_reader
from babalab.cli.viewport import fitted
from babalab.cli.wording import counted
from babalab.game.action import Action
from babalab.game.errors import BabalabError
from babalab.game.state import State

MOVES = {
    "up": Action.UP, "down": Action.DOWN, "left": Action.LEFT, "right": Action.RIGHT,
    "w": Action.UP, "s": Action.DOWN, "a": Action.LEFT, "d": Action.RIGHT,
    " ": Action.WAIT,
}  # fmt: skip
HELP = "arrows move · space waits · u undo · r restart · h hint · q quit"
HINT_BUDGET = Budget(seconds=5, memory=1 << 30)
DIRECTION = {
    Action.UP: "go up",
    Action.DOWN: "go down",
    Action.LEFT: "go left",
    Action.RIGHT: "go right",
    Action.WAIT: "wait",
}
LINES_BESIDES_THE_BOARD = 4


def play(level: LevelAddress) -> None:
    """Play a level with the arrow keys: undo, restart, and hints when you are stuck."""
    start = load_state(level)
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise BabalabError("play needs a terminal; to replay moves use 'babalab check'")
    if out.is_dumb_terminal:
        raise BabalabError("play needs a terminal that can redraw, and TERM says this one can't")
    game = Game(start)
    try:
        with (
            key_reader() as keys,
            Live(game.draw(), console=out, screen=True, auto_refresh=False) as live,
        ):
            while not game.over:
                game.press(keys.read())
                if game.wants_hint:
                    live.update(game.draw("thinking ... (any key stops)"), refresh=True)
                    game.find_hint(stop=keys.waiting)
                live.update(game.draw(), refresh=True)
    except (KeyboardInterrupt, EOFError):
        _report(game)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    _report(game)
    raise typer.Exit(ExitCode.YES if game.state.won else ExitCode.NO)


def _report(game: Game) -> None:
    """Leave the moves behind, so that nothing is lost."""
    moves = game.state.moves or ""
    outcome = "won" if game.state.won else "stopped"
    emit(f"{outcome} after {counted(len(moves), 'move')}{': ' if moves else ''}{moves}\n")


class Game:
    """A play under way: the present state, the past ones, and what to tell the player."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.past: list[State] = []
        self.message = ""
        self.wants_hint = False
        self.over = False

    def press(self, key: str) -> None:
        """Do what a key stands for; keys that stand for nothing are ignored."""
        self.message = ""
        if key in MOVES:
            if self.state.won:
                self.message = "already won: u takes the last move back, q leaves"
            else:
                self.past.append(self.state)
                self.state = self.state.step(MOVES[key])
        elif key in ("u", "z", "\x7f", "\b"):
            if self.past:
                self.state = self.past.pop()
            else:
                self.message = "nothing to take back"
        elif key == "r" and self.past:
            self.state, self.past = self.past[0], []
        elif key in ("h", "?"):
            self.wants_hint = True
        elif key in ("q", "escape"):
            self.over = True

    def find_hint(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Search for a shortest way to win from here, and tell its first move."""

        def watch(_progress: Progress) -> None:
            if stop():
                raise KeyboardInterrupt

        self.wants_hint = False
        if self.state.won:
            self.message = "already won"
            return
        result = make_agent(DEFAULT_AGENT).solve(self.state, HINT_BUDGET, watch)
        if result.solution:
            moves = len(result.solution)
            first = DIRECTION[Action.from_letter(result.solution[0])]
            self.message = f"hint: {first} ({counted(moves, 'move')} to win)"
        elif result.verdict is Verdict.UNSOLVABLE:
            self.message = "hint: it can't be won from here; take moves back with u"
        elif result.verdict is Verdict.INTERRUPTED:
            self.message = "stopped thinking"
        else:
            self.message = f"no hint found in {result.seconds:.0f} seconds"

    def draw(self, message: str | None = None) -> RenderableType:
        """The screen: title, board, rules, message, keys."""
        state = self.state
        title = f"{state.level.name or 'Baba Is You'}   {counted(len(self.past), 'move')}"
        return Group(
            _line(title, "bold"),
            board(fitted(state, out.width, out.height - LINES_BESIDES_THE_BOARD)),
            _line("  ".join(state.rules), "dim"),
            self._message() if message is None else _line(message, "cyan"),
            _line(HELP, "dim"),
        )

    def _message(self) -> Text:
        if self.message:
            return _line(self.message, "cyan")
        if self.state.won:
            return _line("You win!  q to leave, u to go on trying", "bold green")
        if self.state.lost:
            return _line("Nothing is YOU, nothing moves: u to take back, r to restart", "bold red")
        if self.state.helpless:
            return _line("Nothing is YOU, but something still moves: wait and see", "yellow")
        return Text("")


def _line(text: str, style: str) -> Text:
    """Text that is cut where the terminal ends."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")

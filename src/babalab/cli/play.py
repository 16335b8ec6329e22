"""`babalab play`: play a level in the terminal."""

from __future__ import annotations

import sys

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from babalab.agents import Bfs, Budget, Verdict
from babalab.cli.arguments import LevelAddress, load_state
from babalab.cli.console import board, emit, out
from babalab.cli.exit_codes import ExitCode
from babalab.cli.keys import key_reader
from babalab.cli.viewport import fitted
from babalab.game.action import Action
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
LINES_BESIDES_THE_BOARD = 6


def play(level: LevelAddress) -> None:
    """Play a level with the arrow keys: undo, restart, and hints when you are stuck."""
    start = load_state(level)
    if not sys.stdin.isatty() or not out.is_terminal:
        raise typer.BadParameter(
            "play needs a terminal to read keys from; to replay moves use 'babalab check'"
        )
    game = Game(start)
    try:
        with (
            key_reader() as read_key,
            Live(game.draw(), console=out, screen=True, auto_refresh=False) as live,
        ):
            while not game.over:
                game.press(read_key())
                if game.wants_hint:
                    live.update(game.draw("thinking ..."), refresh=True)
                    game.find_hint()
                live.update(game.draw(), refresh=True)
    except (KeyboardInterrupt, EOFError):
        _report(game)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    _report(game)
    raise typer.Exit(ExitCode.YES if game.state.won else ExitCode.NO)


def _report(game: Game) -> None:
    """Leave the moves behind, so that nothing is lost."""
    outcome = "won" if game.state.won else "stopped"
    emit(f"{outcome} after {len(game.past)} moves: {game.state.moves}\n")


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

    def find_hint(self) -> None:
        """Search for a shortest way to win from here, and tell its first move."""
        self.wants_hint = False
        if self.state.won:
            self.message = "already won"
            return
        result = Bfs().solve(self.state, HINT_BUDGET)
        if result.solution:
            moves = len(result.solution)
            first = DIRECTION[Action.from_letter(result.solution[0])]
            self.message = f"hint: {first} ({moves} {'move' if moves == 1 else 'moves'} to win)"
        elif result.verdict is Verdict.UNSOLVABLE:
            self.message = "hint: it can't be won from here; take moves back with u"
        else:
            self.message = f"no hint found in {HINT_BUDGET.seconds} seconds"

    def draw(self, message: str | None = None) -> RenderableType:
        """The screen: title, board, rules, message, keys."""
        state = self.state
        title = Text(f"{state.level.name or 'Baba Is You'}   moves {len(self.past)}", style="bold")
        if state.won:
            status = Text("You win!  (u to go on trying, q to leave)", style="bold green")
        elif state.lost:
            status = Text("Nothing is YOU, nothing moves: u to take back, r to restart", "bold red")
        elif state.helpless:
            status = Text("Nothing is YOU, but something still moves: wait and see", "yellow")
        else:
            status = Text("")
        return Group(
            title,
            board(fitted(state, out.width, out.height - LINES_BESIDES_THE_BOARD)),
            Text("  ".join(state.rules), style="dim", no_wrap=True, overflow="ellipsis"),
            status,
            Text(self.message if message is None else message, style="cyan"),
            Text(HELP, style="dim", no_wrap=True, overflow="ellipsis"),
        )

"""`babalab play`: play a level in the terminal."""

from __future__ import annotations

from collections.abc import Callable

import typer
from rich.console import Group, RenderableType

from babalab.agents import DEFAULT_AGENT, Progress, Verdict, make_agent
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import LevelAddress
from babalab.cli.ui.boards import draw_board
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.interactive import InteractivePlay, play_interactively, require_terminal
from babalab.cli.ui.streams import emit
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import fit_scene, make_line
from babalab.game.action import Action
from babalab.game.state import State
from babalab.levels import load_state

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
    require_terminal("play", "to replay moves use 'babalab check'")
    game = BabaPlay(start)
    left = play_interactively(game)
    _report(game)
    if not left:
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(ExitCode.YES if game.state.won else ExitCode.NO)


def _report(game: BabaPlay) -> None:
    """Print the moves, so that nothing is lost."""
    moves = game.state.moves or ""
    outcome = "won" if game.state.won else "stopped"
    emit(f"{outcome} after {pluralize(len(moves), 'move')}{': ' if moves else ''}{moves}\n")


class BabaPlay(InteractivePlay[State]):
    """A play of Baba Is You, with hints."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.wants_hint = False

    def is_move(self, key: str) -> bool:
        """See `InteractivePlay`."""
        return key in MOVES

    def explain_refusal(self) -> str:
        """See `InteractivePlay`."""
        return "already won: u takes the last move back, q leaves" if self.state.won else ""

    def make_move(self, key: str) -> State:
        """See `InteractivePlay`."""
        return self.state.step(MOVES[key])

    def press_other(self, key: str) -> None:
        """See `InteractivePlay`."""
        if key in ("h", "?"):
            self.wants_hint = True

    def think(self, show: Callable[[str], None], stop: Callable[[], bool]) -> None:
        """See `InteractivePlay`."""
        if self.wants_hint:
            show("thinking ... (any key stops)")
            self.find_hint(stop)

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
            self.message = f"hint: {first} ({pluralize(moves, 'move')} to win)"
        elif result.verdict is Verdict.UNSOLVABLE:
            self.message = "hint: it can't be won from here; take moves back with u"
        elif result.verdict is Verdict.INTERRUPTED:
            self.message = "stopped thinking"
        else:
            self.message = f"no hint found in {result.seconds:.0f} seconds"

    def draw(self, message: str | None = None) -> RenderableType:
        """Draw the screen: title, board, rules, message, keys."""
        state = self.state
        title = f"{state.level.name or 'Baba Is You'}   {pluralize(len(self.past), 'move')}"
        return Group(
            make_line(title, "bold"),
            draw_board(fit_scene(state, out.width, out.height - LINES_BESIDES_THE_BOARD)),
            make_line("  ".join(state.rules), "dim"),
            self._draw_message() if message is None else make_line(message, "cyan"),
            make_line(HELP, "dim"),
        )

    def _draw_message(self) -> Text:
        if self.message:
            return make_line(self.message, "cyan")
        if self.state.won:
            return make_line("You win!  q to leave, u to go on trying", "bold green")
        if self.state.lost:
            return make_line(
                "Nothing is YOU, nothing moves: u to take back, r to restart", "bold red"
            )
        if self.state.helpless:
            return make_line("Nothing is YOU, but something still moves: wait and see", "yellow")
        return Text("")

"""A campaign of Baba Is You under way: keys, messages and the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType

from babalab.agents import Hint, Progress, Verdict, hint
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.solve.level_list import LevelList
from babalab.cli.ui.boards import draw_state
from babalab.cli.ui.columns import names
from babalab.cli.ui.console import out
from babalab.cli.ui.interactive import InteractivePlay
from babalab.cli.ui.tables import make_table
from babalab.cli.ui.terminal_graphics import TEXT, TerminalGraphics
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line
from babalab.game.action import Action
from babalab.game.state import Cell, State
from babalab.levels import WinsError
from babalab.levels.campaign import Campaign

MOVES: Final = {
    "up": Action.UP, "down": Action.DOWN, "left": Action.LEFT, "right": Action.RIGHT,
    "w": Action.UP, "s": Action.DOWN, "a": Action.LEFT, "d": Action.RIGHT,
    " ": Action.WAIT,
}  # fmt: skip
ENTER: Final = ("\r", "\n")
KEYS: Final = (
    ("arrows, w a s d", "move"),
    ("space", "wait a move"),
    ("u, z, backspace", "take a move back; hold it to go on"),
    ("r", "restart the level"),
    ("h", "a hint: what to aim at; again: where; again: the next moves"),
    ("n, p", "the next and the previous level"),
    ("enter", "the next level, after a win"),
    ("l", "all levels: what you have won, and in how many moves"),
    ("?", "this page"),
    ("q, escape", "leave; what you have won is kept"),
)
HELP: Final = "? help · q quit · arrows move · u undo · r restart · h hint"
HELP_AMONG_LEVELS: Final = f"{HELP} · n/p level · l list"
HINT_BUDGET: Final = Budget(seconds=5, memory=1 << 30)
MORE_HINTS: Final = ("  (h again: where)", "  (h again: the moves)", "")
MESSAGE_LINES: Final = 2
LINES_BESIDES_THE_BOARD: Final = 3 + MESSAGE_LINES
SMALLEST: Final = (12, LINES_BESIDES_THE_BOARD + 1)
"""The fewest columns and lines to play in."""


class BabaPlay(InteractivePlay[State]):
    """A play of the levels of a campaign."""

    def __init__(
        self, campaign: Campaign, moves: str = "", graphics: TerminalGraphics = TEXT
    ) -> None:
        self.campaign = campaign
        self.graphics = graphics
        self.won: dict[int, str] = {}
        """The moves with which levels were won since the program began."""
        self.trouble = ""
        """Why wins can't be kept."""
        self.wants_hint = False
        self._hint: Hint | None = None
        self._hints_told = 0
        self._helping = False
        self._list: LevelList | None = None
        self.begin(campaign.choose_first(), moves)

    def begin(self, number: int, moves: str = "") -> None:
        """Begin with the level of this number, these moves made."""
        self.number = number
        super().__init__(self.campaign[number].start())
        self._hint, self._hints_told = None, 0
        self._keep(lambda: self.campaign.note_visit(number))
        for letter in moves:
            self._step(Action.from_letter(letter))

    def press(self, key: str) -> None:
        """See `InteractivePlay`; on a page most keys lead back to the level."""
        if self._list is not None:
            self._press_in_list(key)
        elif self._helping:
            self._helping = False
        elif key in ENTER and self.state.won:
            self._go(1)
        else:
            super().press(key)

    def is_move(self, key: str) -> bool:
        """See `InteractivePlay`."""
        return key in MOVES

    def explain_refusal(self) -> str:
        """See `InteractivePlay`."""
        return "already won: u takes the last move back, q leaves" if self.state.won else ""

    def make_move(self, key: str) -> State:
        """See `InteractivePlay`."""
        after = self.state.step(MOVES[key])
        if after.won:
            self._note_win(after)
        return after

    def press_other(self, key: str) -> None:
        """See `InteractivePlay`."""
        match key:
            case "h":
                self._ask_for_hint()
            case "?":
                self._helping = True
            case "n":
                self._go(1)
            case "p" | "b":  # b as in other games
                self._go(-1)
            case "l":
                self._list = LevelList(self.campaign, self.number)

    def think(self, show: Callable[[str], None], stop: Callable[[], bool]) -> None:
        """See `InteractivePlay`."""
        if self.wants_hint:
            show("thinking ... (any key stops)")
            self.find_hint(stop)

    def find_hint(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Search for a hint, and tell its first step."""

        def watch(_progress: Progress) -> None:
            if stop():
                raise KeyboardInterrupt

        self.wants_hint = False
        former, told = self._hint, self._hints_told
        found = hint(self.state, HINT_BUDGET, watch=watch)
        if found.verdict is Verdict.INTERRUPTED:
            self.message = "stopped thinking"
            return
        self._hint = found
        # An aim that was told is not told again: the next step is asked for.
        is_known = former is not None and former.steps[0] == found.steps[0]
        self._hints_told = told if is_known else 0
        self._tell_hint()

    def draw(self, message: str | None = None) -> RenderableType:
        """Draw the screen: title, board, rules, message, keys; or a page."""
        if out.width < SMALLEST[0] or out.height < SMALLEST[1]:
            return make_line(f"too small: {SMALLEST[0]} x {SMALLEST[1]} at least")
        if self._helping:
            return self._draw_help()
        if self._list is not None:
            return self._list.draw()
        room = out.height - LINES_BESIDES_THE_BOARD
        board = draw_state(self.state, out.width, room, self.graphics, self._find_middle())
        return Group(
            make_line(self._title, "bold"),
            board,
            self._draw_rules(),
            *self._draw_message(message),
            make_line(HELP_AMONG_LEVELS if len(self.campaign) > 1 else HELP, "dim"),
        )

    # ------------------------------------------------------------ the campaign

    def _go(self, step: int) -> None:
        """Go to the next or the previous level."""
        if 0 <= self.number + step < len(self.campaign):
            self.begin(self.number + step)
        elif len(self.campaign) == 1:
            self.message = "this is the only level"
        elif step < 0:
            self.message = "this is the first level"
        else:
            self.message = f"this is the last level of {self.campaign.name}"

    def _press_in_list(self, key: str) -> None:
        assert self._list is not None
        if key in ENTER:
            number, self._list = self._list.chosen, None
            if number != self.number:
                self.begin(number)
        elif not self._list.press(key):
            self._list = None

    def _note_win(self, state: State) -> None:
        moves = state.moves or ""
        if self.number not in self.won or len(moves) < len(self.won[self.number]):
            self.won[self.number] = moves
        self._keep(lambda: self.campaign.note_win(self.number, moves))

    def _keep(self, write: Callable[[], None]) -> None:
        """Write to the record of wins. Trouble with it must not end the play."""
        try:
            write()
        except WinsError as error:
            self.trouble = str(error)

    def _step(self, action: Action) -> None:
        self.past.append(self.state)
        self.state = self.state.step(action)

    # ------------------------------------------------------------ hints

    def _ask_for_hint(self) -> None:
        """Tell the next step of the hint, or have one searched for."""
        if self.state.won:
            self.message = "already won"
            return
        following = None if self._hint is None else self._hint.follow(self.state)
        if following is None:
            self.wants_hint = True
            return
        assert self._hint is not None
        if following.steps[0] != self._hint.steps[0]:
            self._hints_told = 0
        self._hint = following
        self._tell_hint()

    def _tell_hint(self) -> None:
        assert self._hint is not None
        steps = self._hint.steps
        number = min(self._hints_told, len(steps) - 1)
        self._hints_told = number + 1
        more = MORE_HINTS[number] if len(steps) > 1 else ""
        self.message = f"{steps[number]}{more}"

    # ------------------------------------------------------------ the screen

    @property
    def _title(self) -> str:
        campaign, level = self.campaign, self.campaign.describe(self.number)
        parts = [pluralize(len(self.past), "move")]
        best, known = campaign.best[self.number], campaign[self.number].solution
        if best is not None:
            parts.append(f"your best {len(best)}")
        if known:
            parts.append(f"shortest known {len(known)}")
        where = f"{campaign.name} {self.number + 1}/{len(campaign)}: " if len(campaign) > 1 else ""
        return f"{where}{level}   {' · '.join(parts)}"

    def _find_middle(self) -> Cell | None:
        """Return where something was YOU last."""
        return next((each.you[0] for each in reversed(self.past) if each.you), None)

    def _draw_rules(self) -> Text:
        """Draw the rules, those first that the last move has changed."""
        now = self.state.rules
        before = self.past[-1].rules if self.past else now
        line = make_line("")
        for sign, style, rules in (
            ("+", "bold green", [rule for rule in now if rule not in before]),
            ("-", "red", [rule for rule in before if rule not in now]),
            ("", "dim", [rule for rule in now if rule in before]),
        ):
            for rule in rules:
                line.append(f"{sign}{rule}  ", style)
        return line if line.plain else make_line("no rules", "dim")

    def _draw_message(self, message: str | None) -> list[Text]:
        """Draw the message in as many lines as are kept free for it."""
        text = Text(message, style="cyan") if message is not None else self._make_message()
        lines = [*text.wrap(out, out.width)]
        if len(lines) > MESSAGE_LINES:
            rest = " ".join(each.plain.strip() for each in lines[MESSAGE_LINES - 1 :])
            lines = [*lines[: MESSAGE_LINES - 1], make_line(rest, str(text.style))]
        return [*lines, *[Text("")] * (MESSAGE_LINES - len(lines))]

    def _make_message(self) -> Text:
        if self.message:
            return Text(self.message, style="cyan")
        if self.state.won:
            return Text(self._congratulate(), style="bold green")
        if self.state.lost:
            return Text(
                "Nothing is YOU, nothing moves: u to take back, r to restart", style="bold red"
            )
        if self.state.helpless:
            return Text("Nothing is YOU, but something still moves: wait and see", style="yellow")
        return Text(self.trouble, style="yellow") if self.trouble and not self.past else Text("")

    def _congratulate(self) -> str:
        campaign, moves = self.campaign, len(self.past)
        known = len(campaign[self.number].solution)
        beside = ""
        if known:
            beside = f" (shortest known: {known})" if moves > known else ", as short as any known"
        words = f"You win in {pluralize(moves, 'move')}{beside}!"
        if len(campaign) == 1:
            return f"{words}  r again · q quit"
        if campaign.solved == len(campaign):
            return f"{words}  All {pluralize(len(campaign), 'level')} of {campaign.name} won."
        if self.number + 1 == len(campaign):
            left = len(campaign) - campaign.solved
            return f"{words}  The last level; {left} not won: l lists them"
        return f"{words}  enter next level · r again"

    def _draw_help(self) -> RenderableType:
        table = make_table(names(style="cyan"), "", rows=KEYS, header=False)
        return Group(make_line("Keys (any key goes back to the level)", "bold"), Text(""), table)

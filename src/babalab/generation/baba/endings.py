"""Positions one move before the win, from which levels are played backwards.

An ending has sentences, some of them in the open so that they can be pulled apart, some with a word
pushed out of them so that it can be pulled back in. *Themes*, one for each mechanic of the game,
decide what the sentences are about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import THING_CHARACTERS
from babalab.generation.baba.canvas import Canvas, Cell, spell_rule
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.ingredients import LevelDraft
from babalab.generation.baba.layouts import LAYOUTS
from babalab.generation.baba.start_position import DIRECTIONS, step_from, wins_with_last_move

Theme = Callable[[LevelDraft], None]

CELLS_OF_A_THEME: Final = 12
"""Additional cells that a map needs for each theme."""
EDGE: Final = ("corner", "edge", "anywhere")
OPEN: Final = ("open", "anywhere")


def make_ending(width: int, height: int, dice: Dice, wanted: Sequence[str] = ()) -> Level | None:
    """Make a level of this size, without its border, that one move solves; None if it fails.

    Each of the `wanted` mechanics gets its theme if there is room; other themes are random.
    """
    draft = LevelDraft(Canvas(width, height), dice, usual=dice.coin(0.8))
    draft.player, draft.goal = draft.cast("you"), draft.cast("win")
    draft.write_rule(draft.player, "you", EDGE if dice.coin(0.75) else OPEN)
    goal_open = "make-rule" in wanted or dice.coin(0.5)
    draft.write_rule(draft.goal, "win", OPEN if goal_open else EDGE)
    for name in _choose_themes(width * height, dice, wanted):
        THEMES[name](draft)
    return _place_player_and_goal(draft)


def _choose_themes(cells: int, dice: Dice, wanted: Sequence[str]) -> list[str]:
    names = [name for name in wanted if name in THEMES]
    room = max(1, cells // CELLS_OF_A_THEME - 1)
    for _ in range(dice.integer(1, 3)):
        name = dice.pick_weighted(WEIGHTS)
        if name not in names:
            names.append(name)
    return names[: max(room, 1)]


def _place_player_and_goal(draft: LevelDraft) -> Level | None:
    """Put the goal into a free cell and the player beside it, so that one move wins."""
    dice, canvas = draft.dice, draft.canvas
    free = set(canvas.find_free())
    beside = [
        (goal, step_from(goal, move, -1), move)
        for goal in sorted(free)
        for move in DIRECTIONS
        if step_from(goal, move, -1) in free
    ]
    if not beside:
        return None
    goal, player, move = dice.pick(beside)
    canvas.put(goal, THING_CHARACTERS[draft.goal])
    canvas.put(player, THING_CHARACTERS[draft.player])
    level = Level(canvas.rows, solution=move)
    return level if len(set(level.start().you)) == 1 and wins_with_last_move(level) else None


# ------------------------------------------------------------ themes


def add_stop(draft: LevelDraft) -> None:
    """Add something that stops."""
    _fill(draft, _cast_with_rule(draft, "stop"))


def add_broken_rule(draft: LevelDraft) -> None:
    """Add something that stopped, killed or sank until a word was pushed out of its sentence."""
    property_ = draft.dice.pick_weighted({"stop": 0.7, "kill": 0.2, "sink": 0.1})
    noun = draft.cast(property_)
    if _write_broken(draft, noun, property_):
        _fill(draft, noun)


def add_kill(draft: LevelDraft) -> None:
    """Add something that kills."""
    _fill(draft, _cast_with_rule(draft, "kill"))


def add_sink(draft: LevelDraft) -> None:
    """Add something that sinks, and something to push into it."""
    noun = _cast_with_rule(draft, "sink")
    _find_pushable(draft)
    _fill(draft, noun)


def add_hot_melt(draft: LevelDraft) -> None:
    """Add something hot, and let the player melt, or something that can be pushed into it."""
    noun = _cast_with_rule(draft, "hot")
    player = draft.dice.coin(0.7)
    if player:
        draft.write_rule(draft.player, "melt", EDGE)
    if not player or draft.dice.coin(0.5):
        draft.write_rule(_find_pushable(draft), "melt", EDGE)
    _fill(draft, noun)


def add_push(draft: LevelDraft) -> None:
    """Add something to push."""
    _place(draft, _find_pushable(draft), 1, 3)


def add_move(draft: LevelDraft) -> None:
    """Add something that moves by itself and may have another property."""
    noun = _cast_with_rule(draft, "move")
    if draft.dice.coin(0.6):
        draft.write_rule(noun, draft.dice.pick(("kill", "push", "stop")), EDGE)
    _place(draft, noun, 1, 2)


def add_transformation(draft: LevelDraft) -> None:
    """Add a sentence that has turned something into the goal or into an obstacle."""
    into = draft.goal if draft.dice.coin(0.7) else draft.cast("")
    noun = draft.cast("push")
    draft.canvas.write(spell_rule(noun, into), draft.dice, OPEN)
    _place(draft, into, 0 if into == draft.goal else 1, 2)


def add_made_rule(draft: LevelDraft) -> None:
    """Add a sentence in the open that can be pulled apart."""
    _place(draft, _cast_with_rule(draft, "push", OPEN), 1, 3)


def _cast_with_rule(draft: LevelDraft, property_: str, where: tuple[str, ...] = EDGE) -> str:
    """Choose a noun for a property and write its rule."""
    noun = draft.cast(property_)
    draft.write_rule(noun, property_, where)
    return noun


def _place(draft: LevelDraft, noun: str, low: int, high: int) -> None:
    """Place between `low` and `high` things of a noun in free cells."""
    draft.home = draft.canvas.find_free()
    draft.place(noun, draft.dice.integer(low, high), near=1.0)


def _fill(draft: LevelDraft, noun: str) -> None:
    """Fill some shape with things of a noun, and leave at least half of the free cells free."""
    canvas, dice = draft.canvas, draft.dice
    cells = canvas.find_free(dice.pick_weighted(LAYOUTS)(canvas, dice))
    room = len(canvas.find_free()) // 2
    start = dice.integer(0, max(0, len(cells) - room))
    canvas.fill(cells[start : start + room], THING_CHARACTERS[noun])


def _find_pushable(draft: LevelDraft) -> str:
    """Return a noun that is PUSH; write the rule if there is none."""
    for noun, property_ in draft.rules:
        if property_ == "push":
            return noun
    noun = draft.cast("push")
    draft.rules.append((noun, "push"))
    draft.write_rule(noun, "push", EDGE)
    return noun


def _write_broken(draft: LevelDraft, noun: str, property_: str) -> bool:
    """Write a sentence with one word a cell aside, and return whether there was room.

    Behind the gap there is room for somebody who goes through it and pulls the word back in.
    """
    canvas, dice = draft.canvas, draft.dice
    words = spell_rule(noun, property_)
    free = set(canvas.find_free())
    fitting: list[tuple[list[Cell], int, str]] = []
    for run in canvas.find_runs(3, lambda _run: True):
        for apart in range(3):
            for move in DIRECTIONS:
                aside, behind = step_from(run[apart], move), step_from(run[apart], move, -1)
                if {aside, behind} <= free - set(run):
                    fitting.append((run, apart, move))
    if not fitting:
        return False
    run, apart, move = dice.pick(fitting)
    for i, cell in enumerate(run):
        canvas.put(step_from(cell, move) if i == apart else cell, words[i])
    return True


THEMES: Final[dict[str, Theme]] = {
    "stop": add_stop,
    "break-rule": add_broken_rule,
    "kill": add_kill,
    "sink": add_sink,
    "hot-melt": add_hot_melt,
    "push": add_push,
    "move": add_move,
    "transform": add_transformation,
    "make-rule": add_made_rule,
}
"""The theme of each mechanic."""
WEIGHTS: Final = {
    "stop": 3.0, "break-rule": 2.0, "kill": 1.5, "sink": 1.5, "hot-melt": 1.5, "push": 1.0,
    "move": 1.0, "transform": 1.2, "make-rule": 0.6,
}  # fmt: skip
"""The weight of each theme in random choices."""

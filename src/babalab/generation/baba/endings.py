"""Positions one move before the win, from which levels are played backwards.

An ending has sentences, some of them in the open so that they can be pulled apart, some with
a word pushed out of them so that it can be pulled back in. What the sentences are about comes
from *themes*, one for each mechanic of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canvas import Canvas, Cell
from babalab.generation.baba.ingredients import Draft
from babalab.generation.baba.layouts import BARRIERS
from babalab.generation.baba.sight import DIRECTIONS, beyond, wins_at_last
from babalab.generation.dice import Dice

Theme = Callable[[Draft], None]

CELLS_OF_A_THEME: Final = 12
"""A map needs so many cells more for every theme."""
EDGE: Final = ("corner", "edge", "anywhere")
OPEN: Final = ("open", "anywhere")


def ending(width: int, height: int, dice: Dice, wanted: Sequence[str] = ()) -> Level | None:
    """A level of this size, without its border, solved by one move; None if it came out wrong.

    `wanted` are mechanics; each has its theme if there is room. Other themes are by chance.
    """
    draft = Draft(Canvas(width, height), dice, usual=dice.coin(0.8))
    draft.player, draft.goal = draft.cast("you"), draft.cast("win")
    draft.write_rule(draft.player, "you", EDGE if dice.coin(0.75) else OPEN)
    goal_open = "make-rule" in wanted or dice.coin(0.5)
    draft.write_rule(draft.goal, "win", OPEN if goal_open else EDGE)
    for name in _themes(width * height, dice, wanted):
        THEMES[name](draft)
    return _with_player_and_goal(draft)


def _themes(cells: int, dice: Dice, wanted: Sequence[str]) -> list[str]:
    names = [name for name in wanted if name in THEMES]
    room = max(1, cells // CELLS_OF_A_THEME - 1)
    for _ in range(dice.whole(1, 3)):
        name = dice.weighed(CHANCES)
        if name not in names:
            names.append(name)
    return names[: max(room, 1)]


def _with_player_and_goal(draft: Draft) -> Level | None:
    """The goal somewhere free and the player beside it, so that one move wins."""
    dice, canvas = draft.dice, draft.canvas
    free = set(canvas.free())
    beside = [
        (goal, beyond(goal, move, -1), move)
        for goal in sorted(free)
        for move in DIRECTIONS
        if beyond(goal, move, -1) in free
    ]
    if not beside:
        return None
    goal, player, move = dice.pick(beside)
    canvas.put(goal, THING_CHARACTERS[draft.goal])
    canvas.put(player, THING_CHARACTERS[draft.player])
    level = Level(canvas.rows, solution=move)
    return level if len(set(level.start().you)) == 1 and wins_at_last(level) else None


# ------------------------------------------------------------ themes


def stop(draft: Draft) -> None:
    """Something stops."""
    noun = draft.cast("stop")
    draft.write_rule(noun, "stop", EDGE)
    _fill(draft, noun)


def break_rule(draft: Draft) -> None:
    """Something stopped or killed until a word was pushed out of the sentence about it."""
    property_ = draft.dice.weighed({"stop": 0.7, "kill": 0.2, "sink": 0.1})
    noun = draft.cast(property_)
    if not _write_broken(draft, noun, property_):
        return
    _fill(draft, noun)


def kill(draft: Draft) -> None:
    """Something kills."""
    noun = draft.cast("kill")
    draft.write_rule(noun, "kill", EDGE)
    _fill(draft, noun)


def sink(draft: Draft) -> None:
    """Something sinks, and there is something to push into it."""
    noun = draft.cast("sink")
    draft.write_rule(noun, "sink", EDGE)
    _something_to_push(draft)
    _fill(draft, noun)


def hot_melt(draft: Draft) -> None:
    """Something is hot, and the player melts, or something that can be pushed into it."""
    noun = draft.cast("hot")
    draft.write_rule(noun, "hot", EDGE)
    player = draft.dice.coin(0.7)
    if player:
        draft.write_rule(draft.player, "melt", EDGE)
    if not player or draft.dice.coin(0.5):
        draft.write_rule(_something_to_push(draft), "melt", EDGE)
    _fill(draft, noun)


def push(draft: Draft) -> None:
    """Something can be pushed."""
    noun = _something_to_push(draft)
    draft.home = draft.canvas.free()
    draft.place(noun, draft.dice.whole(1, 3), near=1.0)


def move(draft: Draft) -> None:
    """Something moves by itself, and may be more than that."""
    noun = draft.cast("move")
    draft.write_rule(noun, "move", EDGE)
    if draft.dice.coin(0.6):
        draft.write_rule(noun, draft.dice.pick(("kill", "push", "stop")), EDGE)
    draft.home = draft.canvas.free()
    draft.place(noun, draft.dice.whole(1, 2), near=1.0)


def transform(draft: Draft) -> None:
    """Something was turned into the goal, or into what is in the way."""
    into = draft.goal if draft.dice.coin(0.7) else draft.cast("")
    noun = draft.cast("push")
    sentence = "".join(WORD_CHARACTERS[word] for word in (noun, "is", into))
    draft.canvas.write(sentence, draft.dice, OPEN)
    draft.home = draft.canvas.free()
    draft.place(into, draft.dice.whole(0 if into == draft.goal else 1, 2), near=1.0)


def make_rule(draft: Draft) -> None:
    """A sentence in the open that can be pulled apart."""
    noun = draft.cast("push")
    draft.write_rule(noun, "push", OPEN)
    draft.home = draft.canvas.free()
    draft.place(noun, draft.dice.whole(1, 3), near=1.0)


def _fill(draft: Draft, noun: str) -> None:
    """Some shape of a noun's things, which leaves most of the map free."""
    canvas, dice = draft.canvas, draft.dice
    cells = canvas.free(dice.weighed(BARRIERS)(canvas, dice))
    room = len(canvas.free()) // 2
    start = dice.whole(0, max(0, len(cells) - room))
    canvas.fill(cells[start : start + room], THING_CHARACTERS[noun])


def _something_to_push(draft: Draft) -> str:
    for noun, property_ in draft.rules:
        if property_ == "push":
            return noun
    noun = draft.cast("push")
    draft.rules.append((noun, "push"))
    draft.write_rule(noun, "push", EDGE)
    return noun


def _write_broken(draft: Draft, noun: str, property_: str) -> bool:
    """A sentence, one word of which stands a cell aside; whether there was room.

    There is room behind the gap for somebody who goes through it and pulls the word back in.
    """
    canvas, dice = draft.canvas, draft.dice
    words = [WORD_CHARACTERS[word] for word in (noun, "is", property_)]
    free = set(canvas.free())
    fitting: list[tuple[list[Cell], int, str]] = []
    for run in canvas.lines(3, lambda _run: True):
        for apart in range(3):
            for move in DIRECTIONS:
                aside, behind = beyond(run[apart], move), beyond(run[apart], move, -1)
                if {aside, behind} <= free - set(run):
                    fitting.append((run, apart, move))
    if not fitting:
        return False
    run, apart, move = dice.pick(fitting)
    for i, cell in enumerate(run):
        canvas.put(beyond(cell, move) if i == apart else cell, words[i])
    return True


THEMES: Final[dict[str, Theme]] = {
    "stop": stop,
    "break-rule": break_rule,
    "kill": kill,
    "sink": sink,
    "hot-melt": hot_melt,
    "push": push,
    "move": move,
    "transform": transform,
    "make-rule": make_rule,
}
"""A theme for each mechanic."""
CHANCES: Final = {
    "stop": 3.0, "break-rule": 2.0, "kill": 1.5, "sink": 1.5, "hot-melt": 1.5, "push": 1.0,
    "move": 1.0, "transform": 1.2, "make-rule": 0.6,
}  # fmt: skip
"""How often each is taken."""

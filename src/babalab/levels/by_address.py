"""Functions of levels that also take an address, as `load_level` does."""

from __future__ import annotations

from os import PathLike

from babalab.base.errors import BabalabError
from babalab.game import difficulty, rendering, story
from babalab.game.level import Level
from babalab.game.state import State
from babalab.levels.address import find_start


def tell(start: State | Level | str, moves: str | None = None) -> story.Story:
    """Tell the story of these moves, up to the first win; by default of the recorded solution.

    `start` may be an address. Raises `ValueError` for a state that does not know the moves that
    led to it (one out of a batch), as things can be followed only from the start of a play.

    >>> print(tell("first-steps/across").lines[1])
    moves 1-4: rrrr
    """
    state = find_start(start)
    return story.tell(state, _find_solution(state) if moves is None else moves)


def rate(start: State | Level | str, solution: str | None = None) -> difficulty.Difficulty:
    """Rate the difficulty of the level or state that a solution solves; by default the recorded.

    `start` may be an address. Raises `ValueError` if the moves do not win.

    >>> print(rate("first-steps/across"))
    difficulty 16 of 100
    """
    state = find_start(start)
    moves = _find_solution(state) if solution is None else solution
    return difficulty.rate(state, moves)


def render(
    start: State | Level | str,
    path: str | PathLike[str],
    moves: str = "",
    *,
    scale: int = 2,
    milliseconds: int = 180,
) -> None:
    """Draw the state after these moves as .png, .svg or .txt, or the whole play as a .gif.

    `start` may be an address. `scale` is how many pixels wide a sprite's pixel gets,
    `milliseconds` how long a frame is shown. Raises `BabalabError` if the name ends otherwise, or
    if the file can't be written.

    >>> import tempfile
    >>> from pathlib import Path
    >>> picture = Path(tempfile.mkdtemp()) / "play.gif"
    >>> render("first-steps/across", picture, "rrrr")
    >>> picture.read_bytes()[:6]
    b'GIF89a'
    """
    rendering.render(find_start(start), path, moves, scale=scale, milliseconds=milliseconds)


def _find_solution(start: State) -> str:
    """Return the recorded solution of a level that is at its start."""
    if start.moves:
        raise BabalabError("this play has begun already; give the moves that follow")
    if not start.level.solution:
        name = start.level.name or "this level"
        raise BabalabError(f"{name} has no recorded solution; give the moves, or use solve")
    return start.level.solution

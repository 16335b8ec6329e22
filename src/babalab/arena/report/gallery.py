"""The levels of a report: pictures, who solved them, and their best solutions in motion."""

from __future__ import annotations

import tempfile
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from babalab.arena.report.findings import Contender, LevelFindings
from babalab.base.markup import escape
from babalab.game.action import parse_moves
from babalab.game.drawing import png_bytes, save_gif
from babalab.game.level import Level
from babalab.game.scene import Scene

LONGEST_SECONDS = 20
"""Of an animation; longer solutions are played faster."""
SLOWEST, FASTEST = 180, 30
"""Milliseconds for a move."""
MOST_MOVES = 300
"""Longer solutions are not animated: nobody watches them."""


def gallery(
    contenders: Sequence[Contender], levels: Sequence[LevelFindings], animations: int
) -> str:
    """Return a card for each level; so many of those that the fewest solved get an animation."""
    solved = [level for level in levels if level.best is not None]
    animated = sorted(solved, key=lambda level: level.solvers)[:animations]
    anchors = {level.anchor for level in animated}
    cards = [_make_card(contenders, level, level.anchor in anchors) for level in levels]
    return f'<div class="grid">\n{"".join(cards)}</div>'


def _make_card(contenders: Sequence[Contender], level: LevelFindings, animate: bool) -> str:
    title = escape(level.title)
    start = Level.parse(level.line)
    solved_by = f"solved by {level.solvers} of {len(contenders)}"
    if level.provers:
        solved_by = f"proved unsolvable by {level.provers} of {len(contenders)}"
    picture = _embed_image(
        "png", png_bytes(start.start().scene(), 1), f"Level {level.title} at its start"
    )
    return (
        f'<article id="{level.anchor}" class="card share-{level.share}">\n'
        f"{picture}\n<h3>{title}</h3>\n<p>{solved_by}</p>\n"
        f"{_show_solution(contenders, level, start, animate)}</article>\n"
    )


def _show_solution(
    contenders: Sequence[Contender], level: LevelFindings, start: Level, animate: bool
) -> str:
    """Return the best solution and who else has one, to be opened."""
    best = level.best
    if best is None or best.solution is None:
        return ""
    motion = ""
    if animate and len(best.solution) <= MOST_MOVES:
        words = f"Level {level.title} being solved in {len(best.solution)} moves by {best.agent}"
        motion = _embed_image("gif", _animate(start, best.solution), words) + "\n"
    others = ", ".join(
        f"{contender.label} ({cell.length})"
        for contender, cell in zip(contenders, level.cells, strict=True)
        if cell.solved
    )
    moves = f"{len(best.solution)} move" + ("s" if len(best.solution) != 1 else "")
    return (
        f"<details>\n<summary>{moves} by {escape(best.agent)}</summary>\n{motion}"
        f'<p class="moves">{escape(best.solution)}</p>\n'
        f"<p>Solved by: {escape(others)}</p>\n</details>\n"
    )


def _animate(level: Level, solution: str) -> bytes:
    states = [level.start()]
    for action in parse_moves(solution):
        states.append(states[-1].step(action))
    scenes: list[Scene] = [state.scene() for state in states]
    pause = max(FASTEST, min(SLOWEST, 1000 * LONGEST_SECONDS // len(scenes)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solution.gif"
        save_gif(scenes, path, 1, milliseconds=pause)
        return path.read_bytes()


def _embed_image(kind: str, data: bytes, words: str) -> str:
    source = f"data:image/{kind};base64,{b64encode(data).decode()}"
    return f'<img src="{source}" alt="{escape(words)}" loading="lazy">'

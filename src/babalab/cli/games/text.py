"""States of any game for the terminal: in colour, and cut to what fits around the player."""

from __future__ import annotations

from typing import Any

from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import COLUMNS_PER_CELL, PLAYERS, cut_window, fit_picture
from babalab.games import Game
from babalab.games.vgdl import VgdlGame


def draw_game(game: Game[Any], state: Any, columns: int, lines: int) -> Text:
    """Return as much of a state as there is room for, as text."""
    if isinstance(game, VgdlGame):
        return _draw_vgdl(game, state, columns, lines)
    text = Text(fit_picture(game.picture(state), columns, lines))
    text.highlight_regex(f"[{PLAYERS}]", "bold yellow")
    text.highlight_regex("#", "dim")
    return text


def describe_status(game: Game[Any], state: Any) -> str:
    """Return the status of the player in one line; an empty text for most games."""
    if not isinstance(game, VgdlGame):
        return ""
    from babalab.games.vgdl.pictures.status import status_of

    status = status_of(game, state)
    parts = [f"{name} {amount}" for name, amount in status.resources.items()]
    if status.health is not None:
        parts.insert(0, f"health {status.health}/{status.max_health}")
    able = [game.actions[number] for number in game.legal_actions(state)]
    if able:
        parts.append(f"can {' '.join(able)}")
    return "   ".join(parts)


def describe_signs(game: Game[Any], state: Any) -> str:
    """Explain the characters of a state in one line; an empty text for most games."""
    if not isinstance(game, VgdlGame):
        return ""
    from babalab.games.vgdl.pictures.text import list_drawn, marks_of

    types, marks = game.description.types, marks_of(game.description)
    present = dict.fromkeys(each.type for each in list_drawn(game, state))
    return " · ".join(f"{marks[number]} {types[number].name}" for number in present)


def _draw_vgdl(game: VgdlGame, state: bytes, columns: int, lines: int) -> Text:
    """Draw two columns a cell if all of them fit, else one."""
    from babalab.games.vgdl.pictures.terminal import colour_cells

    cells = colour_cells(game, state)
    avatar, block = game.avatar(state), game.map.block
    wide = COLUMNS_PER_CELL * game.map.columns <= columns
    x, y = (avatar.x // block, avatar.y // block) if avatar else (0, 0)
    rows = cells[cut_window(y, len(cells), lines)]
    places = cut_window(x, game.map.columns, columns // (COLUMNS_PER_CELL if wide else 1))
    text = Text(no_wrap=True, overflow="ignore")
    for number, row in enumerate(rows):
        text.append("\n" if number else "")
        for cell in row[places]:
            text.append(cell.wide if wide else cell.narrow, cell.style)
    return text

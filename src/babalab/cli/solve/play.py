"""`babalab play`: play levels in the terminal, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from babalab.base.wording import pluralize
from babalab.cli.ui.console import warn
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.interactive import play_interactively, require_terminal
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit
from babalab.cli.ui.terminal_graphics import Graphics, GraphicsMode, choose_graphics
from babalab.levels import Wins, load_level, locate, packs, split_moves
from babalab.levels.campaign import Campaign, find_unfinished_pack

if TYPE_CHECKING:
    from babalab.cli.solve.baba_play import BabaPlay


def play(
    levels: Annotated[
        str | None,
        argument(
            "A pack, a file or a level: pack, pack/name, file, file#id or a one-line map, "
            "a level also with @moves behind it.",
            metavar="LEVELS",
            usual="the first pack you have not finished",
        ),
    ] = None,
    graphics: Graphics = GraphicsMode.AUTO,
) -> None:
    """Play the levels of a pack or file with the arrow keys: undo, hints, progress kept.

    Examples: 'babalab play', 'babalab play first-steps', 'babalab play first-steps/across'.
    """
    from babalab.cli.solve.baba_play import BabaPlay

    wins = Wins()
    address = levels if levels is not None else find_unfinished_pack(wins)
    if address is None:
        emit(
            f"You have won every level of our packs. Play one again with 'babalab play "
            f"{packs()[0].name}', or make new levels with 'babalab levels generate'.\n"
        )
        raise typer.Exit(ExitCode.YES)
    where, moves = split_moves(address)
    if moves:
        load_level(where)  # they are for one level, and this says so
    campaign = Campaign(locate(where), wins)
    require_terminal("play", "to replay moves use 'babalab check'")
    game = BabaPlay(campaign, moves, choose_graphics(graphics))
    stayed = play_interactively(game)
    _report(game)
    if not stayed:
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(ExitCode.YES if game.won or game.state.won else ExitCode.NO)


def _report(game: BabaPlay) -> None:
    """Print the moves, so that nothing is lost."""
    campaign = game.campaign
    for number, moves in game.won.items():
        _report_level(game, number, "won", moves)
    if not game.state.won:
        _report_level(game, game.number, "stopped", game.state.moves or "")
    if len(campaign) > 1:
        emit(f"{campaign.name}: {campaign.solved} of {pluralize(len(campaign), 'level')} won\n")
    if game.trouble:
        warn(game.trouble)


def _report_level(game: BabaPlay, number: int, outcome: str, moves: str) -> None:
    address = f"{game.campaign.levels.address_of(number)}: " if len(game.campaign) > 1 else ""
    words = f"{outcome} after {pluralize(len(moves), 'move')}{': ' if moves else ''}{moves}"
    emit(f"{address}{words}\n")

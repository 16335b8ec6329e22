"""`babalab games show`: a level, or the end of a play, in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.errors import BabalabError
from babalab.base.random_streams import derive_stream
from babalab.base.wording import format_size, pluralize
from babalab.cli.games.arguments import (
    FormerLevel,
    GameSource,
    LevelSource,
    Ticks,
    choose_level,
    find_game,
)
from babalab.cli.games.folders import GamesPath
from babalab.cli.games.moves import parse_actions
from babalab.cli.games.pictures import draw_play
from babalab.cli.games.text import describe_signs, draw_game
from babalab.cli.ui.arguments import AsJson, FrameTime, Seed
from babalab.cli.ui.blame import blame
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err, out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.finders import find_planner
from babalab.cli.ui.help_texts import OUTPUT
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import option
from babalab.cli.ui.pictures import Picture
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.terminal_graphics import (
    Graphics,
    GraphicsMode,
    TerminalGraphics,
    choose_graphics,
)
from babalab.cli.ui.text import Text
from babalab.game.drawing.sprites import MAX_SCALE
from babalab.games import Game
from babalab.games.vgdl import VgdlGame
from babalab.planning import Planner, make_planner, play

FORMATS = (".png", ".gif", ".txt")
LINES_BESIDES_THE_PICTURE = 3


def show_game(
    game: GameSource,
    level: LevelSource = None,
    same_level: FormerLevel = None,
    moves: Annotated[
        str | None, option("Play these moves first, such as 'right*3 use wait'.", metavar="MOVES")
    ] = None,
    agent: Annotated[
        str | None,
        option(
            "Let a planner play first, such as rhea.",
            "--agent",
            "-a",
            metavar="AGENT",
            autocompletion=offer(find_planner),
        ),
    ] = None,
    ticks: Ticks = None,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        option(
            "Write a picture: .png or .txt of the last state, .gif of the play.",
            "--output",
            "-o",
            metavar="FILE",
            panel=OUTPUT,
        ),
    ] = None,
    scale: Annotated[
        int | None,
        option(
            "Screen pixels per sprite pixel.",
            min=1,
            max=MAX_SCALE,
            usual="what fits",
            panel=OUTPUT,
        ),
    ] = None,
    legend: Annotated[
        bool,
        option("Also explain the sprites or characters.", "--legend", panel=OUTPUT),
    ] = False,
    milliseconds: FrameTime = 80,
    graphics: Graphics = GraphicsMode.AUTO,
    _path: GamesPath = None,
    as_json: AsJson = False,
) -> None:
    """Draw a level, or where moves or a planner lead from its start.

    Examples: 'babalab games show sokoban 3', 'babalab games show fireflies my_level.txt',
    'babalab games show magpies -o level.png --legend',
    'babalab games show magpies --agent rhea -o play.gif'.
    """
    if moves is not None and agent is not None:
        raise BabalabError("give either --moves or --agent, not both")
    kind = find_game(game)
    with blame(game):
        shown = kind(choose_level(kind, same_level or level))
        if output is not None:
            _check_output(output)
        states = [shown.start(derive_stream(seed, "game"))]
        finished = True
        if moves is not None:
            states = _play_moves(shown, moves, seed)
        elif agent is not None:
            states, finished = _let_play(shown, make_planner(agent), seed, ticks)
        if output is not None:
            _write(shown, states, output, scale, milliseconds, legend=legend)
        if as_json:
            emit_json(_as_json(shown, states))
        elif output is None:
            _print(shown, states, choose_graphics(graphics), legend=legend)
        if len(states) > 1:
            err.print(Text(_summarize(shown, states)))
    if not finished:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _check_output(output: Path) -> None:
    if output.suffix.lower() not in FORMATS:
        raise BabalabError(f"{output}: the name must end in .png, .gif or .txt")
    check_writable(output)


def _play_moves(game: Game[Any], moves: str, seed: int) -> list[Any]:
    """Return all states of a play with these moves, up to the end of the game."""
    chance = derive_stream(seed, "game")
    states = [game.start(chance)]
    for action in parse_actions(moves, game.actions):
        if game.over(states[-1]):
            break
        states.append(game.step(states[-1], action, chance))
    return states


def _let_play(
    game: Game[Any], planner: Planner, seed: int, ticks: int | None
) -> tuple[list[Any], bool]:
    """Return all states of a planner's play, and whether it came to its end before Ctrl-C."""
    states: list[Any] = []
    bar = ProgressLine(planner.name)
    with show_live(bar, quiet=True):

        def watch(state: Any) -> None:
            states.append(state)
            bar.update(f"{planner.name}: tick {len(states) - 1}, score {game.score(state):g}")

        try:
            play(game, planner, seed, ticks=ticks, watch=watch)
        except KeyboardInterrupt:
            return states or [game.start(derive_stream(seed, "game"))], False
    return states, True


def _print(game: Game[Any], states: list[Any], graphics: TerminalGraphics, *, legend: bool) -> None:
    """Print the last state; on a terminal as sprites, or in colours and explained."""
    *before, state = states
    if graphics.mode is not GraphicsMode.TEXT and not legend:
        room = out.height - LINES_BESIDES_THE_PICTURE
        drawn = draw_play(game, state, out.width, room, graphics, before)
        if isinstance(drawn, Picture):
            out.print(drawn)
            return
    if out.is_terminal and isinstance(game, VgdlGame):
        out.print(draw_game(game, state, out.width, game.map.rows))
        out.print(Text(describe_signs(game, state), style="dim"), soft_wrap=False)
    else:
        emit(f"{_as_text(game, state, legend=legend)}\n")


def _as_text(game: Game[Any], state: Any, *, legend: bool) -> str:
    signs = describe_signs(game, state) if legend else ""
    return f"{game.picture(state)}\n{signs}".rstrip("\n")


def _write(
    game: Game[Any],
    states: list[Any],
    output: Path,
    scale: int | None,
    milliseconds: int,
    *,
    legend: bool,
) -> None:
    from babalab.games.drawing import save_gif, save_png

    try:
        if output.suffix.lower() == ".txt":
            text = _as_text(game, states[-1], legend=legend)
            output.write_text(f"{text}\n", encoding="utf-8")
        elif output.suffix.lower() == ".png":
            save_png(game, states[-1], output, scale, legend=legend, before=states[:-1])
        else:
            save_gif(game, states, output, scale, milliseconds=milliseconds, legend=legend)
    except OSError as error:
        raise BabalabError(f"{output}: can't be written: {error.strerror or error}") from error
    err.print(Text(f"wrote {output} ({format_size(output.stat().st_size)})"))


def _as_json(game: Game[Any], states: list[Any]) -> dict[str, Any]:
    """Return the last state, in types JSON knows."""
    last = states[-1]
    return {
        "game": game.name,
        "level": game.level.name,
        "ticks": len(states) - 1,
        "won": game.won(last),
        "lost": game.lost(last),
        "over": game.over(last),
        "score": game.score(last),
        "actions": [game.actions[number] for number in game.legal_actions(last)],
        "picture": game.picture(last),
    }


def _summarize(game: Game[Any], states: list[Any]) -> str:
    last = states[-1]
    outcome = "won" if game.won(last) else "lost" if game.lost(last) else "not over"
    ticks = pluralize(len(states) - 1, "tick")
    return f"{game.name} {game.level.name}: {outcome} after {ticks}, score {game.score(last):g}"

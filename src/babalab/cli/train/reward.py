"""`babalab reward`: the reward of each step of a play, and its parts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import AsJson, LevelAddress
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err
from babalab.cli.ui.files import check_picture_file
from babalab.cli.ui.finders import find_reward
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.game.action import parse_moves
from babalab.game.state import State
from babalab.levels import load_level, load_state, split_moves

DEFAULT_REWARD = "knowledge"


class Boards(StrEnum):
    """The boards to draw."""

    END = "end"
    EACH = "each"


class Death(StrEnum):
    """When a play is lost."""

    HELPLESS = "helpless"
    LOST = "lost"


def reward(
    level: LevelAddress,
    moves: Annotated[
        str | None,
        argument(
            "Moves to play; without them, those behind @, or the recorded solution.",
            metavar="MOVES",
        ),
    ] = None,
    rewards: Annotated[
        list[str] | None,
        option(
            "Reward: distance, knowledge, knowledge-flat, sparse, potential(distance), or a "
            "sum like 'sparse + 0.1*potential(distance) - 0.01*step'; repeat it to compare.",
            "--reward",
            metavar="REWARD",
            autocompletion=offer(find_reward),
            usual=DEFAULT_REWARD,
        ),
    ] = None,
    board: Annotated[
        Boards | None,
        option("Draw the board at the end of the play, or at each step."),
    ] = None,
    picture: Annotated[
        Path | None,
        option(
            "Plot the parts over the moves, with the board, as .png or .svg.",
            "--picture",
            metavar="FILE",
            former="--plot",
        ),
    ] = None,
    death: Annotated[
        Death,
        option(
            "The player is dead when nothing is YOU (helpless, as in the papers), or only when "
            "nothing moves by itself either (lost)."
        ),
    ] = Death.HELPLESS,
    as_json: AsJson = False,
) -> None:
    """Show every part of a reward for each step of a play.

    This is the reward inspector of "Efficient Solver for Dynamic Puzzle Games", §VI-B-4. A play
    ends when it is won or the player is dead. docs/learning-rewards.md defines all parts.
    """
    from babalab.cli.train.reward_display import InspectedPlay, print_play
    from babalab.learning.rewards import inspect_play, parse_reward

    read = [parse_reward(text) for text in dict.fromkeys(rewards or [DEFAULT_REWARD])]
    check_picture_file(picture)
    start, moves = _start_and_moves(level, moves)
    actions = parse_moves(moves)
    play = InspectedPlay(
        level, tuple(inspect_play(each, start, actions, death.value) for each in read)
    )
    if as_json:
        emit_json(play.as_json())
    else:
        print_play(play, board)
    if play.unplayed:
        left = pluralize(len(play.unplayed), "move")
        err.print(Text(f"the play is over, {left} not played: {play.unplayed}", style="yellow"))
    if picture is not None:
        from babalab.learning.rewards.picture import draw_rewards

        draw_rewards(picture, play.seen, play.headline)
        err.print(Text(f"wrote {picture}"))


def _start_and_moves(address: str, moves: str | None) -> tuple[State, str]:
    if moves is not None:
        return load_state(address), moves
    level, behind = split_moves(address)
    start = load_level(level).start()
    moves = behind or start.level.solution
    if not moves:
        raise BabalabError("this level has no recorded solution; give the moves after it")
    return start, moves

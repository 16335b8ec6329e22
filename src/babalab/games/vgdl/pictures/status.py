"""The lines below a picture: tick, score, outcome, and the avatar's health and resources."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from babalab.game.drawing.sprites import Indices
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.pictures.colours import colours_of, index_of
from babalab.games.vgdl.pictures.lettering import HEIGHT, ink_of

if TYPE_CHECKING:
    from babalab.games.vgdl.game import VgdlGame

MARGIN: Final = 2
STATUS_WIDTH: Final = 108
"""The width in pixels that the first line needs, even if the level is narrower."""


class Status(NamedTuple):
    """The status of a play, as it is shown."""

    tick: int
    score: int
    outcome: str
    """``won``, ``lost``, or empty while it is not over."""
    health: int | None
    """The health of the avatar, if health matters in the game."""
    max_health: int
    resources: dict[str, int]
    """The resources of the avatar by name, in the order of the description."""


def status_of(game: VgdlGame, state: bytes) -> Status:
    """Return the status of a play."""
    description, avatar = game.description, game.avatar(state)
    held = {} if avatar is None else avatar.resources
    names = [description.types[number].name for number in description.resources]
    return Status(
        game.tick(state),
        game.result_score(state) if game.over(state) else int(game.score(state)),
        "won" if game.won(state) else "lost" if game.lost(state) else "",
        (0 if avatar is None else avatar.health) if _health_matters(description) else None,
        0 if avatar is None else avatar.max_health,
        {name: held[name] for name in names if held.get(name, 0)},
    )


def status_height(game: VgdlGame, letters: int) -> int:
    """Return the pixels that the lines take, the same in all states of a game."""
    return letters * (MARGIN + HEIGHT + MARGIN) * (2 if _has_more(game.description) else 1)


def draw_status(game: VgdlGame, state: bytes, strip: Indices, letters: int) -> None:
    """Write the lines into the strip below the screen, enlarged `letters` times."""
    status = status_of(game, state)
    strip[:] = index_of("k", "gray")
    strip[:letters] = index_of("d", "darkgray")
    outcome = {"won": "lightgreen", "lost": "lightred"}.get(status.outcome, "gray")
    first = [
        (f"tick {status.tick}", "gray"),
        (f"score {status.score}", "yellow"),
        (status.outcome, outcome),
    ]
    _write(strip, first, MARGIN, letters)
    if not _has_more(game.description):
        return
    colours = colours_of(game.description)
    second = []
    if status.health is not None:
        second.append((f"health {status.health}/{status.max_health}", "lightred"))
    for name, amount in status.resources.items():
        second.append((f"{name} {amount}", colours[game.description.by_name[name].number]))
    _write(strip, second, MARGIN + HEIGHT + MARGIN, letters)


def _write(strip: Indices, words: list[tuple[str, str]], top: int, letters: int) -> None:
    """Write a line of words, each in its colour; what does not fit is cut off."""
    left = MARGIN * letters
    top *= letters
    for text, colour in words:
        ink = ink_of(f"{text}  ").repeat(letters, axis=0).repeat(letters, axis=1)
        room = strip[top : top + ink.shape[0], left : left + ink.shape[1]]
        room[ink[:, : room.shape[1]]] = index_of("l", colour)
        left += ink.shape[1] + letters


def _has_more(description: Description) -> bool:
    return _health_matters(description) or bool(description.resources)


@lru_cache(maxsize=64)
def _health_matters(description: Description) -> bool:
    """Tell whether any rule changes the health of an avatar."""
    avatars = {each.number for each in description.types if each.avatar}
    rules = [
        *((rule.first, rule.effects) for rule in description.pairs),
        *((rule.of, rule.effects) for rule in description.edges),
        *((rule.of, (rule.effect,)) for rule in description.times),
    ]
    changes = ("addHealthPoints", "subtractHealthPoints")
    return any(
        avatars.intersection(description.family(of))
        and any(effect.kind in changes for effect in effects)
        for of, effects in rules
    )

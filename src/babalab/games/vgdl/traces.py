"""Recordings of plays made by the framework's engine, and checks of our engine against them.

A file has one JSON object on each line, one play, and may be compressed with gzip. Besides `game`,
`level` and `seed` it has what the screen measures (`block`, `width`, `height`), the names of the
`types` in order, a letter for each of the `actions`, the sprites before the first tick (`init`) and
what there was after each of the `ticks`: its number `t`, the action `a`, score `s`, winner `w`, `o`
if the game is over, and the sprites `sp`. `result_score` is what was reported in the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from babalab.game.recordings import RecordingError, lines_of
from babalab.games.game import GameLevel
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.maps import read_map
from babalab.games.vgdl.plain import PlainVgdl
from babalab.games.vgdl.streams import JavaRandom

LETTERS: Final = {"N": "wait", "U": "up", "L": "left", "D": "down", "R": "right", "S": "use"}
SHOWN_DIFFERENCES = 8


Row = list[Any]
"""A sprite in recordings: numbers as in `FIELDS`, then its resources if it ever had any."""
FIELDS: Final = (
    "type", "number", "x", "y", "orientation x", "orientation y", "health", "disabled", "resources",
)  # fmt: skip


class Snapshot(NamedTuple):
    """A state as it is recorded."""

    score: int
    winner: int
    over: bool
    sprites: list[Row]


@dataclass(frozen=True, slots=True)
class VgdlRecording:
    """One recorded play; `states` begin with the one before the first tick."""

    game: str
    level: int
    seed: int
    block: int
    width: int
    height: int
    types: tuple[str, ...]
    actions: str
    states: tuple[Snapshot, ...]
    result_score: int
    source: str
    line: int

    @property
    def ticks(self) -> int:
        """The number of recorded ticks."""
        return len(self.actions)


class Difference(NamedTuple):
    """A value that differs from the recording; None stands for a missing sprite."""

    what: str
    recorded: object
    ours: object

    def __str__(self) -> str:
        """Return a line such as ``rock 12: x: recorded 30, ours 20``."""
        if self.recorded is None:
            return f"{self.what}: not recorded, but ours: {self.ours}"
        if self.ours is None:
            return f"{self.what}: missing; recorded: {self.recorded}"
        return f"{self.what}: recorded {self.recorded}, ours {self.ours}"


@dataclass(frozen=True, slots=True)
class VgdlMismatch:
    """The first difference of a play from its recording."""

    game: str
    level: int
    seed: int
    tick: int
    """The number of the tick; -1 before the first."""
    action: str
    differences: tuple[Difference, ...]
    source: str
    line: int

    def __str__(self) -> str:
        """Return a description in a few lines."""
        when = f"tick {self.tick} ({self.action})" if self.tick >= 0 else "before the first tick"
        place = f"{self.source}:{self.line}: {self.game} level {self.level}, seed {self.seed}"
        lines = [f"{place}, {when}", *map(str, self.differences[:SHOWN_DIFFERENCES])]
        if len(self.differences) > SHOWN_DIFFERENCES:
            lines.append(f"and {len(self.differences) - SHOWN_DIFFERENCES} more")
        return "\n  ".join(lines)


def read_recordings(path: Path) -> Iterator[VgdlRecording]:
    """Yield all plays of a file, one by one. Raises `RecordingError` if it is no recording."""
    for number, line in lines_of(path):
        yield parse_recording(line, str(path), number)


def parse_recording(line: str, source: str, number: int) -> VgdlRecording:
    """Return the play of one line. Raises `RecordingError` with its place."""
    try:
        play = json.loads(line)
        ticks, actions = play["ticks"], _check_kind(play["actions"], str)
        states = [Snapshot(0, -1, over=False, sprites=_check_kind(play["init"], list))]
        for place, (tick, letter) in enumerate(zip(ticks, actions, strict=True)):
            if (tick["t"], tick["a"]) != (place, letter):
                raise ValueError(f"tick {place} is numbered {tick['t']}, with {tick['a']!r}")
            states.append(_parse_state(tick))
        return VgdlRecording(
            _check_kind(play["game"], str),
            _check_kind(play["level"], int),
            _check_kind(play["seed"], int),
            _check_kind(play["block"], int),
            _check_kind(play["width"], int),
            _check_kind(play["height"], int),
            tuple(_check_kind(each, str) for each in play["types"]),
            _check_letters(actions),
            tuple(states),
            _check_kind(play["result_score"], int),
            source,
            number,
        )
    except json.JSONDecodeError as error:
        reason = f"column {error.colno}: {error.msg}"
    except KeyError as error:
        reason = f"{error.args[0]!r} is missing"
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        reason = str(error)
    raise _make_error(source, number, reason)


def check_recording(
    recording: VgdlRecording, game: type[VgdlGame], *, twin: bool = False
) -> VgdlMismatch | None:
    """Play a recording's actions, up to the first difference if there is one.

    With `twin` in plain Python, otherwise in the core. Raises `RecordingError` where the game has
    no such level.
    """
    level = _find_level(recording, game)
    play: _Play = _TwinPlay(game, level, recording) if twin else _CorePlay(game, level, recording)
    differences = list(_compare_games(recording, game, play))
    for tick, recorded in enumerate(recording.states, start=-1):
        if tick >= 0 and not differences:
            play.advance(LETTERS[recording.actions[tick]])
        ours = play.observe()
        if recorded != ours:
            try:
                differences += _compare_states(recorded, ours, recording.types)
            except TypeError as error:
                raise _make_error(recording.source, recording.line, str(error)) from error
        if not differences and tick == recording.ticks - 1:
            differences += _compare("result score", recording.result_score, play.result)
        if differences:
            action = LETTERS[recording.actions[tick]] if tick >= 0 else ""
            return VgdlMismatch(
                recording.game, recording.level, recording.seed, tick, action,
                tuple(differences), recording.source, recording.line,
            )  # fmt: skip
    return None


def _make_error(source: str, line: int, reason: str) -> RecordingError:
    return RecordingError(f"{source}:{line}: not a recorded play: {reason}")


class _Play(Protocol):
    """A play that can be compared with a recording."""

    @property
    def measures(self) -> tuple[int, int, int]:
        """The side of a cell, and the screen's width and height."""

    @property
    def result(self) -> int:
        """The score to be reported at the end."""

    def advance(self, action: str) -> None:
        """Play one tick."""

    def observe(self) -> Snapshot:
        """Return the state."""


class _CorePlay:
    """A play in the core."""

    def __init__(self, game: type[VgdlGame], level: GameLevel, recording: VgdlRecording) -> None:
        self.game = game(level)
        self.numbers = {name: number for number, name in enumerate(self.game.actions)}
        self.chance = JavaRandom(recording.seed)
        self.state = self.game.start(self.chance)
        self.measures = self.game.map.block, self.game.map.width, self.game.map.height

    @property
    def result(self) -> int:
        return self.game.result_score(self.state)

    def advance(self, action: str) -> None:
        self.state = self.game.step(self.state, self.numbers.get(action, 0), self.chance)

    def observe(self) -> Snapshot:
        game, state = self.game, self.state
        winner = 1 if game.won(state) else 0 if game.lost(state) else -1
        return Snapshot(
            int(game.score(state)),
            winner,
            game.over(state),
            [
                _make_row(
                    each.type, each.number, each.x, each.y, each.orientation_x,
                    each.orientation_y, each.health, each.disabled, each.resources,
                )
                for each in game.sprites(state)
            ],
        )  # fmt: skip


class _TwinPlay:
    """A play in plain Python."""

    def __init__(self, game: type[VgdlGame], level: GameLevel, recording: VgdlRecording) -> None:
        self.names = [each.name for each in game.description.types]
        self.map = read_map(game.description, level)
        self.engine = PlainVgdl(game.description, self.map)
        self.chance = JavaRandom(recording.seed)
        self.state = self.engine.start()
        self.measures = self.map.block, self.map.width, self.map.height

    @property
    def result(self) -> int:
        return self.state.result_score

    def advance(self, action: str) -> None:
        self.engine.advance(self.state, action, self.chance)

    def observe(self) -> Snapshot:
        sprites = [
            _make_row(
                each.type.number, each.number, *each.at, *each.orientation, each.health,
                each.disabled, {self.names[key]: held for key, held in each.resources.items()},
            )
            for each in self.engine.list_sprites(self.state)
        ]  # fmt: skip
        return Snapshot(self.state.score, self.state.winner, self.state.over, sprites)


def _find_level(recording: VgdlRecording, game: type[VgdlGame]) -> GameLevel:
    for level in game.levels():
        if level.name == f"level-{recording.level}":
            return level
    raise RecordingError(
        f"{recording.source}:{recording.line}: {game.name} has no level {recording.level}; "
        f"put {game.name}_{recording.level}.txt beside {game.description.source}"
    )


def _compare_games(
    recording: VgdlRecording, game: type[VgdlGame], play: _Play
) -> Iterator[Difference]:
    recorded = recording.block, recording.width, recording.height
    yield from _compare("cell, width and height", recorded, play.measures)
    names = tuple(each.name for each in game.description.types)
    yield from _compare("types", " ".join(recording.types), " ".join(names))


def _compare_states(
    recorded: Snapshot, ours: Snapshot, types: Sequence[str]
) -> Iterator[Difference]:
    yield from _compare("score", recorded.score, ours.score)
    yield from _compare("winner", recorded.winner, ours.winner)
    yield from _compare("over", recorded.over, ours.over)
    expected = {row[1]: row for row in map(_check_row, recorded.sprites)}
    actual = {row[1]: row for row in ours.sprites}
    for number in sorted(expected.keys() | actual.keys()):
        one, other = expected.get(number), actual.get(number)
        name = f"{_name(one or other or [], types)} {number}"
        if one is None or other is None:
            yield Difference(name, one and _place(one), other and _place(other))
            continue
        for field, value, found in zip(FIELDS, _complete(one), _complete(other), strict=True):
            yield from _compare(f"{name}: {field}", value, found)
    orders = [list(expected), list(actual)]
    if orders[0] != orders[1] and expected.keys() == actual.keys():
        yield Difference("order of sprites", *orders)


def _compare(what: str, recorded: object, ours: object) -> Iterator[Difference]:
    if recorded != ours:
        yield Difference(what, recorded, ours)


def _make_row(*fields: Any) -> Row:
    """Return a sprite as recordings have it."""
    *numbers, held = fields
    return [*numbers, held] if held else numbers


def _complete(row: Row) -> Row:
    return row if len(row) == len(FIELDS) else [*row, {}]


def _place(row: Row) -> str:
    return f"at ({row[2]}, {row[3]})"


def _name(row: Row, types: Sequence[str]) -> str:
    return types[row[0]] if 0 <= row[0] < len(types) else f"type {row[0]}"


def _check_row(row: Any) -> Row:
    """Validate a recorded sprite. Only those that differ are looked at: there are millions."""
    numbers = len(FIELDS) - 1
    if (
        not isinstance(row, list)
        or len(row) not in (numbers, numbers + 1)
        or any(type(each) not in (int, float) for each in row[:numbers])
        or any(not isinstance(each, dict) for each in row[numbers:])
    ):
        raise TypeError(f"a sprite is {numbers} numbers and perhaps an object, not {row!r}")
    return row


def _parse_state(tick: dict[str, Any]) -> Snapshot:
    return Snapshot(
        _check_kind(tick["s"], int),
        _check_kind(tick["w"], int),
        bool(tick["o"]),
        _check_kind(tick["sp"], list),
    )


def _check_letters(actions: str) -> str:
    for place, letter in enumerate(actions, start=1):
        if letter not in LETTERS:
            raise ValueError(f"action {place} is {letter!r}; use {' '.join(LETTERS)}")
    return actions


def _check_kind(value: Any, kind: type) -> Any:
    """Return the value if it is of this type, or raise `TypeError`."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} should be of the kind {kind.__name__}")
    return value

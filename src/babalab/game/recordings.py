"""Recordings of plays in the competition's engine, and checks of our engine against them.

A file has one JSON object on each line, and may be compressed with gzip:
``{"id", "ascii", "actions": "rrud…", "start": {"map", "rules": […], "you"},
"steps": [[map, "rule rule …", you, won], …]}``, where ``steps[i]`` is the state after
``actions[i]``: the picture, the rules in order, the number of things that are YOU, 1 if won.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from babalab.base.errors import BabalabError
from babalab.base.unpacking import GZIP_MARK
from babalab.game.action import Action, parse_moves
from babalab.game.level import Level
from babalab.game.state import State

MOST_LINE_BYTES: Final = 64 * 2**20
"""No play is longer; something that is endless, or is when unpacked, is not read whole."""


class RecordingError(BabalabError, ValueError):
    """A file that is not a recording; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The part of a state that recordings contain."""

    picture: str
    rules: tuple[str, ...]
    you: int
    won: bool

    @classmethod
    def of(cls, state: State) -> Observation:
        """Return the observation of one of our states."""
        you = state.level.core.you_count(state.row)
        return cls(state.picture, state.rules, you, state.won)


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded play; `observations` begin with the state before the first action."""

    id: str
    level: Level
    actions: tuple[Action, ...]
    observations: tuple[Observation, ...]
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first state of a play in which our engine differs; step 0 is the start."""

    recording: Recording
    step: int
    expected: Observation
    actual: Observation

    @property
    def differences(self) -> tuple[str, ...]:
        """The parts that differ: some of picture, rules, you, won."""
        names = Observation.__slots__
        return tuple(n for n in names if getattr(self.expected, n) != getattr(self.actual, n))

    def __str__(self) -> str:
        where = self.recording
        action = where.actions[self.step - 1].letter if self.step else "start"
        lines = [f"{where.source}:{where.line}: play {where.id}, step {self.step} ({action})"]
        for name in self.differences:
            expected, actual = getattr(self.expected, name), getattr(self.actual, name)
            if name == "picture":
                pairs = zip(expected.split("\n"), actual.split("\n"), strict=False)
                lines += ["  picture, recorded and ours:", *(f"    {a}   {b}" for a, b in pairs)]
            else:
                lines.append(f"  {name}: recorded {expected!r}, ours {actual!r}")
        return "\n".join(lines)


def read_recordings(path: Path) -> Iterator[Recording]:
    """Yield all plays of a file, one by one. Raises `RecordingError` if it is no recording."""
    for number, line in lines_of(path):
        yield _parse(line, str(path), number)


def verify(recording: Recording) -> Mismatch | None:
    """Play a recording's actions in our engine, up to the first difference if there is one."""
    state = recording.level.start()
    for step, expected in enumerate(recording.observations):
        if step:
            state = state.step(recording.actions[step - 1])
        actual = Observation.of(state)
        if actual != expected:
            return Mismatch(recording, step, expected, actual)
    return None


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield lines of a file, plain or compressed, with their numbers; blank ones are left out.

    The file is read as it is unpacked, a line at a time. Raises `RecordingError`.
    """
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2).startswith(GZIP_MARK)
            file: BinaryIO = gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[assignment]
            while line := file.readline(MOST_LINE_BYTES + 1):
                number += 1
                if len(line) > MOST_LINE_BYTES:
                    raise RecordingError(
                        f"{path}:{number}: a line of over {MOST_LINE_BYTES >> 20} MiB is no play"
                    )
                if line.strip():
                    yield number, line.decode("utf-8").removesuffix("\n")
    except (OSError, EOFError, zlib.error, ValueError) as error:
        if isinstance(error, RecordingError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordingError(f"{path}: can't be read: {reason}") from error


def _parse(line: str, source: str, number: int) -> Recording:
    def refuse(reason: str) -> RecordingError:
        return RecordingError(f"{source}:{number}: not a recorded play: {reason}")

    try:
        play = json.loads(line)
        start, steps = play["start"], play["steps"]
        actions = tuple(parse_moves(play["actions"]))
        level = Level.parse(play["ascii"])
        first = _check_observation(start["map"], start["rules"], start["you"], 0)
        observations = (first, *(_step(*step) for step in steps))
    except json.JSONDecodeError as error:
        raise refuse(f"column {error.colno}: {error.msg}") from error
    except KeyError as error:
        raise refuse(f"{error.args[0]!r} is missing") from error
    except BabalabError as error:
        raise refuse(str(error)) from error
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise refuse(f"something in it has the wrong type ({error})") from error
    if len(observations) != len(actions) + 1:
        raise refuse(f"{len(actions)} actions but {len(observations) - 1} steps")
    return Recording(str(play.get("id", number)), level, actions, observations, source, number)


def _step(picture: Any, rules: Any, you: Any, won: Any) -> Observation:
    return _check_observation(picture, rules.split(), you, won)


def _check_observation(picture: Any, rules: Any, you: Any, won: Any) -> Observation:
    """Return the recorded observation if all of it has the right type."""
    if not isinstance(picture, str):
        raise TypeError(f"a map must be text, not {picture!r}")
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise TypeError(f"rules must be a list of texts, not {rules!r}")
    if not isinstance(you, int) or not isinstance(won, int):
        raise TypeError(f"you and won must be numbers, not {you!r} and {won!r}")
    return Observation(picture, tuple(rules), you, bool(won))

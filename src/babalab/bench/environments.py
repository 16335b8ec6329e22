"""Measuring the speed of environments, beside one made the plain way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np

from babalab.game.action import Action
from babalab.game.level import Level
from babalab.learning.envs.baba import BabaEnv, BabaVectorEnv
from babalab.learning.envs.observations import PAPER_SIZE, Size, fit_size
from babalab.learning.envs.plain_environment import PlainEnv
from babalab.learning.envs.stable_environment import StableEnv

SLOTS: Final = (64, 4096)
MIXING_STEPS: Final = 30
"""Steps before measuring, so that slots are anywhere in an episode."""
ACTIONS: Final = 64
"""Rounds of random actions that are drawn beforehand and used again and again."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: how many steps a second an environment makes."""

    name: str
    """Its key in the JSON."""
    environment: str
    observation: str
    masks: bool
    copied: bool
    steps_per_second: float
    ratio: float
    """To the plain environment with the same observation and masks."""


@dataclass(slots=True)
class EnvironmentReport:
    """All figures of one run."""

    levels: str
    level_count: int
    lines: list[Line] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return one flat object for JSON: steps per second, and the ratios to plain ones."""
        figures: dict[str, Any] = {}
        for line in self.lines:
            figures[f"{line.name}_steps_per_second"] = round(line.steps_per_second, 1)
            figures[f"{line.name}_ratio"] = round(line.ratio, 2)
        return {
            "levels": self.levels,
            "level_count": self.level_count,
            "cpus": os.cpu_count(),
            "threads": 1,
            **figures,
        }


Made = dict[str, Any]
"""Settings of an environment."""
Note = Callable[[str], None]
Step = Callable[[], int]
"""Makes some steps; how many."""
Case = tuple[str, str, str, bool, bool, Callable[[], Step]]
"""Key, environment, observation, masks, copied, and how to make it."""


def measure_environments(
    levels: Sequence[Level], name: str, seconds: float, note: Note
) -> EnvironmentReport:
    """Measure all environments, each for about this many seconds, in one thread."""
    report = EnvironmentReport(name, len(levels))
    least = fit_size(levels, None)
    size = max(least[0], PAPER_SIZE[0]), max(least[1], PAPER_SIZE[1])
    plain: dict[tuple[str, bool], float] = {}
    for key, environment, observation, masks, copied, prepare in _cases(levels, size):
        note(f"{environment}, {observation}")
        rate = _rate(prepare(), seconds)
        plain.setdefault((observation, masks), rate)  # the plain ones come first
        ratio = rate / plain[observation, masks]
        report.lines.append(Line(key, environment, observation, masks, copied, rate, ratio))
    return report


def _cases(levels: Sequence[Level], size: Size) -> Iterator[Case]:
    """Yield all there is to measure, the plain environments first."""
    for key, environment, prepare in (
        ("plain", "plain Python", _plain),
        ("gymnasium", "one Gymnasium env", _single),
    ):
        for observation, masks in _SEEN:
            made: Made = {"observation": observation, "masks": masks, "size": size}
            yield _case(key, environment, made, partial(prepare, levels, made))
    for slots in SLOTS:
        for observation, masks in _SEEN:
            for copied in (True, False) if observation == "paper" else (False,):
                made = {"observation": observation, "masks": masks, "size": size, "copy": copied}
                name = f"vector env, {slots:,} slots"
                yield _case(f"vector_{slots}", name, made, partial(_vector, levels, made, slots))
    for slots in SLOTS:
        for copied in (True, False):
            made = {"observation": "paper", "masks": False, "size": size, "copy": copied}
            name = f"SB3 adapter, {slots:,} slots"
            yield _case(f"stable_{slots}", name, made, partial(_stable, levels, made, slots))


_SEEN: Final = (
    ("paper", False), ("paper", True), ("ascii", False), ("ascii", True), ("full", True),
)  # fmt: skip
"""Observations, with and without masks; the full one holds the mask in any case."""


def _case(key: str, environment: str, made: Made, prepare: Callable[[], Step]) -> Case:
    observation, masks, copied = made["observation"], made["masks"], made.get("copy", True)
    parts = [key, observation, "masked" if masks and observation != "full" else ""]
    parts.append("" if copied else "view")
    name = "_".join(part for part in parts if part)
    return name, environment, observation, masks, copied, prepare


def _rate(step: Step, seconds: float) -> float:
    """Measure steps per second of the processor's time, of which others' work takes nothing."""
    for _ in range(MIXING_STEPS):
        step()
    made, spent, began = 0, 0.0, time.process_time()
    while spent < seconds:
        made += step()
        spent = time.process_time() - began
    return made / spent


def _actions(slots: int) -> Iterator[Any]:
    drawn = np.random.default_rng(0).integers(0, len(Action), (ACTIONS, slots))
    while True:
        yield from drawn


def _plain(levels: Sequence[Level], made: Made) -> Step:
    """Make an environment for each level; an episode is in any of them."""
    environments = [PlainEnv(level, **made) for level in levels]
    chance = np.random.default_rng(0)
    actions = _actions(1)
    playing = environments[0]
    playing.reset()

    def step() -> int:
        nonlocal playing
        _, _, terminated, truncated, _ = playing.step(int(next(actions)[0]))
        if terminated or truncated:
            playing = environments[chance.integers(len(environments))]
            playing.reset()
        return 1

    return step


def _single(levels: Sequence[Level], made: Made) -> Step:
    env = BabaEnv(levels, **made)
    env.reset(seed=0)
    actions = _actions(1)

    def step() -> int:
        _, _, terminated, truncated, _ = env.step(int(next(actions)[0]))
        if terminated or truncated:
            env.reset()
        return 1

    return step


def _vector(levels: Sequence[Level], made: Made, slots: int) -> Step:
    env = BabaVectorEnv(levels, slots, **made)
    env.reset(seed=0)
    actions = _actions(env.num_envs)

    def step() -> int:
        env.step(next(actions))
        return env.num_envs

    return step


def _stable(levels: Sequence[Level], made: Made, slots: int) -> Step:
    env = StableEnv(levels, slots, **made)
    env.reset()
    actions = _actions(env.num_envs)

    def step() -> int:
        env.step(next(actions))
        return int(env.num_envs)

    return step

"""Measuring the speed of environments, beside one made the plain way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from babalab.bench.report import LevelReport, Note
from babalab.game.action import Action
from babalab.game.level import Level
from babalab.learning.envs.baba import BabaEnv, BabaVectorEnv
from babalab.learning.envs.observations import PAPER_SIZE, fit_size
from babalab.learning.envs.plain_environment import PlainEnv
from babalab.learning.envs.stable_environment import StableEnv

SLOTS: Final = (64, 4096)
OBSERVED: Final = (
    ("paper", False), ("paper", True), ("ascii", False), ("ascii", True), ("full", True),
)  # fmt: skip
"""Observations, with and without masks; the full one holds the mask in any case."""
MIXING_STEPS: Final = 30
"""Steps before measuring, so that slots are anywhere in an episode."""
ACTIONS: Final = 64
"""Rounds of random actions, drawn beforehand and used again and again."""

Step = Callable[[], int]
"""Makes some steps and returns how many."""


class EnvironmentCase(NamedTuple):
    """An environment to measure."""

    kind: str
    """The first part of its name."""
    title: str
    make: Callable[..., Step]
    """Makes the environment from levels and settings, ready for steps."""
    observation: str
    masks: bool
    copied: bool = True
    """Whether observations are copies, not views."""

    @property
    def name(self) -> str:
        """Its key in the JSON."""
        masked = "masked" if self.masks and self.observation != "full" else ""
        view = "" if self.copied else "view"
        return "_".join(filter(None, (self.kind, self.observation, masked, view)))


class EnvironmentSpeed(NamedTuple):
    """One line of the table."""

    case: EnvironmentCase
    steps_per_second: float
    ratio: float
    """To the plain environment with the same observation and masks."""


@dataclass(slots=True)
class EnvironmentReport(LevelReport):
    """The report of `babalab env bench`."""

    speeds: list[EnvironmentSpeed] = field(default_factory=list)

    @property
    def figures(self) -> dict[str, float]:
        """See `LevelReport`."""
        figures: dict[str, float] = {"threads": 1}
        for case, rate, ratio in self.speeds:
            figures[f"{case.name}_steps_per_second"] = round(rate, 1)
            figures[f"{case.name}_ratio"] = round(ratio, 2)
        return figures


def measure_environments(
    levels: Sequence[Level], name: str, seconds: float, note: Note
) -> EnvironmentReport:
    """Measure all environments, each for about this many seconds, in one thread."""
    report = EnvironmentReport(name, len(levels))
    least = fit_size(levels, None)
    size = max(least[0], PAPER_SIZE[0]), max(least[1], PAPER_SIZE[1])
    plain: dict[tuple[str, bool], float] = {}
    for case in _list_cases():
        note(f"{case.title}, {case.observation}")
        step = case.make(levels, observation=case.observation, masks=case.masks, size=size)
        rate = _measure_rate(step, seconds)
        key = case.observation, case.masks
        plain.setdefault(key, rate)  # the plain ones come first
        report.speeds.append(EnvironmentSpeed(case, rate, rate / plain[key]))
    return report


def _list_cases() -> Iterator[EnvironmentCase]:
    """Yield all there is to measure, the plain environments first."""
    for kind, title, make in (
        ("plain", "plain Python", _make_plain),
        ("gymnasium", "one Gymnasium env", _make_single),
    ):
        for observation, masks in OBSERVED:
            yield EnvironmentCase(kind, title, make, observation, masks)
    for kind, title, environment, observed in (
        ("vector", "vector env", BabaVectorEnv, OBSERVED),
        ("stable", "SB3 adapter", StableEnv, OBSERVED[:1]),
    ):
        for slots in SLOTS:
            for observation, masks in observed:
                for copied in (True, False) if observation == "paper" else (False,):
                    yield EnvironmentCase(
                        f"{kind}_{slots}",
                        f"{title}, {slots:,} slots",
                        partial(_make_vector, environment, slots, copied),
                        observation,
                        masks,
                        copied,
                    )


def _measure_rate(step: Step, seconds: float) -> float:
    """Measure steps per second of processor time."""
    for _ in range(MIXING_STEPS):
        step()
    made, spent, began = 0, 0.0, time.process_time()
    while spent < seconds:
        made += step()
        spent = time.process_time() - began
    return made / spent


def _draw_actions(slots: int) -> Iterator[Any]:
    drawn = np.random.default_rng(0).integers(0, len(Action), (ACTIONS, slots))
    while True:
        yield from drawn


def _make_plain(levels: Sequence[Level], **settings: Any) -> Step:
    """Make an environment for each level; every episode is in one of them, at random."""
    environments = [PlainEnv(level, **settings) for level in levels]
    chance = np.random.default_rng(0)
    actions = _draw_actions(1)
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


def _make_single(levels: Sequence[Level], **settings: Any) -> Step:
    env = BabaEnv(levels, **settings)
    env.reset()
    actions = _draw_actions(1)

    def step() -> int:
        _, _, terminated, truncated, _ = env.step(int(next(actions)[0]))
        if terminated or truncated:
            env.reset()
        return 1

    return step


def _make_vector(
    kind: Callable[..., Any], slots: int, copied: bool, levels: Sequence[Level], **settings: Any
) -> Step:
    env = kind(levels, slots, copy=copied, **settings)
    env.reset()
    actions = _draw_actions(slots)

    def step() -> int:
        env.step(next(actions))
        return slots

    return step

"""The paper's reward inspector (§VI-B-4): every part of rewards, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.batch import Stop
from babalab.game.state import State
from babalab.learning.rewards.declared import RewardWay
from babalab.learning.rewards.reward import STATE_PLACE, STEP_PLACE, Component, Reward

_ENDINGS = {_core.ONGOING: "goes on", _core.ENDED_WON: "won", _core.ENDED_DEAD: "died"}


class InspectedStep(NamedTuple):
    """The rewards of one step."""

    number: int
    """Counted from 1."""
    action: Action
    parts: Mapping[str, float]
    """The share of each component of the reward, by its label."""
    total: float
    running: float
    """The sum of all totals up to here."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """A play, with the rewards of its steps."""

    reward: Reward
    states: tuple[State, ...]
    """Before the first step, and after each."""
    steps: tuple[InspectedStep, ...]
    unplayed: str
    """Moves that were left when the play ended."""
    end: int
    """The end of the play, as the core numbers ends."""

    @property
    def ending(self) -> str:
        """``won``, ``died``, or that it goes on."""
        return _ENDINGS[self.end]

    @property
    def total(self) -> float:
        """The sum over all steps."""
        return self.steps[-1].running if self.steps else 0.0

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the components, in their order."""
        return tuple(dict.fromkeys(each.label for each in self.reward.components()))

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "reward": str(self.reward),
            "components": [
                {
                    "label": component.label,
                    "part": component.part.name,
                    "way": component.way.value,
                    "weight": component.weight,
                    "factor": component.factor,
                    "discount": component.discount,
                    "until_end": component.until_end,
                }
                for component in self.reward.components()
            ],
            "steps": [
                {
                    "step": step.number,
                    "move": format_moves([step.action]),
                    "parts": dict(step.parts),
                    "total": step.total,
                    "sum": step.running,
                }
                for step in self.steps
            ],
            "total": self.total,
        }


def inspect_play(
    reward: Reward, start: State, moves: str | Sequence[Action], death: Stop = "helpless"
) -> Inspection:
    """Play moves until they are over or the play is, and take the reward of each step apart.

    >>> from babalab.learning.rewards import parse_reward
    >>> start = State.parse("______/_b..f_/_B12._/_F13._/______")
    >>> seen = inspect_play(parse_reward("sparse - 0.1*step"), start, "rrrr")
    >>> [step.total for step in seen.steps], seen.unplayed
    ([-0.1, -0.1, 0.9], 'r')
    """
    actions = list(parse_moves(moves) if isinstance(moves, str) else moves)
    states = [start]
    ends: list[int] = []
    while len(ends) < len(actions) and not find_end(states[-1], death):
        states.append(states[-1].step(actions[len(ends)]))
        ends.append(find_end(states[-1], death))
    steps = tuple(_inspect_steps(reward, states, np.array(ends, np.uint8), actions))
    left = format_moves(actions[len(ends) :])
    return Inspection(reward, tuple(states), steps, left, find_end(states[-1], death))


def find_end(state: State, death: Stop = "helpless") -> int:
    """Return the end of a play in this state, if it is one, as the core numbers ends."""
    if state.won:
        return _core.ENDED_WON
    died = state.lost if death == "lost" else state.helpless
    return _core.ENDED_DEAD if died else _core.ONGOING


def _inspect_steps(
    reward: Reward, states: Sequence[State], ends: NDArray[np.uint8], actions: Sequence[Action]
) -> Iterator[InspectedStep]:
    core, plan = states[0].level.core, reward.plan()
    rows = np.array([np.frombuffer(state.row, np.uint8) for state in states])
    measured = _core.reward_parts(core, plan, rows)
    events = _core.step_parts(core, rows[:-1], rows[1:], ends)
    totals = _core.step_rewards(core, plan, rows[:-1], rows[1:], ends).tolist()
    columns: dict[str, NDArray[np.float64]] = {}
    for component in reward.components():
        given = _weigh_component(component, measured, events, ends)
        if component.until_end:
            given = np.where(ends == _core.ONGOING, given, 0.0)
        columns[component.label] = columns.get(component.label, 0.0) + given
    for place, running in enumerate(accumulate(totals)):
        parts = {label: float(column[place]) for label, column in columns.items()}
        yield InspectedStep(place + 1, actions[place], parts, totals[place], running)


def _weigh_component(
    component: Component,
    measured: NDArray[np.float64],
    events: NDArray[np.float64],
    ends: NDArray[np.uint8],
) -> NDArray[np.float64]:
    """Return what a component gives at each step."""
    name = component.part.name
    if component.way is RewardWay.EVENT:
        return component.weight * events[:, STEP_PLACE[name]]
    values = measured[:, STATE_PLACE[name]]
    before, after = values[:-1], values[1:]
    match component.way:
        case RewardWay.VALUE:
            return component.weight * after
        case RewardWay.CHANGE:
            return component.weight * (after - before)
        case _:
            later = np.where(ends == _core.ONGOING, after, 0.0)
            return component.weight * ((component.discount or 0.0) * later - before)

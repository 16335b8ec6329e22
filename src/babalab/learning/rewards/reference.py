"""The parts of rewards as a specification one can run: plain Python, one function each.

Written straight from docs/learning-rewards.md. They look at a `State` or at a `ReferenceGame`,
which shares nothing with the native core; tests compare the core's rewards with both.
`Reward.components` lists the parts of a reward; everything else is computed here.

>>> here = look(State.parse("______/_b..f_/_B12._/_F13._/______"))
>>> nearness(here)
0.1935483870967742
>>> weighted_distance(here.players, here.winnables, -5, 0.9)
-15.5
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.game.batch import Stop
from babalab.game.reference import ReferenceGame
from babalab.game.state import Cell, State
from babalab.learning.rewards.declared import RewardWay
from babalab.learning.rewards.reward import Component, Reward

EMPTY_GROUP = 10.0
"""The average distance to a group without members."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that rewards depend on: the cells of each class, the rules, the end."""

    players: tuple[Cell, ...]
    pushables: tuple[Cell, ...]
    winnables: tuple[Cell, ...]
    killers: tuple[Cell, ...]
    sinkers: tuple[Cell, ...]
    words: tuple[Cell, ...]
    rules: frozenset[str]
    won: bool
    died: bool


def look(position: State | ReferenceGame, death: Stop = "helpless") -> Look:
    """Look at a state. Death is that nothing is YOU, or (``lost``) that nothing moves either."""

    def list_cells(listed: Sequence[Any]) -> tuple[Cell, ...]:
        return tuple(each if isinstance(each, tuple) else each.cell for each in listed)

    dead = not position.you and (death == "helpless" or not position.movers)
    return Look(
        players=list_cells(position.you),
        pushables=list_cells(position.pushes),
        winnables=list_cells(position.wins),
        killers=list_cells(position.killers),
        sinkers=list_cells(position.sinkers),
        words=list_cells(position.words),
        rules=frozenset(position.rules),
        won=position.won,
        died=dead and not position.won,
    )


def distance(one: Cell, other: Cell) -> int:
    """Return the Manhattan distance."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# ---------------------------------------------------------------- parts of a state


def average_distance(ones: Sequence[Cell], others: Sequence[Cell]) -> float:
    """Return the mean distance over all pairs."""
    distances = [distance(one, other) for one in ones for other in others]
    return sum(distances) / len(distances) if distances else EMPTY_GROUP


def nearness(here: Look) -> float:
    """Return 3 / (sum of the average distances of players to winnables, words and pushables)."""
    groups = (here.winnables, here.words, here.pushables)
    return 3 / max(sum(average_distance(here.players, group) for group in groups), 1e-9)


def weighted_distance(
    ones: Sequence[Cell], others: Sequence[Cell], first_weight: float, factor: float
) -> float:
    """Compute Algorithm 5."""
    distances = sorted(distance(one, other) for one in ones for other in others)
    reward = 0.0
    weight = first_weight
    for each in distances:
        reward += weight * (each + 0.1)
        weight *= factor
    return reward


def compute_state_part(name: str, here: Look, factor: float | None = None) -> float:
    """Compute a part of a state. A weighted distance begins with the weight 1."""
    match name:
        case "nearness":
            return nearness(here)
        case "players":
            return len(here.players)
        case "pushables":
            return len(here.pushables)
        case "rules":
            return len(here.rules)
    one, other = name.split("-")
    assert factor is not None, f"{name} needs a factor"
    return weighted_distance(getattr(here, one), getattr(here, other), 1.0, factor)


# ---------------------------------------------------------------- parts of a step


def compute_step_part(name: str, before: Look, after: Look) -> float:
    """Compute a part of a step."""
    match name:
        case "composed":
            return len(after.rules - before.rules)
        case "destroyed":
            return len(before.rules - after.rules)
        case "win":
            return float(after.won)
        case "death":
            return float(after.died)
        case "step":
            return 1.0
    raise ValueError(f"{name} is no part of a step")


# ---------------------------------------------------------------- rewards


def compute_component(component: Component, before: Look, after: Look) -> float:
    """Return what one component gives for a step."""
    name = component.part.name
    over = after.won or after.died
    if over and component.until_end:
        return 0.0
    if component.way is RewardWay.EVENT:
        return component.weight * compute_step_part(name, before, after)
    old = compute_state_part(name, before, component.factor)
    new = compute_state_part(name, after, component.factor)
    match component.way:
        case RewardWay.VALUE:
            return component.weight * new
        case RewardWay.CHANGE:
            return component.weight * (new - old)
        case RewardWay.POTENTIAL:
            assert component.discount is not None, "a potential has a discount"
            return component.weight * (component.discount * (0.0 if over else new) - old)


def compute_parts(reward: Reward, before: Look, after: Look) -> dict[str, float]:
    """Return what each component gives for a step, by its label; the reward is their sum."""
    parts: dict[str, float] = {}
    for component in reward.components():
        given = compute_component(component, before, after)
        parts[component.label] = parts.get(component.label, 0.0) + given
    return parts

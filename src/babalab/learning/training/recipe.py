"""Recipes: everything that decides what a training learns, declared once.

The command line, checkpoints, the files of trained weights and the documentation read the
declarations. A recipe is plain data: numbers and short texts, and JSON and back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from babalab.base.parameters import (
    Parameter,
    ParameterError,
    Value,
    parameter,
    parameters_of,
)
from babalab.base.specs import make_from_spec
from babalab.base.suggestions import unknown
from babalab.game.vocabulary import MAX_SIDE
from babalab.learning.errors import LearningError
from babalab.learning.ppo.kl_penalty import KLPenalty

MOST_WEIGHTS: Final = 10**9
MOST_STEPS: Final = 10**8
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")


class RecipeError(LearningError):
    """A recipe that can't be followed; says what would be right."""


@dataclass(frozen=True, kw_only=True)
class MlpOptions:
    """Options of the network `mlp`."""

    width: int = parameter(64, "units of a hidden layer", low=1, high=100_000)
    layers: int = parameter(2, "hidden layers", low=1, high=1000)

    def estimate_weights(self, cells: int) -> int:
        """Return roughly how many weights there are, given the cells of an observation."""
        return 2 * self.width * (cells + self.width * (self.layers - 1))


@dataclass(frozen=True, kw_only=True)
class PlanesOptions:
    """Options of the network `planes`: the arguments of `PlanesNet`."""

    channels: int = parameter(48, "channels of a convolution", low=1, high=100_000)
    blocks: int = parameter(6, "residual blocks", low=1, high=1000)
    hidden: int = parameter(128, "hidden units of the heads", low=1, high=100_000)

    def estimate_weights(self, cells: int) -> int:  # noqa: ARG002 - convolutions need no more
        """See `MlpOptions`."""
        convolutions = 18 * self.channels * self.channels * self.blocks
        return convolutions + self.hidden * (self.channels + self.hidden)


NETWORKS: Final[dict[str, type[MlpOptions | PlanesOptions]]] = {
    "mlp": MlpOptions,
    "planes": PlanesOptions,
}


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A recipe for training a policy. `presets` has complete ones; any field can be changed."""

    preset: str = parameter("", "name of the preset it began as")
    levels: str = parameter(
        "first-steps", "addresses of the levels to train on, separated by commas"
    )
    without: str = parameter(
        "", "addresses of levels to leave out, with all that are equivalent to them"
    )
    reward: str = parameter("sparse", "reward of a step: see 'babalab reward'")
    observation: Literal["paper", "full", "ascii"] = parameter("paper", "kind of observation")
    size: str = parameter(
        "20x20", "rows x columns of the observation; empty: those of the largest level"
    )
    max_steps: int = parameter(
        100, "steps after which an episode is cut off", low=1, high=1_000_000
    )
    death: Literal["helpless", "lost"] = parameter(
        "helpless", "an episode ends when nothing is YOU, or only when nothing can follow"
    )
    masks: bool = parameter(False, "whether moves that change nothing are ruled out")
    curriculum: str = parameter("none", "how levels are weighted: see docs/learning-training.md")

    envs: int = parameter(16, "environments side by side", low=1, high=1_000_000)
    steps: int = parameter(1_000_000, "steps of all environments together", low=1)
    whole_updates: bool = parameter(
        True, "whether the last update is a whole one, though it leads beyond these steps"
    )
    seed: int = parameter(0, "seed of everything random", low=0, high=2**31 - 1)

    network: Literal["mlp", "planes"] = parameter(
        "mlp", "mlp: plain layers over flattened planes; planes: PlanesNet"
    )
    network_options: str = parameter("", "options of the network, such as channels=64,blocks=6")

    discount: float = parameter(0.99, "discount for each step", low=0, high=1)
    gae: float = parameter(0.95, "λ of generalised advantage estimation", low=0, high=1)
    rollout: int = parameter(128, "steps of each environment for an update", low=1, high=1_000_000)
    bootstrap: bool = parameter(
        True, "whether values stand for the rewards after steps that are cut off"
    )
    epochs: int = parameter(4, "passes over the steps of an update", low=1, high=1000)
    value_epochs: int = parameter(
        0, "passes for the values alone after those; 0: values learn in the same", low=0, high=1000
    )
    batch: int = parameter(64, "steps in a minibatch", low=2, high=10_000_000)
    learning_rate: float = parameter(3e-4, "learning rate of Adam at the start", low=0)
    learning_rate_end: float = parameter(
        3e-4, "learning rate at the end; it changes linearly", low=0
    )
    entropy: float = parameter(0.01, "coefficient of the entropy at the start", low=0)
    entropy_end: float = parameter(
        0.01, "coefficient of the entropy at the end; it changes linearly", low=0
    )
    value_coefficient: float = parameter(0.5, "coefficient of the value loss", low=0)
    gradient_norm: float = parameter(0.5, "gradients are cut to this length", low=1e-9)
    separate_gradients: bool = parameter(
        False, "whether the gradients of policy and values are cut separately"
    )
    normalise_advantages: bool = parameter(
        True, "whether advantages are normalised within a minibatch"
    )
    normalise_rewards: bool = parameter(
        False, "whether rewards are divided by the running deviation of returns"
    )

    clip: float = parameter(0.0, "PPO's clip of ratios; 0: no clipping", low=0)
    kl_target: float = parameter(0.01, "KL_target of Algorithm 4; 0: no penalty", low=0)
    kl_start: float = parameter(1.0, "λ at the start", low=1e-4, high=1e4)
    kl_high: float = parameter(1.5, "β_high: λ grows above this times the target", low=0)
    kl_low: float = parameter(1 / 1.5, "β_low: λ shrinks below this times the target", low=0)
    kl_factor: float = parameter(2.0, "alpha: the factor by which λ grows and shrinks", low=1)
    precision: Literal["float32", "bfloat16"] = parameter(
        "float32", "precision of a GPU's arithmetic"
    )

    def __post_init__(self) -> None:
        for declared in parameters_of(Recipe):
            try:
                declared.check(getattr(self, declared.name))
            except ParameterError as error:
                raise RecipeError(f"recipe: {error}") from None
            if declared.type is float:  # a whole number is one too
                object.__setattr__(self, declared.name, float(getattr(self, declared.name)))
        self.shape  # noqa: B018 - checks it
        self._check_size()
        try:
            self.penalty  # noqa: B018
        except LearningError as error:
            raise RecipeError(f"recipe: {error}") from None
        if self.per_update < 2:
            raise RecipeError("recipe: envs=1 with rollout=1 is no update: 2 steps are the least")
        if self.network == "planes" and self.observation != "full":
            raise RecipeError(
                f"recipe: network=planes takes observation=full, not {self.observation}"
            )
        if self.network == "mlp" and self.observation == "full":
            raise RecipeError("recipe: network=mlp takes observation=paper or ascii, not full")
        if self.network == "planes" and self.value_epochs:
            raise RecipeError(
                "recipe: value_epochs are for network=mlp, as planes is one network for both"
            )
        if self.masks and self.observation != "full":
            raise RecipeError(
                f"recipe: masks=true needs observation=full, as {self.observation} has no mask"
            )

    @property
    def shape(self) -> tuple[int, int] | None:
        """(rows, columns) of the observation; None: the largest level's."""
        if not self.size:
            return None
        match = _SIZE.fullmatch(self.size)
        sides = (int(match[1]), int(match[2])) if match else (0, 0)
        if not all(1 <= side <= MAX_SIDE for side in sides):
            raise RecipeError(
                f"recipe: size={self.size!r}: write it like 20x20, each side from 1 to {MAX_SIDE}"
            )
        return sides

    @property
    def options(self) -> MlpOptions | PlanesOptions:
        """The options of the network. Raises `RecipeError`."""
        given = "".join(self.network_options.split())
        if ":" in given or ".py" in given:
            raise RecipeError(f"recipe: network_options={given!r}: write it like blocks=6")
        try:
            spec = f"{self.network}:{given}" if given else self.network
            return make_from_spec(spec, NETWORKS.__getitem__)
        except ParameterError as error:
            raise RecipeError(f"recipe: network_options: {error}") from None

    def _check_size(self) -> None:
        """Raise `RecipeError` for what no machine has memory for."""
        rows, columns = self.shape or (MAX_SIDE, MAX_SIDE)
        weights = self.options.estimate_weights(rows * columns)
        if weights > MOST_WEIGHTS:
            raise RecipeError(
                f"recipe: network_options={self.network_options!r}: a network of some "
                f"{weights:,} weights; at most {MOST_WEIGHTS:,} are supported"
            )
        if self.per_update > MOST_STEPS:
            raise RecipeError(
                f"recipe: {self.per_update:,} steps of an update (envs times rollout) are more "
                f"than the {MOST_STEPS:,} that are supported"
            )

    @property
    def penalty(self) -> KLPenalty | None:
        """The rule by which λ of Algorithm 4 moves, if there is a penalty."""
        if not self.kl_target:
            return None
        names = ("target", "start", "high", "low", "factor")
        return KLPenalty(**{name: getattr(self, f"kl_{name}") for name in names})

    @property
    def per_update(self) -> int:
        """The number of steps, of all environments, that an update learns from."""
        return self.envs * self.rollout

    @property
    def total_steps(self) -> int:
        """The number of steps that a training of this recipe ends with."""
        at_once = self.per_update if self.whole_updates else self.envs
        return -(-self.steps // at_once) * at_once

    def count_rollout(self, done: int) -> int:
        """Return how many steps each environment makes for the update after `done` steps."""
        if self.whole_updates:
            return self.rollout
        return min(self.rollout, -(-(self.steps - done) // self.envs))

    def changed(self, changes: Mapping[str, Any]) -> Recipe:
        """Return the recipe with some fields changed. Raises `RecipeError`."""
        for name in changes:
            _find_field(name)
        return replace(self, **changes)

    def as_json(self) -> str:
        """Return all fields, on one line."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """Read what `as_json` wrote. Raises `RecipeError` if it is something else."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecipeError(f"recipe: it is no JSON: {error}") from None
        if not isinstance(fields, dict):
            raise RecipeError("recipe: it must be a JSON object")
        for name in fields:
            _find_field(name)
        return cls(**fields)


def parse_changes(texts: Iterable[str]) -> dict[str, Value]:
    """Read fields set as on the command line: ``field=value``.

    >>> parse_changes(["batch=128", "entropy=0.02"])
    {'batch': 128, 'entropy': 0.02}
    """
    changes: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RecipeError(f"{text!r}: write it like {name or 'batch'}=VALUE")
        try:
            changes[name.strip()] = _find_field(name.strip()).parse(value.strip())
        except ParameterError as error:
            raise RecipeError(str(error)) from None
    return changes


def _find_field(name: str) -> Parameter:
    fields = {each.name: each for each in parameters_of(Recipe)}
    if name not in fields:
        raise RecipeError(unknown("field", name, fields, owner="a recipe"))
    return fields[name]

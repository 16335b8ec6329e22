"""Policies for Stable-Baselines3, which turn observations into actions and values."""

from __future__ import annotations

from typing import Any, TypeAlias

import torch
from gymnasium import spaces
from stable_baselines3.common.distributions import CategoricalDistribution
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

Tensors: TypeAlias = "torch.Tensor | dict[str, torch.Tensor]"
IMPOSSIBLE = -1e8
"""The logit of a masked action: its probability is 0, and its logarithm still a number."""


class NoFeatures(BaseFeaturesExtractor):
    """Extracts nothing: the network takes observations as they are."""

    def __init__(self, observation_space: spaces.Space[Any]) -> None:
        super().__init__(observation_space, features_dim=1)


class NetworkPolicy(ActorCriticPolicy):
    """A policy that is one network for both: ``network(cells, rules) -> (logits, values)``.

    It takes the observation `full` as it comes from the environment. With `masks` the moves that
    ``mask`` calls useless get no probability.
    """

    def __init__(
        self,
        observation_space: spaces.Dict,
        action_space: spaces.Discrete,
        lr_schedule: Any,
        *,
        network: Any,
        network_options: dict[str, Any] | None = None,
        masks: bool = True,
        **settings: Any,
    ) -> None:
        self._make_network = network
        self._compiled: tuple[Any, ...] = ()  # hidden in a tuple: it is no second set of weights
        self._compiled_sizes: frozenset[int] = frozenset()
        self._network_options = network_options or {}
        self.masks = masks
        settings["features_extractor_class"] = NoFeatures
        super().__init__(observation_space, action_space, lr_schedule, **settings)

    def _build(self, lr_schedule: Any) -> None:
        network = self._make_network(**self._network_options)
        self.network = network.to(memory_format=torch.channels_last)
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def compile_for(self, *sizes: int) -> None:
        """Compile the network for batches of these sizes: a minute, for three times the speed."""
        self._compiled = (torch.compile(self.network, dynamic=False),)
        self._compiled_sizes = frozenset(sizes)

    def judge(self, obs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithms of the probabilities of all actions, and the values."""
        compiled = self._compiled and len(obs["cells"]) in self._compiled_sizes
        network = self._compiled[0] if compiled else self.network
        logits, values = network(obs["cells"], obs["rules"])
        logits = logits.float()
        if self.masks:
            logits = logits.masked_fill(obs["mask"] == 0, IMPOSSIBLE)
        return logits.log_softmax(dim=-1), values.float()

    def forward(
        self, obs: dict[str, torch.Tensor], deterministic: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return actions, values and the logarithms of the actions' probabilities."""
        log_probabilities, values = self.judge(obs)
        distribution = self._make_distribution(log_probabilities)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values.unsqueeze(-1), distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: dict[str, torch.Tensor], actions: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return values, logarithms of the actions' probabilities, and entropies."""
        log_probabilities, values = self.judge(obs)
        distribution = self._make_distribution(log_probabilities)
        return values.unsqueeze(-1), distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: dict[str, torch.Tensor]) -> CategoricalDistribution:
        """Return the distribution of actions."""
        return self._make_distribution(self.judge(obs)[0])

    def predict_values(self, obs: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the values."""
        return self.judge(obs)[1].unsqueeze(-1)

    def _make_distribution(self, log_probabilities: torch.Tensor) -> CategoricalDistribution:
        return self.action_dist.proba_distribution(action_logits=log_probabilities)


def judge_observations(policy: Any, observations: Tensors) -> tuple[torch.Tensor, torch.Tensor]:
    """Let any actor-critic policy of Stable-Baselines3's, or ours, judge a batch of observations.

    Returns the logarithms of the probabilities of all actions, and the values.
    """
    if hasattr(policy, "judge"):
        log_probabilities, values = policy.judge(observations)
    else:
        features = policy.extract_features(observations)
        pairs = features if isinstance(features, tuple) else (features, features)
        for_actions = policy.mlp_extractor.forward_actor(pairs[0])
        for_values = policy.mlp_extractor.forward_critic(pairs[1])
        log_probabilities = policy.action_net(for_actions).float().log_softmax(dim=-1)
        values = policy.value_net(for_values).squeeze(-1)
    return log_probabilities.float(), values.float()

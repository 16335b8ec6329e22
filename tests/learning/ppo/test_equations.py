"""The equations of Algorithm 4, against numbers computed by hand and against torch's own."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")

from torch.distributions import Categorical, kl_divergence  # noqa: E402

from babalab.learning.errors import LearningError  # noqa: E402
from babalab.learning.ppo.algorithm import (  # noqa: E402
    categorical_entropy,
    categorical_kl,
    penalised_objective,
    surrogate,
)
from babalab.learning.ppo.kl_penalty import KLPenalty  # noqa: E402

PENALTY = KLPenalty(target=0.01, high=1.5, low=0.5, factor=3.0)


@pytest.mark.parametrize(
    ("kl", "after"),
    [
        (0.016, 6.0),  # more than 1.5 times the target: times 3
        (0.015, 2.0),  # not more
        (0.010, 2.0),
        (0.005, 2.0),  # not less than half of it
        (0.0049, 2 / 3),  # less: a third
        (0.0, 2 / 3),
        (math.inf, 6.0),
        (math.nan, 2.0),
    ],
)
def test_lambda_moves_as_algorithm_4_says(kl: float, after: float) -> None:
    assert PENALTY.adapt(2.0, kl) == pytest.approx(after)


def test_lambda_stays_within_its_bounds() -> None:
    coefficient = 1.0
    for _ in range(100):
        coefficient = PENALTY.adapt(coefficient, kl=1.0)
    assert coefficient == PENALTY.most
    for _ in range(100):
        coefficient = PENALTY.adapt(coefficient, kl=0.0)
    assert coefficient == PENALTY.least


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"target": 0.0}, "KL target"),
        ({"low": 2.0}, "KL bounds"),
        ({"low": 0.0}, "KL bounds"),
        ({"factor": 1.0}, "KL factor"),
        ({"start": 0.0}, "λ must start between"),
    ],
)
def test_penalties_that_make_no_sense(settings: dict[str, float], words: str) -> None:
    with pytest.raises(LearningError, match=words):
        KLPenalty(**settings)


def test_kl_by_hand() -> None:
    old, new = torch.tensor([[0.5, 0.25, 0.25]]).log(), torch.tensor([[1, 1, 6]]).div(8).log()
    # 0.5 ln 4 + 0.25 ln 2 + 0.25 ln (1 / 3), which is another number the other way round
    expected = 1.25 * math.log(2) - 0.25 * math.log(3)
    assert categorical_kl(old, new).item() == pytest.approx(expected)
    assert categorical_kl(old, old).item() == 0.0
    assert categorical_entropy(old).item() == pytest.approx(1.5 * math.log(2))


def test_kl_and_entropy_are_torchs() -> None:
    chance = torch.Generator().manual_seed(1)
    old, new = (3 * torch.randn(200, 5, generator=chance).double() for _ in range(2))
    ours = categorical_kl(old.log_softmax(-1), new.log_softmax(-1))
    theirs = kl_divergence(Categorical(logits=old), Categorical(logits=new))
    torch.testing.assert_close(ours, theirs)
    torch.testing.assert_close(
        categorical_entropy(old.log_softmax(-1)), Categorical(logits=old).entropy()
    )


def test_impossible_actions_add_nothing() -> None:
    """Masked logits of -1e8 make neither numbers that are none nor gradients that are none."""
    old = torch.tensor([[0.3, -1e8, 0.1]]).log_softmax(-1)
    new = torch.tensor([[0.1, -1e8, 0.7]], requires_grad=True)
    kl = categorical_kl(old, new.log_softmax(-1)) + categorical_entropy(new.log_softmax(-1))
    without = torch.tensor([[0.3, 0.1]]).log_softmax(-1), torch.tensor([[0.1, 0.7]]).log_softmax(-1)
    expected = categorical_kl(*without) + categorical_entropy(without[1])
    assert kl.item() == pytest.approx(expected.item(), rel=1e-5)
    kl.sum().backward()
    assert new.grad is not None
    assert torch.isfinite(new.grad).all()
    assert new.grad[0, 1] == 0


def test_objective_by_hand() -> None:
    ratio, advantages = torch.tensor([1.5, 0.5, 1.0]), torch.tensor([2.0, -1.0, 4.0])
    kl = torch.tensor([0.1, 0.2, 0.3])
    # (3 - 0.5 + 4) / 3 = 13 / 6
    assert surrogate(ratio, advantages).item() == pytest.approx(13 / 6)
    # with a clip of 0.2: (min(3, 2.4) + min(-0.5, -0.8) + 4) / 3
    assert surrogate(ratio, advantages, 0.2).item() == pytest.approx(5.6 / 3)
    unclipped = penalised_objective(ratio, advantages, kl, 5.0)
    assert unclipped.item() == pytest.approx(13 / 6 - 5 * 0.2)
    clipped = penalised_objective(ratio, advantages, kl, 5.0, clip=0.2)
    assert clipped.item() == pytest.approx(5.6 / 3 - 5 * 0.2)

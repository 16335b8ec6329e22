"""Choose the best evaluations of a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babalab.tuning.history import Evaluation
from babalab.tuning.objectives import find_objective


def losses(evaluation: Evaluation) -> tuple[float, ...]:
    """Return the measured objectives, turned so that less is better."""
    return tuple(find_objective(name).loss(value) for name, value in evaluation.objectives.items())


def best(evaluations: Sequence[Evaluation]) -> Evaluation | None:
    """Return the one to take: by the objective there is; of equals the first.

    With several objectives, of the Pareto front the one with the best overall win rate, as the
    paper chooses; of equals the one with the best fitness. None if there is no agent to take: no
    evaluation, or none with parameters that the agent does not refuse.
    """
    possible = [each for each in evaluations if each.refused is None]
    if not possible:
        return None
    if len(possible[0].objectives) == 1:
        return min(possible, key=losses)
    return max(find_pareto_front(possible), key=lambda each: (each.solved, each.fitness))


def find_pareto_front(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Return the evaluations that no other dominates; of equals, the first.

    Where there is no agent with the parameters, there is no member either.
    """
    front: list[Evaluation] = []
    for evaluation in evaluations:
        front = with_one_more(front, evaluation)
    return front


def with_one_more(front: Sequence[Evaluation], evaluation: Evaluation) -> list[Evaluation]:
    """Return a Pareto front after another evaluation."""
    if evaluation.refused is not None:
        return list(front)
    new = losses(evaluation)
    known = {each.number: losses(each) for each in front}
    if any(_at_least_as_good(other, new) for other in known.values()):
        return list(front)
    kept = [each for each in front if not _at_least_as_good(new, known[each.number])]
    return [*kept, evaluation]


def find_constant_objectives(evaluations: Sequence[Evaluation]) -> list[str]:
    """Return objectives that were equal everywhere although different points were tried.

    If no attempt came to anything, the reason is another one, and there are none.
    """
    if len({each.spec for each in evaluations}) < 2:
        return []
    if all(each.failed == each.attempts for each in evaluations):
        return []
    return [
        name
        for name in evaluations[0].objectives
        if len({each.objectives[name] for each in evaluations}) == 1
    ]


def _at_least_as_good(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))

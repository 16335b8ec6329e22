"""Trainings: they improve, go on where they stopped, and end in policies that act the same."""

from __future__ import annotations

import json
import shutil
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from babalab.game.action import Action  # noqa: E402
from babalab.game.level import Level  # noqa: E402
from babalab.learning import StableEnv  # noqa: E402
from babalab.learning.errors import LearningError  # noqa: E402
from babalab.learning.policies.policy_file import export_policy, load_policy  # noqa: E402
from babalab.learning.rewards import parse_reward  # noqa: E402
from babalab.learning.training.checkpoint import (  # noqa: E402
    checkpoint_path,
    find_checkpoints,
    read_latest_checkpoint,
)
from babalab.learning.training.course import make_reward  # noqa: E402
from babalab.learning.training.evaluation import PolicyEvaluator  # noqa: E402
from babalab.learning.training.learning_curve import METRICS, read_curve  # noqa: E402
from babalab.learning.training.recipe import Recipe, RecipeError  # noqa: E402
from babalab.learning.training.training import (  # noqa: E402
    Habits,
    Training,
    TrainingProgress,
)
from babalab.learning.training.weights_file import (  # noqa: E402
    WeightsFileError,
    read_weights,
    write_weights,
)
from babalab.levels import write_levels  # noqa: E402
from support.training import LEVELS, tiny_recipe, tiny_strong  # noqa: E402

CPU = Habits(device="cpu")
FORMER = Path(__file__).parent / "data" / "checkpoint-0.1.0.safetensors"


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def train(recipe: Recipe, folder: Path, habits: Habits = CPU) -> Training:
    training = Training(recipe, folder, habits)
    for _ in training.run():
        pass
    return training


def weights(training: Training) -> Any:
    return torch.cat([each.detach().flatten() for each in training.model.policy.parameters()])


@dataclass(frozen=True)
class Straight:
    """A training that went straight to its end; tests share it and leave its folder alone."""

    training: Training
    weights: dict[int, Any]
    """After so many steps."""

    def copy(self, folder: Path, *, steps: int) -> None:
        """Copy the folder as it was after so many steps."""
        shutil.copytree(self.training.folder, folder)
        for path in find_checkpoints(folder):
            if path > checkpoint_path(folder, steps):
                path.unlink()
        lines = (folder / METRICS).read_text().splitlines(keepends=True)
        (folder / METRICS).write_text("".join(lines[: steps // 256]))


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Straight:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("straight")
    habits = Habits(device="cpu", checkpoint_minutes=0, kept=9, command="babalab train ppo")
    training = Training(tiny_recipe(folder), folder / "run", habits)
    return Straight(training, {report.steps: weights(training) for report in training.run()})


def test_levels_are_what_they_say() -> None:
    for level in LEVELS:
        assert level.play(level.solution).won, level.id


def test_it_improves(tmp_path: Path) -> None:
    habits = Habits(device="cpu", evaluate_on=str(tmp_path / "tiny.json"), evaluate_every=2048)
    training = Training(tiny_recipe(tmp_path, steps=5120), tmp_path / "run", habits)
    reports = list(training.run())
    first = next(report.success for report in reports if report.success is not None)
    assert first < 0.6
    assert reports[-1].success is not None
    assert reports[-1].success > 0.9
    assert training.scores is not None
    assert training.scores.greedy == 1.0
    assert training.scores.by_class == {"1": 1.0}
    curve = read_curve(tmp_path / "run")
    assert [row["steps"] for row in curve] == [report.steps for report in reports]
    assert curve[-1]["success_by_class"]["1"] == curve[-1]["success_rate"]
    assert [row["steps"] for row in curve if "evaluation" in row] == [2048, 4096, 5120]
    assert list((tmp_path / "run").glob("events.out.tfevents.*"))
    assert json.loads((tmp_path / "run" / "recipe.json").read_text())["steps"] == 5120


def test_the_strong_network_improves(tmp_path: Path) -> None:
    network = "channels=16,blocks=2,hidden=32"
    changes = {"network_options": network, "learning_rate": 2e-3, "max_steps": 4}
    train(tiny_strong(tmp_path, steps=4096, **changes), tmp_path / "run")
    rates = [row["success_rate"] for row in read_curve(tmp_path / "run")]
    assert np.mean(rates[:2]) < 0.5
    assert np.mean(rates[-4:]) > np.mean(rates[:2]) + 0.2


@pytest.mark.parametrize(
    ("make", "changes"),
    [
        (tiny_recipe, {"curriculum": "none"}),
        (tiny_recipe, {"curriculum": "classes-along", "observation": "ascii"}),
        (tiny_strong, {"curriculum": "reverse", "epochs": 1}),
    ],
)
def test_going_on_is_the_same_to_the_bit(
    tmp_path: Path, make: Any, changes: dict[str, Any]
) -> None:
    recipe = make(tmp_path, steps=2048, entropy_end=0.0, **changes)
    straight = train(recipe, tmp_path / "straight")
    first = Training(recipe, tmp_path / "broken", CPU)
    for _ in first.run(stop=lambda: first.steps >= 1024):
        pass
    assert first.steps == 1024
    torch.manual_seed(5)
    np.random.seed(5)
    second = Training.resume(tmp_path / "broken")
    assert second.steps == 1024
    for _ in second.run():
        pass
    assert second.steps == straight.steps == 2048
    assert torch.equal(weights(straight), weights(second))
    assert straight.model.kl_coefficient == second.model.kl_coefficient
    curves = [read_curve(tmp_path / name) for name in ("straight", "broken")]
    for one, other in zip(*curves, strict=True):
        for name in ("steps", "episodes", "success_rate", "kl_after", "entropy", "value_loss"):
            assert one[name] == other[name], name


class Stop:
    """Asks for an end when a training has come to this place."""

    def __init__(self, phase: str, steps: int, share: float = 0.0) -> None:
        self.place = (phase, steps, share)
        self.reached = False

    def watch(self, progress: TrainingProgress) -> None:
        phase, steps, share = self.place
        seen = progress.phase == phase and progress.steps >= steps and progress.share >= share
        self.reached = self.reached or seen

    def __call__(self) -> bool:
        return self.reached


@pytest.mark.parametrize(
    ("stop", "done"),
    [
        (Stop("playing", 100), 0),
        (Stop("learning", 256, 0.3), 0),
        (Stop("playing", 600), 512),
        (Stop("learning", 768, 0.5), 512),
        (Stop("evaluating", 1024), 768),
    ],
    ids=["playing", "learning", "playing later", "learning later", "evaluating"],
)
@pytest.mark.parametrize("interrupt", [False, True])
def test_stopped_within_an_update_it_is_the_same_to_the_bit(
    stop: Stop, done: int, interrupt: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babalab.learning.training.training.SECONDS_BETWEEN_LOOKS", 0)
    recipe = tiny_recipe(tmp_path, steps=1100, curriculum="reverse", normalise_rewards=True)
    levels = str(tmp_path / "tiny.json")
    habits = Habits(device="cpu", evaluate_on=levels, evaluate_every=1024)
    straight = train(recipe, tmp_path / "straight", habits)
    first = Training(recipe, tmp_path / "broken", habits)
    stop.reached = False

    def ask() -> bool:
        if stop() and interrupt:
            raise KeyboardInterrupt
        return stop()

    running = first.run(ask, stop.watch)
    with pytest.raises(KeyboardInterrupt) if interrupt else nullcontext():
        for _ in running:
            pass
    assert stop.reached
    assert first.steps == done
    assert read_latest_checkpoint(tmp_path / "broken").facts["steps"] == done
    # Either goes on: the training in memory, and one out of its files.
    second = Training.resume(tmp_path / "broken")
    shutil.copytree(tmp_path / "broken", tmp_path / "memory")
    first.folder = tmp_path / "memory"
    for training in (first, second):
        for _ in training.run():
            pass
        assert training.steps == straight.steps == 1280
        assert torch.equal(weights(straight), weights(training))
        assert training.scores is not None
        assert training.scores.rank == straight.scores.rank  # type: ignore[union-attr]
    curves = [read_curve(tmp_path / name) for name in ("straight", "broken", "memory")]
    for name in ("steps", "episodes", "success_rate", "kl_after", "value_loss"):
        assert len({tuple(row[name] for row in curve) for curve in curves}) == 1, name


def test_progress_within_an_update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babalab.learning.training.training.SECONDS_BETWEEN_LOOKS", 0)
    seen: list[TrainingProgress] = []
    training = Training(tiny_recipe(tmp_path, steps=256), tmp_path / "run", CPU)
    for _ in training.run(watch=seen.append):
        pass
    playing = [each for each in seen if each.phase == "playing"]
    learning = [each for each in seen if each.phase == "learning"]
    assert seen == playing + learning
    assert [each.steps for each in playing] == list(range(0, 256, 16))
    assert {each.steps for each in learning} == {256}
    for part, count in ((playing, 16), (learning, 16)):
        assert [each.share for each in part] == [place / count for place in range(count)]
    assert {each.total for each in seen} == {256}


@pytest.mark.parametrize("steps", [1, 255, 257, 300, 511])
@pytest.mark.parametrize("envs", [1, 16])
def test_the_last_update_is_as_short_as_need_be(steps: int, envs: int, tmp_path: Path) -> None:
    changes = {"envs": envs, "rollout": 256 // envs, "whole_updates": False, "epochs": 1}
    recipe = tiny_recipe(tmp_path, steps=steps, **changes)
    training = train(recipe, tmp_path / "run")
    expected = steps if envs == 1 else -(-steps // 16) * 16
    assert training.steps == recipe.total_steps == expected
    assert torch.isfinite(weights(training)).all()
    rows = read_curve(tmp_path / "run")
    assert [row["steps"] for row in rows] == [*range(256, expected, 256), expected]
    assert list(training.run()) == []


def test_a_short_update_learns_from_what_it_played_only(tmp_path: Path) -> None:
    """After a whole update, one of 4 steps is the same as with room for no more than 4."""
    first = Training(tiny_recipe(tmp_path, steps=256), tmp_path / "run", CPU)
    for _ in first.run():
        pass
    found = []
    for rollout in (16, 4):
        file = read_latest_checkpoint(tmp_path / "run")
        recipe = file.recipe.changed({"steps": 320, "rollout": rollout, "whole_updates": False})
        again = Training(recipe, tmp_path / str(rollout), CPU)
        again._restore(file)
        if rollout == 16:  # what the longer rollout was filled with before
            for room in (again.model.rollout_buffer.rewards, again.model.rollout_buffer.returns):
                room.fill_(1e6)
        assert [report.steps for report in again.run()] == [320]
        found.append(weights(again))
    assert torch.equal(*found)


def test_a_checkpoint_of_version_0_1_0_goes_on(tmp_path: Path) -> None:
    """Everything is in it: weights, optimiser, curriculum, normalisation, dice, environments."""
    (tmp_path / "run" / "checkpoints").mkdir(parents=True)
    shutil.copy(FORMER, checkpoint_path(tmp_path / "run", 64))
    training = Training.resume(tmp_path / "run")
    assert (training.steps, training.model.kl_coefficient) == (64, 0.25)
    assert training.model.return_scale is not None
    assert training.model.return_scale.count == pytest.approx(64, abs=0.01)
    assert training.course.source.class_weights.sum() == pytest.approx(1)
    former = read_weights(FORMER, "training")
    training.save()
    again = read_latest_checkpoint(tmp_path / "run")
    assert set(again.tensors) == set(former.tensors)
    for name, tensor in former.tensors.items():
        if (
            name == "environment"
        ):  # but for its checksum, and the tags of levels, which rows now have
            changed = int((again.get_tensor(name) != tensor).sum())
            assert 0 < changed <= 4 + 2 * training.recipe.envs
        else:
            assert torch.equal(again.get_tensor(name), tensor), name
    habits = {**former.facts["habits"], "moves": former.recipe.max_steps}
    assert {**again.facts, "made": ""} == {**former.facts, "habits": habits, "made": ""}
    assert [report.steps for report in training.run()] == [96, 128]


def test_going_on_beyond_the_end(tmp_path: Path, straight: Straight) -> None:
    """With nothing that depends on the end, N steps and N more are 2N steps."""
    train(tiny_recipe(tmp_path, steps=512), tmp_path / "short")
    assert list(Training.resume(tmp_path / "short").run()) == []
    longer = Training.resume(tmp_path / "short", steps=1024)
    assert len(list(longer.run())) == 2
    assert torch.equal(straight.weights[1024], weights(longer))


def test_it_can_be_stopped_and_run_again(tmp_path: Path, straight: Straight) -> None:
    training = Training(tiny_recipe(tmp_path, steps=768), tmp_path / "run", CPU)
    for _ in training.run(stop=lambda: training.steps >= 256):
        pass
    assert [report.steps for report in training.run()] == [512, 768]
    assert torch.equal(straight.weights[768], weights(training))
    assert [row["steps"] for row in read_curve(tmp_path / "run")] == [256, 512, 768]


def test_what_a_crash_left_behind_is_overwritten(tmp_path: Path, straight: Straight) -> None:
    straight.copy(tmp_path / "run", steps=512)
    with (tmp_path / "run" / "metrics.jsonl").open("a") as curve:
        curve.write('{"steps": 768, "seconds": 3}\n{"steps": 10')
    again = Training.resume(tmp_path / "run", steps=768)
    for _ in again.run():
        pass
    assert [row["steps"] for row in read_curve(tmp_path / "run")] == [256, 512, 768]
    newest = find_checkpoints(tmp_path / "run")[-1]
    newest.write_bytes(newest.read_bytes()[:1000])
    with pytest.warns(UserWarning, match="steps-000000000512.safetensors is taken instead"):
        assert read_latest_checkpoint(tmp_path / "run").facts["steps"] == 512


def test_a_broken_update_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(tiny_recipe(tmp_path), tmp_path / "run", Habits(checkpoint_minutes=0))
    reports = training.run()
    next(reports)

    def broken(*_: Any) -> None:
        training.model.num_timesteps += 7
        raise KeyboardInterrupt

    monkeypatch.setattr(training.model, "iterate", broken)
    with pytest.raises(KeyboardInterrupt):
        next(reports)
    assert read_latest_checkpoint(tmp_path / "run").facts["steps"] == 256


def test_divergence_is_told(tmp_path: Path) -> None:
    training = Training(tiny_recipe(tmp_path), tmp_path / "run", Habits(checkpoint_minutes=0))
    reports = training.run()
    next(reports)
    with torch.no_grad():
        next(iter(training.model.policy.parameters())).fill_(torch.nan)
    with pytest.raises(LearningError, match="the training diverged; try a smaller learning_rate"):
        next(reports)
    assert read_latest_checkpoint(tmp_path / "run").facts["steps"] == 256


def test_the_last_few_and_the_best_are_kept(tmp_path: Path) -> None:
    habits = Habits(
        device="cpu",
        checkpoint_minutes=0,
        kept=2,
        evaluate_on=str(tmp_path / "tiny.json"),
        evaluate_every=256,
        patience=3,
    )
    training = train(tiny_recipe(tmp_path, steps=20_000), tmp_path / "run", habits)
    assert training.steps < 20_000, "it lost patience"
    kept = sorted(path.name for path in (tmp_path / "run" / "checkpoints").iterdir())
    assert kept[0] == "best.safetensors"
    assert len(kept) == 3
    best = read_weights(tmp_path / "run" / "checkpoints" / "best.safetensors", "training")
    rows = [row for row in read_curve(tmp_path / "run") if "evaluation" in row]
    ranks = [(row["evaluation"]["solved"], row["evaluation"]["sampled"]) for row in rows]
    place = ranks.index(max(ranks))
    assert best.facts["steps"] == rows[place]["steps"]
    assert len(rows) == place + 1 + 3, "three evaluations were no better, and then it ended"


@pytest.mark.parametrize("network", ["mlp", "planes"])
def test_an_exported_policy_acts_the_same(tmp_path: Path, network: str, straight: Straight) -> None:
    training = straight.training
    if network == "planes":
        habits = Habits(device="cpu", command="babalab train ppo")
        training = train(tiny_strong(tmp_path, steps=512), tmp_path / "run", habits)
    recipe = training.recipe
    file = read_latest_checkpoint(training.folder)
    export_policy(file, tmp_path / "policy.safetensors")
    export_policy(file, tmp_path / "half.safetensors", half=True)
    policy = load_policy(tmp_path / "policy.safetensors")
    assert policy.recipe == recipe
    assert policy.size == (5, 6)
    assert policy.facts["command"] == "babalab train ppo"
    assert policy.facts["steps"] == training.steps
    env = StableEnv(
        recipe.levels, 64, observation=recipe.observation, size=None, max_steps=12, seed=3
    )
    seen = env.reset()
    chance = np.random.default_rng(0)
    half = load_policy(tmp_path / "half.safetensors")
    for _ in range(20):
        expected, _ = training.model.predict(seen, deterministic=True)
        logits = policy.logits(seen)
        assert logits.dtype == np.float32
        assert logits.argmax(axis=1).tolist() == expected.tolist()
        np.testing.assert_allclose(logits, training._judge(seen), rtol=1e-5, atol=1e-6)
        probabilities = policy.action_probabilities(seen)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=1e-5)
        np.testing.assert_allclose(half.action_probabilities(seen), probabilities, atol=0.01)
        seen, _, _, _ = env.step(chance.integers(5, size=64))
    whole, small = (
        (tmp_path / f"{name}.safetensors").stat().st_size for name in ("policy", "half")
    )
    assert small < 0.6 * whole
    weights_of = read_weights(tmp_path / "policy.safetensors", "policy").tensors
    assert weights_of
    assert not [name for name in weights_of if "value" in name]


def test_policies_that_do_not_fit(tmp_path: Path, straight: Straight) -> None:
    file = read_latest_checkpoint(straight.training.folder)
    other = file.recipe.changed({"network_options": "width=16"})
    export_policy(replace(file, recipe=other), tmp_path / "odd")
    with pytest.raises(WeightsFileError, match=r"has the shape \(5, 32\).*\(5, 16\) there"):
        load_policy(tmp_path / "odd")
    with pytest.raises(WeightsFileError, match="it is a checkpoint of a training"):
        load_policy(file.path)


def test_levels_too_large_for_the_observation(tmp_path: Path) -> None:
    """They are left out of a training; of an evaluation only where the network can't take them."""
    large = Level.parse("_______/_b...f_/_B12.._/_F13.._/_______", id="large", solution="rrrr")
    write_levels([*LEVELS, large], tmp_path / "tiny.json")
    judge = lambda _: np.array([[0, 0, 0, 9, 0]] * len(first(_)), np.float32)  # noqa: E731
    for make, solved in ((tiny_recipe, 1 / 5), (tiny_strong, 2 / 5)):
        training = Training(make(tmp_path, size="5x6"), tmp_path / make.__name__, CPU)
        assert (len(training.course.levels), training.course.left_out) == (4, 1)
        evaluator = PolicyEvaluator([*LEVELS, large], training.recipe, training.size, episodes=0)
        assert evaluator.evaluate(judge).solved == solved


def wait(seen: Any) -> Any:
    """Judge waiting to be best by far."""
    return np.array(
        [[99 * (each is Action.WAIT) for each in Action]] * len(first(seen)), np.float32
    )


def count_moves(training: Training) -> int:
    """The moves of an episode of its evaluation that nothing ends."""
    (moves,) = set(training._evaluator.play(wait).lengths.flat)  # type: ignore[union-attr]
    return int(moves)


def test_evaluations_have_a_limit_of_their_own(tmp_path: Path) -> None:
    def begin(max_steps: int, name: str, **habits: Any) -> Training:
        recipe = tiny_recipe(tmp_path, max_steps=max_steps)
        levels = str(tmp_path / "tiny.json")
        return Training(recipe, tmp_path / name, Habits(device="cpu", evaluate_on=levels, **habits))

    assert count_moves(begin(10_000, "usual")) == 100
    assert count_moves(begin(10_000, "longer", moves=150)) == 150
    assert count_moves(begin(12, "shorter", moves=150)) == 12


def test_a_checkpoint_without_that_limit_evaluates_as_before(tmp_path: Path) -> None:
    """Before there was one, an evaluation had the limit of the training."""
    recipe = tiny_recipe(tmp_path, max_steps=130, steps=512)
    levels = str(tmp_path / "tiny.json")
    habits = Habits(device="cpu", evaluate_on=levels, evaluate_every=256, moves=130)
    before = train(recipe, tmp_path / "run", habits)
    assert before._best.rank is not None
    file = read_latest_checkpoint(tmp_path / "run")
    kept = {name: value for name, value in file.facts["habits"].items() if name != "moves"}
    facts = {**file.facts, "habits": kept}
    write_weights(file.path, "training", file.tensors, file.recipe, facts)
    after = Training.resume(tmp_path / "run", steps=1024)
    assert (count_moves(after), after._best) == (130, before._best)
    changed = Training.resume(tmp_path / "run", {"moves": 50}, steps=1024)
    assert (count_moves(changed), changed._best.rank) == (50, None)


def first(seen: Any) -> Any:
    return next(iter(seen.values())) if isinstance(seen, dict) else seen


def test_trainings_that_can_not_be(tmp_path: Path, straight: Straight) -> None:
    recipe = tiny_recipe(tmp_path, steps=256)
    with pytest.raises(LearningError, match=r"there is a training already.*--resume"):
        Training(recipe, straight.training.folder, CPU)
    with pytest.raises(LearningError, match="there is no training in this folder"):
        Training.resume(tmp_path / "nowhere")
    with pytest.raises(RecipeError, match="no curriculum 'revers'; did you mean 'reverse'"):
        Training(recipe.changed({"curriculum": "revers"}), tmp_path / "new", CPU)
    with pytest.raises(
        LearningError, match=r"no level of .* fits into an observation of 4x4; all do .*size=5x6"
    ):
        Training(recipe.changed({"size": "4x4"}), tmp_path / "new", CPU)
    other = recipe.changed({"reward": "sparse + potential(nearness, 0.5)"})
    with pytest.raises(RecipeError, match=r"have the discount 0.5, and the recipe has 0.9"):
        Training(other, tmp_path / "new", CPU)
    with pytest.raises(LearningError, match="no device 'gpu'"):
        Training(recipe, tmp_path / "new", Habits(device="gpu"))
    with pytest.raises(
        LearningError, match="no level to evaluate on fits into an observation of 3 x 3"
    ):
        PolicyEvaluator(LEVELS, recipe, (3, 3))
    assert not (tmp_path / "new").exists()


def test_potentials_have_the_discount_of_the_recipe(tmp_path: Path) -> None:
    for text in ("sparse + potential(nearness)", "sparse + potential(nearness, 0.9)"):
        recipe = tiny_recipe(tmp_path, steps=256, discount=0.9, reward=text)
        training = Training(recipe, tmp_path / text, CPU)
        assert training.model.gamma == 0.9
        assert training.model.env.slots.reward.plan().discount == 0.9
    assert make_reward(tiny_recipe(tmp_path)) == parse_reward("sparse")


def test_an_evaluation_stays_with_the_weights_it_was_made_of(tmp_path: Path) -> None:
    levels = str(tmp_path / "tiny.json")
    habits = Habits(device="cpu", evaluate_on=levels, evaluate_every=512, checkpoint_minutes=0)
    first = Training(tiny_recipe(tmp_path, steps=1536), tmp_path / "run", habits)
    for _ in first.run(stop=lambda: first.steps >= 768):
        pass
    told = read_latest_checkpoint(tmp_path / "run").facts
    assert (told["steps"], told["evaluation"]["steps"]) == (768, 512)
    Training.resume(tmp_path / "run").save()
    again = read_latest_checkpoint(tmp_path / "run").facts
    assert again["evaluation"] == told["evaluation"]
    assert again["best"] == told["best"]
    assert told["best"] is not None
    Training.resume(tmp_path / "run", {"episodes": 1}).save()
    other = read_latest_checkpoint(tmp_path / "run").facts
    assert other["best"] is None, "what was best by another measure is none"


def test_other_levels_than_before(tmp_path: Path) -> None:
    train(tiny_recipe(tmp_path, steps=256), tmp_path / "run")
    write_levels(LEVELS[:3], tmp_path / "tiny.json")
    with pytest.raises(WeightsFileError, match=r"can't go on: .*were the levels changed"):
        Training.resume(tmp_path / "run", steps=512)

"""Runs: what they find, the same on any number of workers, broken off, gone on with, extended."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from babalab.agents import make_agent, spec_of
from babalab.arena import SOLVING, ArenaError, Attempt, Executor, InThisProcess, Store, Workers
from babalab.base.budget import COMPETITION, Budget
from babalab.tuning import (
    OPTIMIZERS,
    Evaluation,
    Fold,
    Tuning,
    TuningError,
    best,
    load_history,
    runs,
    write_parameters,
)
from babalab.tuning.evaluating import EVALUATING, EvaluationTask, Terms
from babalab.tuning.outcome import LevelOutcome, Score
from support.archer import BEST, write_archer, write_moody_archer
from support.arena import LEVELS

pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")
pytest.importorskip("optuna", reason="the extra babalab[tune] is not installed")

BUDGET = Budget(iterations=200)


@pytest.fixture
def archer(tmp_path: Path) -> str:
    return write_archer(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as store:
        yield store


def tune(
    agent: str,
    store: Store,
    evaluations: int = 25,
    executor: Executor | None = None,
    **wanted: Any,
) -> tuple[Tuning, list[Evaluation]]:
    tuning = Tuning(agent, LEVELS, **{"budget": BUDGET, **wanted})
    return tuning, list(tuning.run(store, executor or InThisProcess(), evaluations))


def timeless(evaluations: list[Evaluation]) -> list[Evaluation]:
    """Without what no two runs have in common."""
    return [replace(each, seconds=0) for each in evaluations]


def test_it_finds_what_is_best(archer: str, store: Store) -> None:
    _, tried = tune(archer, store, 200)
    found = best(tried)
    assert found is not None
    # One iteration on each level at best, and two of three levels can be solved.
    assert 2 / 3 * 200 + 200 - 15 < found.fitness <= 2 / 3 * 200 + 200 - 1
    assert (found.solved, found.attempts, found.length, found.failed) == (2, 3, 3.5, 0)
    assert found.point["power"] == pytest.approx(BEST["power"], abs=1)
    assert found.fitness > tried[0].fitness


def test_an_evaluation_is_what_the_arena_measures(archer: str, store: Store) -> None:
    """Worked out by hand: at the start the arrow misses by 1 + 4 + 7 + 3 + 2 = 17."""
    tuning, (first, *_) = tune(archer, store, 1, start_from_current=True)
    assert first.point == tuning.space.current
    assert first.iterations == 171
    assert first.objectives == {"fitness": first.fitness}
    assert first.fitness == pytest.approx(2 / 3 * 200 + (200 - 171))
    agent = make_agent(first.spec)
    assert agent.solve(LEVELS[0], BUDGET).iterations == 171


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_on_any_number_of_workers(optimizer: str, archer: str, tmp_path: Path) -> None:
    found = []
    wanted: dict[str, Any] = {"optimizer": optimizer, "seed": 1, "seeds": 2, "subset_size": 1}
    for number, executor in enumerate([InThisProcess(), Workers(1), Workers(2)]):
        with Store(tmp_path / f"{number}.db") as store:
            found.append(timeless(tune(archer, store, 14, executor, **wanted)[1]))
    assert found[0] == found[1] == found[2]
    assert found[0][0].attempts == 6


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_broken_off_gone_on_with_and_extended(optimizer: str, archer: str, tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"optimizer": optimizer, "subset_size": 1, "budget": BUDGET}
    with Store(tmp_path / "whole.db") as store:
        whole = timeless(tune(archer, store, 33, **wanted)[1])
    with Store(tmp_path / "parts.db") as store:
        broken_off = Tuning(archer, LEVELS, **wanted).run(store, InThisProcess(), 20)
        for _ in range(13):
            next(broken_off)
        broken_off.close()
        assert len(load_history(store, runs(store)[0].name).evaluations) == 13
        tuning, resumed = tune(archer, store, 20, **wanted)
        assert tuning.made <= 7
        tuning, extended = tune(archer, store, 33, **wanted)
        assert tuning.made <= 13
        assert timeless(resumed) == whole[:20]
        assert timeless(extended) == whole
        again, repeated = tune(archer, store, 33, **wanted)
        assert again.made == 0
        assert repeated == extended


def test_what_a_store_knows_of_a_run(archer: str, store: Store) -> None:
    tuning, tried = tune(archer, store, 12, optimizer="random", set_name="my/small levels.json")
    assert tuning.name == "archer-random-small-levels-0"
    history = load_history(store, tuning.name)
    assert history.evaluations == tried
    assert [each.number for each in tried] == list(range(12))
    settings = history.settings
    assert settings == {**tuning.settings, "evaluations": 12}
    assert (settings["agent"], settings["optimizer"], settings["seed"]) == (archer, "random", 0)
    assert settings["budget"] == {"iterations": 200, "seconds": None}
    (run,) = runs(store)
    assert (run.name, run.evaluations, run.settings) == (tuning.name, 12, settings)
    assert store.records(SOLVING) == []  # leaderboards are not about points that were tried
    with pytest.raises(TuningError, match=r"has no run 'x'; it has 'archer-random-small"):
        load_history(store, "x")


def test_other_settings_are_refused(archer: str, store: Store) -> None:
    tune(archer, store, 5, name="mine", vary=["power", "aim"])
    with pytest.raises(TuningError) as told:
        tune(archer, store, 5, name="mine", vary=["power=1..9", "aim[x]"], seed=1, population=12)
    assert str(told.value).splitlines() == [
        "the run mine was made with other settings:",
        "  vary power: 1 to 20; now 1 to 9",
        "  vary aim[y]: -4 to 4; now not",
        "  population: 10; now 12",
        "  seed: 0; now 1",
        "use the same to go on with it, or give this one another name with --name",
    ]
    assert len(load_history(store, "mine").evaluations) == 5


def test_the_same_in_another_order_is_another_run(archer: str, store: Store) -> None:
    tune(archer, store, 5, name="mine", vary=["power", "mode"])
    with pytest.raises(TuningError, match="  vary: power, mode; now in the order mode, power\n"):
        tune(archer, store, 5, name="mine", vary=["mode", "power"])


class Racing(InThisProcess):
    """While it is at work, another process stores another score of each agent first."""

    def __init__(self, tuning: Tuning, store: Store, terms: Terms) -> None:
        super().__init__()
        self.tuning, self.store, self.terms = tuning, store, terms

    def run(self, tasks: Any, **options: Any) -> Any:
        tasks = list(tasks)
        other = Score([[LevelOutcome(7, 0.5, 3)]] * len(self.terms.levels), 200)
        for contestant in {task.contestant for task in tasks}:
            task = EvaluationTask(contestant, self.terms)
            self.store.add(EVALUATING, Attempt.ended_now(task, other, datetime.now(UTC)))
        return super().run(tasks, **options)


def test_two_processes_at_the_same_point_go_on_with_the_same_score(
    archer: str, store: Store
) -> None:
    tuning = Tuning(archer, LEVELS, budget=BUDGET)
    tried = list(tuning.run(store, Racing(tuning, store, tuning.terms), 25))
    assert {each.iterations for each in tried} == {7}
    again, repeated = tune(archer, store, 25)
    assert (again.made, repeated) == (0, tried)


def test_two_processes_on_the_levels_held_out(archer: str, store: Store) -> None:
    tuning = Tuning(archer, LEVELS, budget=BUDGET, hold_out=Fold(1, 3))
    first, *_ = tuning.run(store, InThisProcess(), 5)
    terms = Terms(tuning.held_out, tuning.terms.seeds, tuning.final)
    assert tuning.try_held_out(store, Racing(tuning, store, terms), first).iterations == 7


def test_changed_code_is_another_run(archer: str, store: Store, tmp_path: Path) -> None:
    tune(archer, store, 5)
    path = tmp_path / "archer.py"
    changed = tmp_path / "other" / "archer.py"
    changed.parent.mkdir()
    changed.write_text(path.read_text() + "\nBETTER = True\n")
    with pytest.raises(TuningError, match=r"other settings:\n  code: \w+; now \w+\nuse"):
        tune(f"{changed}:Archer", store, 5)


def test_other_runs_profit_from_what_was_tried(archer: str, store: Store) -> None:
    tune(archer, store, 10, name="one", optimizer="random")
    tuning, tried = tune(archer, store, 10, name="two", optimizer="random", objectives=["solved"])
    assert (tuning.made, len(tried)) == (0, 10)
    tuning, _ = tune(archer, store, 10, name="more", optimizer="random", seeds=2)
    assert tuning.made == 10


def test_a_map_that_is_there_twice_is_tried_once(archer: str, store: Store) -> None:
    tuning = Tuning(archer, [*LEVELS, LEVELS[0]], optimizer="random", budget=BUDGET)
    asked: list[str] = []

    class Counting(InThisProcess):
        def run(self, tasks: Any, **options: Any) -> Any:
            tasks = list(tasks)
            asked.extend(task.level.id for task in tasks)
            return super().run(tasks, **options)

    (tried,) = tuning.run(store, Counting(), 1)
    assert asked == ["across", "farther", "never"]
    assert tried.attempts == 4


DIE_ONCE = """
        import os, pathlib
        flag = pathlib.Path(__file__).with_name("died")
        if start.level.line.count("f") == 1 and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), 9)"""
DIE_ALWAYS = """
        import os
        if self.power > 10:
            os.kill(os.getpid(), 9)"""


def test_a_worker_that_dies_once_makes_no_difference(archer: str, tmp_path: Path) -> None:
    with Store(tmp_path / "healthy.db") as store:
        healthy = tune(archer, store, 12, Workers(2), optimizer="random")[1]
    (tmp_path / "sick").mkdir()
    sick = write_archer(tmp_path / "sick", DIE_ONCE)
    with Store(tmp_path / "sick.db") as store:
        tuning, tried = tune(sick, store, 12, Workers(2), optimizer="random")
    assert (tmp_path / "sick" / "died").exists()
    assert [each.fitness for each in tried] == [each.fitness for each in healthy]
    assert tuning.errors == {}


def test_where_workers_always_die_is_no_good_place(tmp_path: Path, store: Store) -> None:
    """The attempts count as failed, with all iterations used, and the run goes on."""
    sick = write_archer(tmp_path, DIE_ALWAYS)
    tuning, tried = tune(sick, store, 12, Workers(2), optimizer="random", vary=["power=9..12"])
    for each in tried:
        died = int(each.point["power"]) > 10
        assert each.failed == (3 if died else 0)
        if died:
            assert (each.solved, each.iterations, each.fitness) == (0, 200, 0)
        else:
            assert each.fitness > 0
    assert {each.failed for each in tried} == {0, 3}
    assert [error for error in tuning.errors if "SIGKILL" in error] == list(tuning.errors)
    assert load_history(store, tuning.name).evaluations == tried
    again, _ = tune(sick, store, 12, optimizer="random", vary=["power=9..12"])
    assert (again.made, again.errors) == (0, tuning.errors)  # not tried again, but not forgotten


def test_parameters_that_an_agent_does_not_take_together(store: Store) -> None:
    """`heuristic-plus` needs a list that has a turn."""
    wishes = ["turns[score]=0..0.9", "turns[rules/score]=0..0.9"]
    zero = "heuristic-plus:turns=" + "/".join(["0"] * 10 + ["1"])
    with pytest.raises(Exception, match="turns"):
        make_agent(zero.removesuffix("1") + "0")
    tuning, tried = tune(zero.replace("/1", "/0.6"), store, 10, optimizer="random", vary=wishes)
    assert all(each.failed == 0 for each in tried)
    impossible = ["turns[plan/score]=0..0.9"]
    tuning, tried = tune(zero, store, 10, optimizer="random", vary=impossible, name="impossible")
    for each in tried:
        rounded_to_nothing = float(each.point["turns[plan/score]"]) <= 0.5
        assert each.failed == (3 if rounded_to_nothing else 0)
    assert {each.failed for each in tried} == {0, 3}
    reasons = [each.refused for each in tried if each.refused is not None]
    assert tuning.refusals == Counter(reasons)
    assert all("no list has a turn" in reason for reason in reasons)
    assert tuning.errors == {}


def test_an_agent_that_refuses_in_its_own_way(tmp_path: Path, store: Store) -> None:
    """Whatever its constructor raises, the point is none, and the run goes on."""
    agent = write_moody_archer(tmp_path)
    tuning, tried = tune(agent, store, 12, optimizer="random", vary=["power=9..12"])
    reason = "ZeroDivisionError: too strong"
    for each in tried:
        assert each.refused == (reason if int(each.point["power"]) > 10 else None)
        assert each.failed == (0 if each.refused is None else 3)
    assert tuning.refusals == {reason: sum(each.refused is not None for each in tried)}
    found = best(tried)
    assert found is not None
    assert found.refused is None
    assert load_history(store, tuning.name).evaluations == tried
    again, repeated = tune(agent, store, 12, optimizer="random", vary=["power=9..12"])
    assert (again.made, again.refusals, repeated) == (0, tuning.refusals, tried)


def test_refusing_everything_is_not_quick(tmp_path: Path, store: Store) -> None:
    wanted: dict[str, Any] = {"objectives": ["seconds"], "vary": ["power=9..12"]}
    _, tried = tune(write_moody_archer(tmp_path), store, 12, optimizer="random", **wanted)
    refused = [each.seconds for each in tried if each.refused is not None]
    assert min(refused) > max(each.seconds for each in tried if each.refused is None)


def test_the_budget_on_levels_held_out(archer: str) -> None:
    fold = Fold(1, 3)
    assert Tuning(archer, LEVELS, hold_out=fold).final == COMPETITION
    untimed = Tuning(archer, LEVELS, hold_out=fold, budget=BUDGET)
    assert untimed.final == Budget(iterations=COMPETITION.iterations)


def test_several_objectives(archer: str, store: Store) -> None:
    wanted: dict[str, Any] = {"optimizer": "nsga2", "objectives": ["solved", "iterations"]}
    _, tried = tune(archer, store, 30, **wanted)
    assert list(tried[0].objectives) == ["solved", "iterations"]
    found = best(tried)
    assert found is not None
    assert found.solved == 2
    _, tried = tune(archer, store, 12, optimizer="nsga3", subset_size=1)
    assert list(tried[0].objectives) == ["solved[1-1]", "solved[2-2]", "solved[3-3]"]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"objectives": ["solved", "length"]}, "cma is for one objective, and there are 2"),
        ({"optimizer": "nsga2", "subset_size": 3}, "for several objectives.*--subset-size"),
        ({"optimizer": "simplex"}, "no optimiser 'simplex'"),
        ({"seeds": 0}, "0 seeds make no attempt"),
        ({"subset_size": 0, "optimizer": "nsga2"}, "subsets of 0 levels"),
        ({"budget": Budget(seconds=1)}, "needs a limit of iterations"),
    ],
)
def test_runs_that_make_no_sense(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(TuningError, match=words):
        Tuning("mcts", LEVELS, **wanted)


def test_agents_that_the_arena_can_not_run() -> None:
    with pytest.raises(TuningError, match="holds no levels"):
        Tuning("mcts", [])
    with pytest.raises(ArenaError, match="leave out its seed"):
        Tuning("mcts:seed=3", LEVELS)


def test_a_file_of_what_was_found(archer: str, store: Store, tmp_path: Path) -> None:
    tuning, tried = tune(f"{archer}:note=kept", store, 12, vary=["aim", "mode", "steady"])
    found = best(tried)
    assert found is not None
    path = tmp_path / "found.toml"
    write_parameters(path, tuning, found, evaluations=12, command='babalab tune "archer"')
    read = tomllib.loads(path.read_text())
    assert list(read) == ["made", "aim", "parameters"]
    assert read["aim"] == {"x": found.point["aim[x]"], "y": found.point["aim[y]"]}
    assert read["parameters"] == {
        "mode": found.point["mode"], "steady": found.point["steady"], "note": "kept"
    }  # fmt: skip
    made = read["made"]
    assert (made["command"], made["seed"], made["evaluations"]) == ('babalab tune "archer"', 0, 12)
    assert (made["fitness"], made["solved"]) == (pytest.approx(found.fitness, abs=1e-3), 2)
    assert spec_of(make_agent(made["agent"])) == spec_of(tuning.space.agent(found.point))


def test_the_weights_found_can_be_used_at_once(store: Store, tmp_path: Path) -> None:
    tuning, tried = tune("heuristic", store, 4, vary=["weights"], optimizer="random")
    path = tmp_path / "found.toml"
    write_parameters(path, tuning, tried[3], evaluations=4)
    used = make_agent(f"heuristic:weights={path}")
    assert used.numbers("weights") == tuple(tried[3].point.values())


@pytest.mark.parametrize("varied", ["weights", "turns", "threshold"])
def test_every_vector_is_written_whatever_was_varied(
    varied: str, store: Store, tmp_path: Path
) -> None:
    tuning, tried = tune("heuristic-plus", store, 4, vary=[varied], optimizer="random")
    found = best(tried)
    assert found is not None
    path = tmp_path / "found.toml"
    write_parameters(path, tuning, found, evaluations=4)
    written = tomllib.loads(path.read_text())
    assert {"weights", "turns"} <= set(written)
    others = "".join(f",{name}={value}" for name, value in written.get("parameters", {}).items())
    used = make_agent(f"heuristic-plus:weights={path}{others}")
    meant = make_agent(found.spec)
    for vector in ("weights", "turns"):
        assert used.numbers(vector) == meant.numbers(vector)

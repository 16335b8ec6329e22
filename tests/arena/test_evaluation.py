"""Evaluations: everything is run once, the same on any number of workers, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab import Level
from babalab.agents import AgentError, ParameterError, Verdict
from babalab.arena import (
    SOLVING,
    ArenaError,
    Contestant,
    Executor,
    InThisProcess,
    LevelStudy,
    Store,
    Workers,
    carry_out,
    contestants,
    make_plan,
)
from babalab.base.budget import Budget
from babalab.execution.errors import ExecutionError
from support.arena import LEVELS, QUICK, evaluate, write_agent
from support.program import MAP

Outcome = tuple[str, str, int, str, str | None, int, int]


def outcomes(store: Store) -> list[Outcome]:
    """All that does not depend on the clock."""
    return sorted(
        (
            record.agent,
            record.level,
            record.seed,
            record.verdict.value,
            record.solution,
            record.iterations,
            record.steps,
        )
        for record in store.records(SOLVING)
    )


def test_the_same_on_any_number_of_workers(tmp_path: Path) -> None:
    found = []
    drawing = "import random\nreturn Findings('r' * random.randint(1, 6))"
    executors: list[Executor] = [InThisProcess(), Workers(1), Workers(2), Workers(3)]
    agents = ["bfs", "dfs", "random", "random:length=6", write_agent(tmp_path, "Drawing", drawing)]
    for number, executor in enumerate(executors):
        with Store(tmp_path / f"{number}.db") as store:
            evaluate(store, agents, seeds=range(6), executor=executor)
            found.append(outcomes(store))
    assert len(found[0]) == len(agents) * len(LEVELS) * 6
    assert found[0] == found[1] == found[2] == found[3]
    assert len({outcome[4] for outcome in found[0] if outcome[0] == "random"}) > 3
    assert len({outcome[4] for outcome in found[0] if outcome[0] == "Drawing"}) > 1


def test_the_same_again_adds_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        assert len(evaluate(store, ["bfs", "random"], seeds=[0, 1])) == 12
        before = store.records(SOLVING)
        assert evaluate(store, ["bfs", "random"], seeds=[0, 1]) == []
        assert store.records(SOLVING) == before
        assert len(evaluate(store, ["bfs", "random"], seeds=[0, 1, 2])) == 6
        assert len(evaluate(store, ["bfs"], budget=Budget(iterations=201))) == 3
        assert len(evaluate(store, ["random:length=20"])) == 3
        assert len(evaluate(store, ["random:length=50"])) == 0  # as by default


def test_again_replaces(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        evaluate(store, ["bfs"])
        before = store.records(SOLVING)
        study = LevelStudy(contestants(["bfs"]), LEVELS, budget=QUICK)
        plan = make_plan(store, study, again=True)
        assert len(list(carry_out(plan, store, InThisProcess()))) == plan.total == 3
        after = store.records(SOLVING)
    assert len(after) == 3
    assert max(record.finished for record in before) < min(record.finished for record in after)


def test_an_agent_that_was_changed_is_run_again(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        agent = write_agent(tmp_path, "Mine", "return Findings()")
        assert len(evaluate(store, [agent])) == 3
        assert len(evaluate(store, [agent])) == 0
        write_agent(tmp_path, "Mine", "return Findings('rrr')")
        assert len(evaluate(store, [agent])) == 3


def test_results_are_stored_before_they_are_told(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Store(path) as store:
        study = LevelStudy(contestants(["bfs", "dfs"]), LEVELS, budget=QUICK)
        plan = make_plan(store, study)
        attempts = carry_out(plan, store, Workers(2))
        for expected in range(1, 4):
            next(attempts)
            with Store(path, read_only=True) as reader:
                assert len(reader.records(SOLVING)) == expected
        attempts.close()
        rest = make_plan(store, study)
        assert (rest.total, rest.stored, len(rest.todo)) == (6, 3, 3)
        assert len(list(carry_out(rest, store, Workers(2)))) == 3
        assert len(store.records(SOLVING)) == 6


def test_who_is_at_work_is_known(tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "Slow", "import time; time.sleep(0.3)\nreturn Findings()")
    workers = Workers(1)
    with Store(tmp_path / "results.db") as store:
        study = LevelStudy(contestants(["bfs", slow]), LEVELS[:1], budget=QUICK)
        plan = make_plan(store, study)
        attempts = carry_out(plan, store, workers)
        assert next(attempts).task.who == "bfs"
        assert [task.sources for task in workers.running] in ([], [(slow,)])
        assert next(attempts).task.who == "Slow"
        assert workers.running == []
        attempts.close()


def test_a_map_that_is_there_twice_is_run_once(tmp_path: Path) -> None:
    levels = [*LEVELS, Level.parse(MAP, id="again")]
    with Store(tmp_path / "results.db") as store:
        assert len(evaluate(store, ["bfs"], levels)) == 3
        assert [record.level_id for record in store.records(SOLVING)].count("across") == 1


def test_everything_is_recorded(tmp_path: Path) -> None:
    budget = Budget(seconds=5, iterations=100, steps=1000, memory=1 << 30)
    with Store(tmp_path / "results.db") as store:
        evaluate(store, ["random:length=20"], LEVELS[:1], budget=budget, seeds=[3])
        (record,) = store.records(SOLVING)
    assert (record.agent, record.agent_name) == ("random:length=20", "random")
    assert record.parameters == {"length": 20}
    assert (record.level_id, record.level_name, record.level_line) == ("across", "Across", MAP)
    assert (record.seed, record.budget, record.verdict) == (3, budget, Verdict.SOLVED)
    assert Level.parse(MAP).play(record.solution or "").won
    assert record.length == len(record.solution or "")
    assert record.statistics == {"plays": record.iterations, "proposed": 20}
    assert record.started <= record.finished
    assert record.host


@pytest.mark.parametrize(
    ("agents", "error", "words"),
    [
        (["bsf"], AgentError, "did you mean 'bfs'"),
        (["random:lenght=3"], ParameterError, "did you mean 'length'"),
        (["random:seed=3"], ArenaError, "leave out its seed"),
        (["nowhere.py:Mine"], AgentError, "no such file"),
        ([], ArenaError, "no agent"),
    ],
)
def test_agents_that_can_not_run(
    agents: list[str], error: type[Exception], words: str, tmp_path: Path
) -> None:
    with Store(tmp_path / "results.db") as store, pytest.raises(error, match=words):
        evaluate(store, agents)


def test_names_that_are_taken(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    mine = write_agent(tmp_path, "Mine", "return Findings()")
    other = write_agent(tmp_path / "other", "Mine", "return Findings('r')")
    assert [each.spec for each in contestants([mine, "bfs", mine, "bfs"])] == ["Mine", "bfs"]
    with pytest.raises(ArenaError, match="both called 'Mine'"):
        contestants([mine, other])
    path = Path(mine.rpartition(":")[0]).with_name("thief.py")
    path.write_text((tmp_path / "mine.py").read_text().replace('name = "Mine"', 'name = "bfs"'))
    with pytest.raises(ArenaError, match="calls itself 'bfs'"):
        Contestant.of(str(path))
    path.write_text((tmp_path / "mine.py").read_text().replace('name = "Mine"', ""))
    with pytest.raises(ArenaError, match="has no name"):
        Contestant.of(str(path.rename(tmp_path / "nameless.py")))


def test_no_levels_and_no_seeds(tmp_path: Path) -> None:
    with Store(tmp_path / "results.db") as store:
        with pytest.raises(ArenaError, match="no level"):
            evaluate(store, ["bfs"], [])
        with pytest.raises(ArenaError, match="no seed"):
            evaluate(store, ["bfs"], seeds=[])
    with pytest.raises(ExecutionError, match="0 workers"):
        Workers(0)


def test_warm_workers_stay(tmp_path: Path) -> None:
    """What an attempt costs beyond the search is small because no process is started for it."""
    body = "import os\nstatistics['process'] = os.getpid()\nreturn Findings()"
    agent = write_agent(tmp_path, "Pid", body)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent], LEVELS[:1], seeds=range(300), executor=Workers(2))
    assert len(made) == 300
    assert len({attempt.result.statistics["process"] for attempt in made}) <= 2

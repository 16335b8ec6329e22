"""Agents that play as a trained policy says: episodes, budgets, what they remember, wrong files."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")

from babalab import Level, _core
from babalab.agents import AgentError, ParameterError, Verdict, agents, make_agent
from babalab.arena import ArenaError, InThisProcess, Store, contestants
from babalab.base.budget import Budget
from babalab.base.errors import MissingExtraError
from babalab.cli.main import call
from babalab.game.action import Action
from babalab.game.batch import Batch
from babalab.learning.errors import LearningError
from babalab.learning.policies.agents import PolicyAgent, Rl, RlStrong
from babalab.learning.policies.judging import StateJudge
from babalab.learning.policies.policy_file import load_policy
from babalab.levels import load_level, load_levels, write_levels
from babalab.testing import EASY, HARD
from support.arena import evaluate, solve_task
from support.policies import write_policy

TURNING = Level.parse("_______/_..B.._/_b.1f._/_..2.._/_F13.._/_....._/_______")
"""The flag is behind words; episodes of drawn moves differ."""
LEARNED = ("rl", "rl-0", "rl-d", "rl-strong")


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_policy(tmp_path_factory.mktemp("policies") / "paper.safetensors")


@pytest.fixture(scope="module")
def planes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_policy(
        tmp_path_factory.mktemp("policies") / "planes.safetensors",
        observation="full",
        network="planes",
        network_options="channels=8,blocks=1",
        masks=True,
        size="12x12",
    )


@pytest.fixture(scope="module")
def rightwards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It likes to go right, and would rather go anywhere than wait."""
    bias = [0.0] * 5
    bias[Action.RIGHT], bias[Action.WAIT] = 3.0, -9.0
    return write_policy(tmp_path_factory.mktemp("policies") / "right.safetensors", bias=tuple(bias))


# ---------------------------------------------------------------- episodes


def test_the_first_episode_takes_the_likeliest_moves(rightwards: Path) -> None:
    agent = Rl(policy=str(rightwards), episodes=1)
    result = agent.solve(EASY)
    assert (result.solution, result.iterations) == ("rrr", 1)
    assert {replace(agent, seed=seed).solve(EASY).solution for seed in range(5)} == {"rrr"}


def test_the_others_draw_their_moves(rightwards: Path) -> None:
    agent = Rl(policy=str(rightwards), episodes=1, greedy=False, temperature=3.0)
    solutions = {replace(agent, seed=seed).solve(EASY).solution for seed in range(8)}
    assert len(solutions) > 2


def test_temperature_makes_the_likeliest_moves_likelier(rightwards: Path) -> None:
    def lengths(temperature: float) -> list[int]:
        agent = Rl(policy=str(rightwards), greedy=False, plays=1, temperature=temperature)
        found = [replace(agent, seed=seed).solve(EASY).solution for seed in range(12)]
        return [len(solution or "") for solution in found]

    assert set(lengths(0.05)) == {3}
    assert sum(lengths(8.0)) > 2 * 36


def test_it_gives_up_after_so_many_episodes(paper: Path) -> None:
    agent = Rl(policy=str(paper), episodes=40, plays=32)
    result = agent.solve(HARD)
    assert result.verdict is Verdict.GAVE_UP
    assert result.iterations == result.statistics["plays"] == 40
    limited = replace(agent, episodes=0).solve(HARD, Budget(iterations=70))
    assert limited.verdict is Verdict.OUT_OF_ITERATIONS
    assert limited.iterations == 70


def test_episodes_have_so_many_moves(paper: Path) -> None:
    result = Rl(policy=str(paper), episodes=1, length=7).solve(HARD)
    assert result.steps == 7 * 5


def test_the_same_seed_gives_the_same_search(paper: Path, planes: Path) -> None:
    for agent in (Rl(policy=str(paper)), RlStrong(policy=str(planes))):
        searches = [
            replace(agent, seed=seed).solve(TURNING, Budget(iterations=300)) for seed in (1, 1, 2)
        ]
        counted = [(each.solution, each.steps, each.statistics) for each in searches]
        assert counted[0] == counted[1]
        assert counted[0] != counted[2]


def test_one_that_looks_ahead_takes_a_move_that_wins(planes: Path) -> None:
    state = EASY.play("rr")
    for seed in range(5):
        agent = RlStrong(policy=str(planes), seed=seed, episodes=1, greedy=False)
        assert agent.solve(state).solution == "r"


def test_one_that_looks_ahead_never_comes_back(planes: Path) -> None:
    """In a corridor without words it runs out of new places, and the episode is over."""
    level = Level.parse("______/_b..._/_B12__/______")
    result = RlStrong(policy=str(planes), episodes=1, greedy=False, length=100).solve(level)
    assert result.verdict is Verdict.GAVE_UP
    assert result.steps < 20 * 5


# ---------------------------------------------------------------- what it remembers


@pytest.mark.parametrize("kind", ["paper", "planes"])
def test_what_was_judged_before_is_judged_the_same(kind: str, request: Any) -> None:
    """States of random plays, among them many alike: asked in heaps, and one by one afresh."""
    policy = load_policy(request.getfixturevalue(kind))
    chance = np.random.default_rng(0)
    repeated = 0
    for level in [HARD, TURNING, *load_levels("first-steps")[:4]]:
        batch = Batch(level)
        rows = batch.pack([level.start()]).repeat(24, axis=0)
        judge = StateJudge(level, policy)
        asked = 0
        for _ in range(25):
            expansion = batch.expand(rows)
            changing = (expansion.children != rows[:, np.newaxis]).any(axis=2)
            logits = judge(rows, changing)
            for row in range(0, len(rows), 5):
                some = slice(row, row + 1)
                np.testing.assert_allclose(
                    StateJudge(level, policy)(rows[some], changing[some]), logits[some], atol=1e-5
                )
            asked += len(rows)
            rows = expansion.children[np.arange(len(rows)), chance.integers(0, 5, len(rows))]
        repeated += asked - judge.judged
    assert repeated > 1000


def test_states_that_look_different_are_told_apart(planes: Path) -> None:
    """The same future, another facing: what can matter for winning is the same, the sight not."""
    level = load_level("first-steps/while-you-wait")
    batch = Batch(level)
    rows = batch.pack([level.play("dd"), level.play("lr")])
    assert (batch.hashes(rows, "future")[0] == batch.hashes(rows, "future")[1]).all()
    cells, _ = _core.observe(level.core, rows, 2, level.height, level.width)
    assert (cells[0] != cells[1]).any()
    policy = load_policy(planes)
    judge = StateJudge(level, policy)
    together = judge(rows, np.ones((2, 5), dtype=bool))
    assert judge.judged == 2
    assert (together[0] != together[1]).any()


# ---------------------------------------------------------------- what can't be


def test_there_are_four() -> None:
    kinds = {name for name, kind in agents().items() if issubclass(kind, PolicyAgent)}
    assert kinds == set(LEARNED)


@pytest.mark.parametrize("name", LEARNED)
def test_without_its_weights_it_says_how_to_train_some(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind: Any = agents()[name]
    monkeypatch.setattr(kind, "file", lambda _: Path("nothing.safetensors"))
    words = f"{name} has no trained policy here .*'babalab train ppo --preset"
    with pytest.raises(AgentError, match=words):
        contestants([name])
    with pytest.raises(AgentError, match=words):
        make_agent(name).solve(EASY)
    assert call(["solve", "first-steps/across", "--agent", name]) == 2
    assert "babalab train export" in " ".join(capsys.readouterr().err.split())


def test_without_the_extra_it_says_so(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "babalab.base.extras.find_spec", lambda name: None if name == "torch" else 1
    )
    with pytest.raises(MissingExtraError, match=r"the agent rl needs the extra babalab\[learn\]: "):
        contestants([f"rl:policy={paper}"])
    with pytest.raises(MissingExtraError):
        Rl(policy=str(paper)).solve(EASY)


def test_wrong_files(tmp_path: Path, paper: Path) -> None:
    with pytest.raises(ParameterError, match="there is no such file"):
        make_agent("rl:policy=nothing.safetensors")
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"these are no weights")
    with pytest.raises(LearningError, match="no safetensors file"):
        Rl(policy=str(foreign)).solve(EASY)
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes(paper.read_bytes()[:-1000])
    with pytest.raises(LearningError, match="cut off or damaged"):
        Rl(policy=str(cut)).solve(EASY)


def test_another_file_under_the_same_name_is_another_contestant(tmp_path: Path) -> None:
    path = tmp_path / "policy.safetensors"
    codes, solutions = [], []
    for action in (Action.RIGHT, Action.LEFT):
        bias = tuple(9.0 * (each == action) for each in range(5))
        write_policy(path, bias=bias)
        codes.append(contestants([f"rl:policy={path}"])[0].code)
        solutions.append(Rl(policy=str(path), episodes=1).solve(EASY).solution)
    assert codes[0] != codes[1]
    assert solutions == ["rrr", None]


def test_a_level_it_can_not_see_costs_that_level_only(tmp_path: Path, paper: Path) -> None:
    wide = Level.parse(
        "/".join(["_" * 25, "_b..f" + "." * 19 + "_", "_B12." + "." * 19 + "_",
                  "_F13." + "." * 19 + "_", "_" * 25]),
        id="wide",
    )  # fmt: skip
    with pytest.raises(ParameterError, match="sees 20 x 20 cells, and the level has 5 x 25"):
        Rl(policy=str(paper)).solve(wide)
    levels = [wide, EASY]
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [f"rl:policy={paper}"], levels, executor=InThisProcess())
    results = {attempt.task.level: attempt.result for attempt in made}
    assert results[wide].verdict is Verdict.FAILED
    assert "sees 20 x 20 cells" in str(results[wide].error)
    assert results[EASY].solved


def test_a_network_over_planes_sees_levels_of_any_size(planes: Path) -> None:
    wide = Level.parse("/".join(["_" * 25, "_b..f" + "." * 19 + "_", "_B12." + "." * 19 + "_",
                                 "_F13." + "." * 19 + "_", "_" * 25]))  # fmt: skip
    assert RlStrong(policy=str(planes)).solve(wide, Budget(iterations=500)).solved


def test_workers_play_by_it(
    tmp_path: Path, paper: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    write_levels([EASY], tmp_path / "set.json")
    spec = f"rl:policy={paper},plays=4"
    options = ["--agents", spec, "--iterations", "50", "--workers", "1"]
    assert call(["evaluate", "--levels", str(tmp_path / "set.json"), *options]) == 0
    assert "100" in capsys.readouterr().out


def test_a_file_may_have_a_colon_in_its_name(tmp_path: Path) -> None:
    path = write_policy(tmp_path / "at 12:30.safetensors")
    assert make_agent(f"rl:policy={path},plays=2") == Rl(policy=str(path), plays=2)
    with pytest.raises(ArenaError, match="leave out its seed"):
        contestants([f"rl:policy={path},seed=3"])


def test_what_is_loaded_does_not_count(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(_: PolicyAgent) -> None:
        time.sleep(0.5)

    monkeypatch.setattr(PolicyAgent, "get_ready", slowly)
    agent = make_agent(f"rl:policy={paper}")
    assert agent.solve(EASY, Budget(iterations=1)).seconds < 0.5
    task = solve_task(f"rl:policy={paper}", EASY, 0, Budget(seconds=1.0))
    assert task.preparation == PolicyAgent.preparation > 0
    assert solve_task("bfs", EASY, 0, Budget(seconds=1.0)).preparation == 0.0


def test_a_policy_is_loaded_without_the_compiler(paper: Path) -> None:
    """It takes as long as all the rest of torch."""
    code = f"""
import sys
from babalab.learning.policies.policy_file import load_policy
load_policy({str(paper)!r})
sys.exit("torch._dynamo" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

"""Agents by name, with parameters, and in files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.agents import (
    AgentError,
    Exhaustive,
    Mcts,
    ParameterError,
    RandomAgent,
    make_agent,
    parameters_of,
    spec_of,
    split_specs,
)


@pytest.mark.parametrize(
    ("spec", "agent"),
    [
        ("mcts", Mcts()),
        ("mcts:plays=10", Mcts(plays=10)),
        ("mcts:plays=10,c=1.5", Mcts(plays=10, c=1.5)),
        ("exhaustive:hash=loose,threads=3", Exhaustive(hash="loose", threads=3)),
    ],
)
def test_specs_round_trip(spec: str, agent: object) -> None:
    made = make_agent(spec)
    assert made == agent
    assert make_agent(spec_of(made)) == made
    assert spec_of(made) == spec


def test_the_seed_is_not_part_of_the_spec() -> None:
    agent = make_agent("random", seed=9)
    assert agent == RandomAgent(seed=9)
    assert spec_of(agent) == "random"


def test_lists_of_agents() -> None:
    assert split_specs("bfs, mcts:plays=10,c=2.5,rhea") == ["bfs", "mcts:plays=10,c=2.5", "rhea"]
    assert split_specs("a.py:A,b.py:B:x=1,y=2") == ["a.py:A", "b.py:B:x=1,y=2"]
    assert split_specs("") == []


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mtcs", "there is no agent 'mtcs'; did you mean 'mcts'?"),
        ("xyzzy", "known agents: 'best-first', 'best2022'"),
        ("mcts:play=3", "mcts has no parameter 'play'; did you mean 'plays'?"),
        ("mcts:plays=0", "plays=0: it must be a whole number from 1 to 1000"),
        ("rhea:population=1", "population=1: it must be a whole number from 2 to 10,000"),
        ("mcts:plays", "'mcts:plays': 'plays' is not of the form name=value"),
        ("mcts:plays=1,plays=2", "plays is set twice"),
        ("mcts:plays=many", "plays=many: it must be a whole number"),
        ("mcts:plays=1,c", "'c' is not of the form name=value"),
        ("exhaustive:hash=best", "hash='best': it must be future or exact or loose"),
        ("nowhere.py:Me", "there is no such file"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises((AgentError, ParameterError)) as caught:
        make_agent(spec)
    assert message in str(caught.value)


def test_values_are_checked_in_python_too() -> None:
    with pytest.raises(ParameterError, match="plays=-1"):
        Mcts(plays=-1)
    with pytest.raises(ParameterError, match="seed='x'"):
        Mcts(seed="x")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="plays=True"):
        Mcts(plays=True)


def test_declarations() -> None:
    declared = {each.name: each for each in parameters_of(Mcts)}
    assert list(declared) == ["seed", "plays", "simulations", "depth", "c"]
    assert (declared["c"].type, declared["c"].default, declared["c"].low) == (float, 2.0, 0.0)
    (choice,) = [each for each in parameters_of(Exhaustive) if each.choices]
    assert choice.choices == ("future", "exact", "loose")


def test_files_with_agents(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "from babalab.agents import Bfs, Dfs\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class One(Bfs):\n    name = 'one'\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Two(Dfs):\n    name = 'two'\n",
        encoding="utf-8",
    )
    assert make_agent(f"{path}:Two").name == "two"
    with pytest.raises(AgentError, match="It has One, Two"):
        make_agent(str(path))
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_the_sort\n", encoding="utf-8")
    with pytest.raises(AgentError, match=r"broken.py:1: can't be loaded: ModuleNotFoundError"):
        make_agent(f"{broken}:Me")

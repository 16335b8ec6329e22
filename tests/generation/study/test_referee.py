"""Algorithms that cheat: what counts is what the problem says of their maps, in another process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from babalab.arena import Store, Workers, carry_out, make_plan
from babalab.base.budget import Budget
from babalab.generation import make_algorithm, make_problem
from babalab.generation.map_maker import generate_maps
from babalab.generation.study import MapStudy, Method
from support.generations import write_algorithm, write_problem

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

HARD = "binary:width=6,height=6,path=30"
CHEATS = {
    "the problem": "type(ground.problem).judge = lambda self, maps, start, hints=None: "
    "__import__('babalab.generation.problems.values', fromlist=['x']).Judgement("
    "ground.chance.random((len(maps), len(self.statistics))) * 0 + 99.0, "
    "ground.chance.random(len(maps)) * 0 + 99.0, ground.chance.random(len(maps)) >= 0)",
    "the result": "import babalab.generation.searching as s; s._Judge.report = lambda self: "
    "(setattr(self.result, 'reached', True), setattr(self.result, 'fitness', 99.0))",
}


@pytest.mark.parametrize("what", CHEATS)
@pytest.mark.parametrize("own", [False, True], ids=["our problem", "a user's problem"])
def test_who_cheats_reaches_nothing(what: str, own: bool, tmp_path: Path) -> None:
    problem = f"{write_problem(tmp_path)}:wanted=64" if own else HARD
    method = Method.of(problem, "wide", write_algorithm(tmp_path, CHEATS[what]))
    study = MapStudy([method], [0], Budget(evaluations=20))
    with Store(tmp_path / "results.db") as store:
        (attempt,) = carry_out(make_plan(store, study), store, Workers(1))
    assert not attempt.result.reached
    assert attempt.result.fitness < 99


@pytest.mark.parametrize("what", CHEATS)
def test_maps_of_one_that_cheats_are_none(what: str, tmp_path: Path) -> None:
    """The same for `generate`, whose own process lets the problem judge."""
    maps = generate_maps(
        make_problem(HARD),
        make_algorithm(write_algorithm(tmp_path, CHEATS[what])),
        limits=Budget(evaluations=20),
        executor=Workers(1),
    )
    assert list(maps) == []

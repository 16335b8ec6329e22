"""Spaces: what there is to tune of an agent, and the way from a point to an agent and back."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from babalab.agents import agents, make_agent, parameters_of
from babalab.base.parameters import attribute_of, parse_vector
from babalab.heuristics import weights
from babalab.heuristics.plus import LISTS, PLUS_NAMES
from babalab.heuristics.weights import WeightSet
from babalab.tuning import TuningError, TuningSpace
from babalab.tuning.dimension import Choice, Dimension, Real, Whole
from support.archer import write_archer

PLACES = st.floats(0, 1)
NUMBERS = st.floats(-1e9, 1e9).filter(lambda number: number == 0 or abs(number) > 1e-9)


@pytest.fixture(scope="module")
def archer(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_archer(tmp_path_factory.mktemp("agents"))


def described(space: TuningSpace) -> dict[str, Any]:
    return {
        each["name"]: {k: v for k, v in each.items() if k != "name"} for each in space.as_json()
    }


def test_what_is_tuned_of_an_agent(archer: str) -> None:
    space = TuningSpace.of(archer)
    assert described(space) == {
        "aim[x]": {"low": -4, "high": 4, "log": False},
        "aim[y]": {"low": -4, "high": 4, "log": False},
        "power": {"low": 1, "high": 20, "log": False, "whole": True},
        "mode": {"values": ["slow", "fast"]},
        "steady": {"values": [False, True]},
    }
    assert space.current == {
        "aim[x]": 0, "aim[y]": 0, "power": 5, "mode": "slow", "steady": False
    }  # fmt: skip


def test_what_the_text_sets_stays(archer: str) -> None:
    space = TuningSpace.of(f"{archer}:power=7,aim=1/2,note=hi")
    assert space.names == ["mode", "steady"]
    spec = space.spec({"mode": "fast", "steady": True})
    agent: Any = make_agent(spec)
    assert (agent.power, agent.aim, agent.note, agent.mode) == (7, "1/2", "hi", "fast")


def test_wishes(archer: str) -> None:
    wishes = ["boundless=1..5000", "power=2..4", "aim[y]", "mode", "note=a|b", "steady=true|false"]
    assert described(TuningSpace.of(f"{archer}:power=3", wishes)) == {
        "boundless": {"low": 1, "high": 5000, "log": True},
        "power": {"low": 2, "high": 4, "log": False, "whole": True},
        "aim[y]": {"low": -4, "high": 4, "log": False},
        "mode": {"values": ["slow", "fast"]},
        "note": {"values": ["a", "b"]},
        "steady": {"values": [True, False]},
    }
    assert TuningSpace.of(archer, ["aim=-1..1"]).names == ["aim[x]", "aim[y]"]
    assert TuningSpace.of("mcts", ["plays=1|10|100"]).dimensions == (Choice("plays", (1, 10, 100)),)


def test_a_part_of_a_vector_leaves_the_rest(archer: str) -> None:
    space = TuningSpace.of(f"{archer}:aim=0.5/-3", ["aim[x]=-1..1"])
    agent: Any = space.agent({"aim[x]": 0.25})
    assert parse_vector(agent.aim) == (0.25, -3)
    assert space.current == {"aim[x]": 0.5}


def test_a_vector_that_has_a_name() -> None:
    """Only the agent knows what numbers that stands for."""
    space = TuningSpace.of("heuristic", ["weights[goals]=-5..5"])
    hand = make_agent("heuristic").numbers("weights")
    spec = space.spec({"weights[goals]": 0.5})
    assert make_agent(spec).numbers("weights") == (0.5, *hand[1:])
    assert space.current == {"weights[goals]": hand[0]}


TURNS = (3.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)


@pytest.fixture
def plus_x(monkeypatch: pytest.MonkeyPatch) -> WeightSet:
    """A set with turns of its own, as if it came with babalab."""
    numbers = {name: float(place) for place, name in enumerate(PLUS_NAMES)}
    found = WeightSet("plus-x", numbers, {}, dict(zip(LISTS, TURNS, strict=True)))
    known = {**weights._load_shipped(), "plus-x": found}
    monkeypatch.setattr(weights, "_load_shipped", lambda: known)
    return found


def test_vectors_that_come_with_a_name_stay_when_it_goes(plus_x: WeightSet) -> None:
    """With its weights in numbers, nothing says any more which turns the set had."""
    numbers = tuple(plus_x.weights.values())
    space = TuningSpace.of("heuristic-plus:weights=plus-x", ["weights[goals]"])
    agent = space.agent(space.current)
    assert agent.numbers("turns") == TURNS
    assert agent.numbers("weights") == numbers
    moved = space.agent({"weights[goals]": 5.0})
    assert (moved.numbers("turns"), moved.numbers("weights")) == (TURNS, (5.0, *numbers[1:]))
    space = TuningSpace.of("heuristic-plus:weights=plus-x", ["turns[score]"])
    moved = space.agent({"turns[score]": 5.0})
    assert (moved.numbers("turns"), moved.numbers("weights")) == ((5.0, *TURNS[1:]), numbers)
    # What is not varied stays a name while all vectors do.
    assert TuningSpace.of("heuristic-plus:weights=plus-x", ["threshold"]).spec(
        {"threshold": 0.75}
    ) == ("heuristic-plus:weights=plus-x,threshold=0.75")


def test_vectors_as_by_default_are_not_written() -> None:
    space = TuningSpace.of("heuristic-plus", ["turns[score]"])
    assert "weights" not in space.spec({"turns[score]": 5.0})
    space = TuningSpace.of("heuristic-plus", ["weights[goals]"])
    changed = make_agent("heuristic-plus").numbers("turns")
    assert space.agent({"weights[goals]": 5.0}).numbers("turns") == changed


BOUNDLESS = """
import math
from dataclasses import dataclass
from babalab.agents import Agent, parameter


@dataclass(frozen=True, kw_only=True)
class Boundless(Agent):
    name = "boundless"
    x: float = parameter(1.0, "any", low=0, high=math.inf)
    n: int = parameter(1, "any", low=-math.inf, high=math.inf)
    y: float = parameter(1.0, "any", tuned=(0, math.inf))
    z: float = parameter(1.0, "some", low=0, high=2)

    def search(self, start, spending, statistics):
        yield from ()
"""


def test_a_range_without_end_is_none(tmp_path: Path) -> None:
    (tmp_path / "boundless.py").write_text(BOUNDLESS)
    agent = f"{tmp_path / 'boundless.py'}:Boundless"
    assert TuningSpace.of(agent).names == ["z"]
    with pytest.raises(TuningError, match=r"x has no range of its own .*; give one"):
        TuningSpace.of(agent, ["x"])
    assert TuningSpace.of(agent, ["n=1..9", "x=1..2"]).names == ["n", "x"]


def test_an_agent_that_can_not_be_made_at_all(tmp_path: Path) -> None:
    path = tmp_path / "never.py"
    refusing = "    def __post_init__(self):\n        raise KeyError('no')\n\n    def search"
    path.write_text(BOUNDLESS.replace("    def search", refusing))
    with pytest.raises(TuningError, match=r"never.py: the agent can't be made: KeyError: 'no'"):
        TuningSpace.of(str(path))


@pytest.mark.parametrize("name", agents())
def test_tuning_looks_where_values_may_be(name: str) -> None:
    for each in parameters_of(agents()[name]):
        if each.tuned is None:
            continue
        low, high = each.tuned
        assert low < high
        assert each.low is not None
        assert each.high is not None
        assert each.low <= low < high <= each.high
        if not each.components:
            assert isinstance(each.default, int | float)
            assert low <= each.default <= high


def test_by_default_nothing_is_looked_for_far_away() -> None:
    """Where a range is just what can be computed with, a narrower one says what makes sense."""
    for name in TUNABLE:
        for each in space_of(name).as_json():
            assert "values" in each or each["high"] <= 10_000_000


def test_the_spec_is_short_and_that_of_the_results(archer: str) -> None:
    space = TuningSpace.of("mcts", ["c=0..4", "plays=1..10"])
    assert space.spec({"c": 2.0, "plays": 3}) == "mcts:plays=3"
    assert space.contestant({"c": 2.0, "plays": 1}).spec == "mcts"
    contestant = TuningSpace.of(archer, ["power"]).contestant({"power": 6})
    assert contestant.spec == "archer:power=6"
    assert contestant.source == f"{archer}:power=6"


@pytest.mark.parametrize(
    ("agent", "wishes", "words"),
    [
        ("default", [], "default has no parameters, so there is nothing to tune; choose another"),
        (
            "bfs",
            [],
            r"nothing to tune about bfs: its parameters .carry_over, text. .* have no range",
        ),
        ("random:length=5", [], r"nothing to tune about random:length=5.*length, a whole.*--vary"),
        ("mcts", ["d=1..2"], "mcts has no parameter 'd'"),
        ("mcts", ["dept=1..2"], "no parameter 'dept'; did you mean 'depth'"),
        ("mcts", ["seed=1..2"], "a seed is not tuned; --seeds"),
        ("mcts", ["c=4..1"], "4 is not less than 1"),
        ("mcts", ["c=1..1"], "1 is not less than 1"),
        ("mcts", ["c=-1..1"], "c=-1.0: it must be a number from 0 to 1000"),
        ("mcts", ["c=nan..1"], "it must be a number"),
        ("mcts", ["c=1.."], "c=: it must be a number"),
        ("mcts", ["c=1"], "that is one value; write LOW..HIGH or A|B"),
        ("mcts", ["plays=1.5..2"], "plays=1.5: it must be a whole number"),
        ("mcts", ["plays=0..2"], "plays=0: it must be a whole number from 1"),
        ("mcts", ["c=1..1.0000001"], "the same in six digits"),
        ("mcts", ["c=1..2", "c"], "names c more than once"),
        ("mcts", ["c[x]=1..2"], "c is no vector"),
        ("mcts", ["=1..2"], "write NAME, NAME=LOW"),
        ("heuristic", ["weights[goal]=1..2"], "no part 'goal'; did you mean 'goals'"),
        ("heuristic", ["weights[goals]=a..b"], "'a' is no number"),
        ("heuristic", ["weights=1|2"], "give a range"),
        ("heuristic", ["weights=-20000..2"], "-20000 is out of range: .* from -10000 to 10000"),
        ("heuristic-plus", ["weights[goals]=0..1e5"], "1e5 is out of range: numbers of weights"),
        ("heuristic-plus", ["turns=0..9"], "9 is out of range: numbers of turns are from 0 to 8"),
        ("best-first", ["lists"], "lists has no range of its own .text.; give one"),
        ("best-first", ["lists=a,b|c"], "a value with a comma"),
    ],
)
def test_spaces_that_are_none(agent: str, wishes: list[str], words: str) -> None:
    with pytest.raises(TuningError, match=words):
        TuningSpace.of(agent, wishes)


def test_choices_have_no_ends(archer: str) -> None:
    with pytest.raises(TuningError, match=r"mode is slow or fast; write its values as A\|B"):
        TuningSpace.of(archer, ["mode=1..2"])


@cache
def space_of(name: str) -> TuningSpace:
    """What there is to tune, made once."""
    return TuningSpace.of(name)


TUNABLE = [
    "mcts", "rhea", "random", "best2022", "heuristic", "heuristic-plus", "champion", "shortest"
]  # fmt: skip


def test_what_can_be_tuned_as_it_is() -> None:
    def tunable(name: str) -> bool:
        try:
            return bool(space_of(name).names)
        except TuningError:
            return False

    assert set(TUNABLE) <= set(filter(tunable, agents()))


@pytest.mark.parametrize("name", TUNABLE)
@given(data=st.data())
def test_a_point_is_an_agent_with_these_values(name: str, data: st.DataObject) -> None:
    space = space_of(name)
    vectors = {each.partition("[")[0] for each in space.names if "[" in each}
    places = np.array([data.draw(PLACES) for _ in space.dimensions])
    point = space.point(places)
    assert space.point(space.places(point)) == point
    if "turns" in vectors:
        point["turns[score]"] = 1.0  # with none at all there is no such agent
    agent = make_agent(space.spec(point))
    for each, value in point.items():
        if "[" not in each:
            assert getattr(agent, attribute_of(each)) == value
    for vector in vectors:
        wanted = [value for each, value in point.items() if each.startswith(f"{vector}[")]
        assert list(agent.numbers(vector)) == wanted
    assert space.contestant(point).spec == space.spec(point)


@given(NUMBERS, NUMBERS, PLACES)
@example(-9, 0, 0.9999999999999999)
@example(-7, 0.3, 0.9589041095890412)
@example(-1e9, 2e-9, 0.9999999999999999)
def test_real_numbers(low: float, high: float, place: float) -> None:
    dimension = Real.within("x", min(low, high), max(low, high))
    if dimension.low >= dimension.high:
        return
    value = dimension.value(place)
    assert min(low, high) <= dimension.low <= value <= dimension.high <= max(low, high)
    assert float(f"{value:.6g}") == value
    assert dimension.value(dimension.coordinate(value)) == value


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), PLACES)
def test_whole_numbers(low: int, more: int, place: float) -> None:
    dimension = Whole("n", low, low + more)
    value = dimension.value(place)
    assert low <= value <= low + more
    assert dimension.value(dimension.coordinate(value)) == value
    assert (dimension.value(0.0), dimension.value(1.0)) == (low, low + more)


@pytest.mark.parametrize("dimension", [Whole("n", 3, 7), Choice("n", ("a", "b", "c", "d", "e"))])
def test_every_value_has_its_share_of_the_places(dimension: Dimension) -> None:
    values = [dimension.value((place + 0.5) / 1000) for place in range(1000)]
    assert {values.count(value) for value in values} == {200}


def test_a_range_of_more_than_three_decades_is_searched_by_its_logarithm() -> None:
    assert Real("x", 0.001, 10).value(0.5) == pytest.approx(0.1)
    assert Real("x", 0.01, 10).value(0.5) == pytest.approx(5.005)
    assert Whole("n", 1, 1_000_000).value(0.5) == pytest.approx(707, abs=1)
    assert not Real("x", 0, 1e6).log


def test_the_ends_of_a_range_are_as_they_were_written() -> None:
    (dimension,) = TuningSpace.of("mcts", ["c=0.1..0.7"]).dimensions
    assert (dimension.value(0), dimension.value(1)) == (0.1, 0.7)


def test_values_out_of_range_are_moved_into_it(tmp_path: Path) -> None:
    space = TuningSpace.of(write_archer(tmp_path) + ":power=20,aim=9/-9", ["power=1..3", "aim"])
    assert space.current == {"power": 3, "aim[x]": 4, "aim[y]": -4}

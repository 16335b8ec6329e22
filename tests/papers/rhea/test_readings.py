"""The readings of paper C that its experiments offer."""

from __future__ import annotations

from babalab.papers.rhea.experiments import TableC2


def test_the_usual_reading_is_that_of_the_data() -> None:
    contest = TableC2(configurations=("5-10-500",)).make_contest()
    (configuration,) = contest.configurations
    expected = {
        "population": 5, "length": 10, "calls": 500, "fitness": "value", "softmax": "place",
        "payoff": "gain", "merged": False, "tuner": "random-fixed",
    }  # fmt: skip
    player = contest.make_adaptive("random-fixed", configuration)
    assert expected.items() <= player.parameters.items()
    assert str(configuration) == "5-10-500"
    assert len(contest.space.arms) == 270
    assert len(contest.screened) == 99


def test_the_other_reading_has_the_same_names() -> None:
    contest = TableC2(
        configurations=("5-10-500", "10-15-1000", "10-15-5000"),
        sizes="length-population",
        fitness="score",
        softmax="share",
        payoff="success",
        merged=True,
    ).make_contest()
    first, usual, _ = contest.configurations
    expected = {"population": 10, "length": 5, "fitness": "score", "softmax": "share"}
    assert expected.items() <= contest.make_adaptive("mab", first).parameters.items()
    assert expected.items() <= contest.make_fixed(contest.screened[3], first).parameters.items()
    assert contest.make_adaptive("mab", first).parameters["merged"] is True
    assert contest.make_adaptive("mab", first).parameters["payoff"] == "success"
    assert [*map(str, contest.configurations)] == ["5-10-500", "10-15-1000", "10-15-5000"]
    assert contest.screening_configuration == usual
    assert len(contest.space.arms) == len(contest.screened) == 99

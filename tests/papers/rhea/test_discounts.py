"""The discount experiment of paper C, from plays that are made up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from babalab.arena import Store
from babalab.arena.plays import PlayAttempt, PlayTask
from babalab.papers.errors import ExperimentError
from babalab.papers.rhea.configuration import Configuration
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.discounts import make_discounts
from babalab.papers.rhea.experiments import Discounts
from babalab.papers.rhea.scale import Scale
from babalab.papers.rhea.suite import list_suite_games
from support.arcades import write_arcade
from support.contests import carry_out_made_up, made_up


def test_forgetting_helps_in_one_game(tmp_path: Path) -> None:
    """Half of ten plays are won in both games; with 0.8 all of one, by both tuners."""
    folder = write_arcade(tmp_path / "games", "crossfire", "walk")
    first = Contest(
        list_suite_games(str(folder)),
        ("mab", "nmc"),
        (Configuration(3, 2, 12),),
        Scale(runs=10, levels=1),
        beside=(),
    )
    contests = {1.0: first, 0.8: replace(first, discount=0.8)}

    def play(planned: PlayTask) -> PlayAttempt:
        forgets = planned.player.parameters["discount"] == 0.8
        helped = forgets and planned.board.game == "crossfire"
        return made_up(planned, won=helped or planned.seed < 5)

    with Store(tmp_path / "results.db") as store:
        for contest in contests.values():
            carry_out_made_up(contest.plan_adaptive(store), store, play)
        exhibit = make_discounts(contests, store)
    rows = {row[0]: list(row[1:]) for row in exhibit.rows}
    assert rows["walk"][:2] == ["50.0 ±11.2", "50.0 ±11.2"]
    assert rows["walk"][3] == "no (p = 1)"
    # By Fisher's test 20 and 10 of 20 have the probability 0.00044 (SciPy), by Holm's twice that;
    # 30 and 20 of 40 have 0.037.
    assert rows["crossfire"][:2] == ["50.0 ±11.2", "100.0 ±0.0"]
    assert rows["crossfire"][3].startswith("yes (p = 0.00087")
    assert rows["all"][:2] == ["50.0 ±7.9", "75.0 ±6.8"]
    assert rows["all"][3] == "yes (p = 0.037)"


@pytest.mark.parametrize("wrong", [("x",), ("1", "1.5"), ("-0.1",)])
def test_discounts_that_are_none(wrong: tuple[str, ...]) -> None:
    with pytest.raises(ExperimentError, match="write numbers from 0 to 1"):
        Discounts(discounts=wrong)

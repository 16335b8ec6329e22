"""The experiments of paper C, from plays that are made up: what is played, and what is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import ArenaError, InThisProcess, Store, carry_out
from babalab.arena.plays import PLAYING, PlayAttempt, PlayTask
from babalab.papers.rhea.configuration import USUAL, Configuration
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.fig_c1 import make_fig_c1
from babalab.papers.rhea.fig_c2 import make_fig_c2
from babalab.papers.rhea.fig_c3 import make_fig_c3
from babalab.papers.rhea.scale import QUICK, Scale
from babalab.papers.rhea.table_c2 import make_table_c2
from babalab.papers.rhea.table_c3 import find_agreed, load_recommendations, make_table_c3
from support.contests import carry_out_made_up, log_of, made_up
from support.plays import write_game

SMALL, LARGE = Configuration(3, 2, 12), Configuration(4, 3, 24)
SCALE = Scale(runs=2, levels=2, screening_runs=1, screened=6, finalists=2)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "results.db") as store:
        yield store


@pytest.fixture
def contest(tmp_path: Path) -> Contest:
    games = ["fireflies", write_game(tmp_path)]
    return Contest(games, ("mab", "random"), (SMALL, LARGE), SCALE)


def test_what_is_played(contest: Contest, store: Store) -> None:
    assert {game: len(boards) for game, boards in contest.boards.items()} == {
        "fireflies": 2,
        "corridor": 2,
    }
    plan = contest.plan_adaptive(store)
    assert plan.total == 2 * 2 * 2 * 2 * 2
    assert {each.player.spec for each in plan.todo} == {
        "rhea-adaptive:calls=12,length=2,population=3,fitness=value,softmax=place,tuner=mab,merged=false",
        "rhea-adaptive:calls=12,length=2,population=3,fitness=value,softmax=place,tuner=random,merged=false",
        "rhea-adaptive:calls=24,length=3,population=4,fitness=value,softmax=place,tuner=mab,merged=false",
        "rhea-adaptive:calls=24,length=3,population=4,fitness=value,softmax=place,tuner=random,merged=false",
    }
    assert {each.seed for each in plan.todo} == {0, 1}
    screening = contest.plan_screening(store)
    assert screening.total == 6 * 4
    assert not {each.seed for each in screening.todo} & {0, 1}
    assert {each.player.parameters["length"] for each in screening.todo} == {3}
    assert len(Contest(("fireflies",)).screened) == 99
    assert len({Contest().make_fixed(each, SMALL).spec for each in Contest().screened}) == 99


def test_where_operators_are_screened() -> None:
    small = Configuration(3, 2, 12)
    assert Contest(configurations=(small, USUAL, LARGE)).screening_configuration == USUAL
    assert Contest(configurations=(small, LARGE)).screening_configuration == LARGE


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"tuners": ("bandit",)}, "there is no tuner 'bandit'; known tuners: 'ea', 'mab'"),
        ({"games": ()}, "at least one of its games"),
        ({"configurations": ()}, "at least one of its configurations"),
    ],
)
def test_refusals(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        Contest(**wrong)


def filled(contest: Contest, store: Store) -> None:
    """Screening finds the second and the fourth best; everybody else's wins are known too."""
    second, fourth = (contest.make_fixed(contest.screened[place], LARGE).spec for place in (1, 3))

    def screened(planned: PlayTask) -> PlayAttempt:
        spec, game = planned.player.spec, planned.board.game
        if game == "fireflies":
            return made_up(planned, won=spec == fourth, score=5.0 * (spec == second))
        return made_up(planned, won=spec in (second, fourth), score=float(spec == second))

    def tuned(planned: PlayTask) -> PlayAttempt:
        """MAB wins all in the corridor, random one in four of the fireflies."""
        tuner, game = planned.player.parameters["tuner"], planned.board.game
        won = game == "corridor" if tuner == "mab" else False
        if (tuner, game) == ("random", "fireflies"):
            won = planned.seed == 0 and planned.board == contest.boards[game][0]
        return made_up(planned, won=won)

    def finals(planned: PlayTask) -> PlayAttempt:
        """In the corridor the fourth wins half; in fireflies nobody wins in the small one."""
        fourth_here = (
            planned.player.parameters["mutation"]
            == contest.space.settings(contest.screened[3])["mutation"]
        )
        if planned.board.game == "corridor":
            return made_up(planned, won=fourth_here and planned.seed == 1)
        return made_up(planned, won=planned.player.parameters["length"] == 3)

    carry_out_made_up(contest.plan_screening(store), store, screened)
    carry_out_made_up(contest.plan_adaptive(store), store, tuned)
    plan = contest.plan_finals(store)
    assert plan.total == 2 * 2 * 2 * 2 * 2
    carry_out_made_up(plan, store, finals)


def test_finalists(contest: Contest, store: Store) -> None:
    """By wins, then by scores, then in order."""
    filled(contest, store)
    second, fourth = contest.screened[1], contest.screened[3]
    assert contest.find_finalists(store) == {
        "fireflies": [fourth, second],
        "corridor": [second, fourth],
    }


def test_table_ii_by_hand(contest: Contest, store: Store) -> None:
    filled(contest, store)
    exhibit = make_table_c2(contest, store)
    assert exhibit.headings[-3:] == ("fireflies", "corridor", "paper")
    rows = {(row[0], row[1]): row[2:] for row in exhibit.rows}
    assert rows["best-fixed", "3-2-12"] == [
        "25.0", "25.0", "12.5", "", "", "0.0 ±0.0", "50.0 ±25.0", "",
    ]  # fmt: skip
    assert rows["mab", "3-2-12"] == [
        "50.0", "50.0", "0.0", "50.0 (1)", "0.0 (0)", "0.0 ±0.0", "100.0 ±0.0", "",
    ]  # fmt: skip
    # One of four: 25 % ± 21.65; the mean over two games 12.5, its error half of both.
    assert rows["random", "3-2-12"] == [
        "12.5", "12.5", "10.8", "25.0 (1)", "50.0 (1)", "25.0 ±21.7", "0.0 ±0.0", "",
    ]  # fmt: skip
    assert rows["random", "4-3-24"][3:5] == ["0.0 (0)", "62.5 (2)"]
    data = {(row["tuner"], row["configuration"]): row for row in exhibit.as_json()["rows"]}
    small = data["mab", "3-2-12"]
    assert small["against_best_of_any"] == {
        "better": 0.5, "better_games": 1, "worse": 1.0, "worse_games": 1,
    }  # fmt: skip
    assert small["games"]["corridor"]["wins"] == 4
    assert data["best-fixed", "4-3-24"]["operators"]["corridor"] == contest.space.settings(
        contest.screened[3]
    )
    assert len(exhibit.as_json()["published"]) == 30


@pytest.mark.parametrize("other", ["planner", "game", "limit"])
def test_plays_of_another_kind_do_not_count(contest: Contest, store: Store, other: str) -> None:
    """Those that were made with older code, or with another limit of ticks."""

    def changed(planned: PlayTask) -> PlayTask:
        if other == "planner":
            return replace(planned, player=replace(planned.player, code="older"))
        if other == "game":
            return replace(planned, board=replace(planned.board, code="older"))
        return replace(planned, ticks=7)

    plan = contest.plan_adaptive(store)
    others = replace(plan, todo=[changed(each) for each in plan.todo])
    carry_out_made_up(others, store, win)
    assert len(store.records(PLAYING)) == 32
    assert make_table_c2(contest, store).rows[0][2:7] == ["-"] * 5
    assert contest.plan_adaptive(store).stored == 0


def win(planned: PlayTask) -> PlayAttempt:
    return made_up(planned, won=True)


def logged(contest: Contest, store: Store) -> None:
    """In fireflies all recommend the same; in the corridor random wavers between two."""
    first, second = contest.space.arms[0], contest.space.arms[40]

    def play(planned: PlayTask) -> PlayAttempt:
        waver = (planned.player.parameters["tuner"], planned.board.game) == ("random", "corridor")
        later = (second, 0.5) if waver else (first, 0.2)
        trials = [[(first, 0.1)], [(first, 0.1), (second, -0.5)], [later, later, later, later]]
        won = planned.board.game == "corridor"
        return made_up(planned, won=won, log=log_of(trials, contest.space))

    carry_out_made_up(contest.plan_adaptive(store), store, play)


def test_table_iii_by_hand(contest: Contest, store: Store) -> None:
    logged(contest, store)
    exhibit = make_table_c3(contest, store)
    rows = {(row[0], row[1]): row[2:] for row in exhibit.rows}
    assert rows["fireflies", "mab"][:4] == ["(0, 0, 0, 0, 0)", "100.0 %", "0.00", "0.00"]
    # In each of four plays two ticks of three have the first: 2/3 and 1/3 have 0.918 bits.
    assert rows["corridor", "random"][:4] == ["(0, 0, 0, 0, 0)", "66.7 %", "0.92", "0.92"]
    assert rows["corridor", "random"][-3:] == ["12", "4.23 to 5.57", ""]
    assert rows["corridor", "agreed"][4:9] == ["-"] * 5  # two tuners are no majority of five
    # Two tuners name the same value in both games, so they would after any shuffling.
    genetic = exhibit.as_json()["consensus"]["genetic"]
    assert genetic == {"pairs": 2, "agreeing": 2, "expected": 2.0, "probability": 1.0}
    assert "genetic: 2 of 2 pairs of tuners agree in a game, by chance 2.0 (p = 1)" in exhibit.notes
    found = load_recommendations(contest, store)
    assert find_agreed(found, "fireflies", ["mab", "random", "mab"], 0) == 0
    shown = make_fig_c2(contest, store)
    shares = {tuple(row[:3]): row[3:] for row in shown.rows}
    assert shares["mab", "genetic", "crossover+mutation"] == ["100.0", "100.0"]
    assert sum(float(row[4]) for row in shown.rows if row[:2] == ["random", "mutation"]) == (
        pytest.approx(100, abs=0.2)
    )


def test_pictures(contest: Contest, store: Store, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    filled(contest, store)
    figure = make_fig_c1(contest, store)
    assert [row[1] for row in figure.rows] == ["3-2-12"] * 3
    assert figure.draw is not None
    figure.draw(tmp_path / "rates.svg")
    with Store(tmp_path / "logs.db") as logs:
        logged(contest, logs)
        for name, make in (("shares", make_fig_c2), ("scores", make_fig_c3)):
            exhibit = make(contest, logs)
            assert exhibit.draw is not None
            exhibit.draw(tmp_path / f"{name}.png")
            exhibit.draw(tmp_path / f"{name}.svg")
        scores = make_fig_c3(contest, logs).as_json()
    assert scores["game"] == "corridor"
    assert scores["won"] == {"mab": 4, "random": 4}
    assert scores["trends"]["mab"] == {"rising": 0, "falling": 4, "probability": 0.125}
    genetic = scores["scores"]["mab"]["genetic"]["crossover+mutation"]
    assert genetic[0] == pytest.approx(0.1)
    for name in ("rates.svg", "shares.png", "shares.svg", "scores.png", "scores.svg"):
        assert (tmp_path / name).stat().st_size > 5000


def test_the_real_ones(store: Store, tmp_path: Path) -> None:
    """Played and logged for real, on a small scale."""
    scale = Scale(runs=1, levels=1, screening_runs=1, screened=2, finalists=1)
    contest = Contest([write_game(tmp_path)], ("ea", "ntbea"), (SMALL,), scale)
    for make in (contest.plan_adaptive, contest.plan_screening, contest.plan_finals):
        for attempt in carry_out(make(store), store, InThisProcess()):
            assert attempt.error is None
        assert make(store).todo == []
    assert [row[0] for row in make_table_c2(contest, store).rows] == ["ea", "ntbea", "best-fixed"]
    assert contest.count_failures(store) == 0
    for row in make_table_c3(contest, store).as_json()["rows"]:
        records = [
            record
            for record in store.records(PLAYING, whole=True)
            if record.parameters.get("tuner") == row["tuner"] and record.log is not None
        ]
        assert row["ticks"] == sum(record.ticks for record in records)


def test_quick_is_small() -> None:
    assert QUICK.runs * QUICK.levels * (QUICK.screened or 99) < 100

"""Paper C's design on suites of games: what is played, and what is told of plays made up."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import ArenaError, InThisProcess, Store, carry_out
from babalab.arena.plays import PlayAttempt, PlayTask
from babalab.papers.rhea.configuration import CONFIGURATIONS, Configuration
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.fig_c1 import make_fig_c1
from babalab.papers.rhea.published import ENTROPIES, TUNERS
from babalab.papers.rhea.published_games import PAPERS_GAMES, TABLE_III
from babalab.papers.rhea.scale import BEST_FIXED, QUICK, SUITE, Scale
from babalab.papers.rhea.suite import ARCADE, find_broken_games, list_suite_games
from babalab.papers.rhea.table_c2 import make_table_c2
from babalab.papers.rhea.table_c3 import make_table_c3
from support.arcades import write_arcade
from support.contests import carry_out_made_up, log_of, made_up

PAPER = Path(__file__).parents[3].parent / "shared" / "papers" / "self-adaptive-rhea.txt"
SMALL = Configuration(3, 2, 12)
USUAL = Configuration(10, 15, 1000)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "results.db") as store:
        yield store


def contest_of(folder: Path, *tuners: str, **settings: Any) -> Contest:
    usual: dict[str, Any] = {
        "configurations": (SMALL,),
        "scale": Scale(runs=2, levels=2),
        "beside": (),
        **settings,
    }
    return Contest(list_suite_games(str(folder)), tuners or ("mab",), suite=str(folder), **usual)


def test_the_games_of_a_folder(tmp_path: Path) -> None:
    """Those of the paper first, in its order."""
    folder = write_arcade(tmp_path / "games", "zebra", "aliens", "apple", "camelRace")
    found = list_suite_games(str(folder))
    assert [Path(each).stem for each in found] == ["camelRace", "aliens", "apple", "zebra"]
    assert all(Path(each).is_absolute() for each in found)
    assert list_suite_games(str(folder), ["zebra", "aliens"]) == [found[1], found[3]]
    with pytest.raises(ArenaError, match="has no game 'zebr'; did you mean 'zebra'"):
        list_suite_games(str(folder), ["zebr"])
    (folder / "apple.txt").write_text("BasicGame\n    SpriteSet\n        a > Nonsense\n")
    assert [Path(each).stem for each in list_suite_games(str(folder))] == [
        "camelRace",
        "aliens",
        "zebra",
    ]
    assert list(find_broken_games(str(folder))) == ["apple"]


def test_the_design_of_the_paper_on_our_arcade(store: Store) -> None:
    """5 tuners, 6 configurations, 5 levels and 20 runs, on every game of ours."""
    games = list_suite_games(ARCADE)
    assert len(games) >= 10
    contest = Contest(games, configurations=CONFIGURATIONS, scale=SUITE, beside=(), suite=ARCADE)
    plan = contest.plan_adaptive(store)
    assert len(plan.todo) == plan.total == 5 * 6 * len(games) * 5 * 20
    count = Counter((each.board.game, each.player.spec) for each in plan.todo)
    assert set(count.values()) == {100}
    assert {each.board.ticks for each in plan.todo} == {2001}
    quick = replace(contest, scale=QUICK, configurations=CONFIGURATIONS[:1])
    assert quick.plan_adaptive(store).total == 5 * len(games) * 5


def test_which_levels(tmp_path: Path) -> None:
    folder = write_arcade(tmp_path / "games", "walk")
    second = contest_of(folder, scale=Scale(first=2, levels=1))
    assert [each.level.name for each in second.boards["walk"]] == ["level-1"]
    beyond = contest_of(folder, scale=Scale(first=9, levels=2))
    with pytest.raises(ArenaError, match="it has 3 levels, and none from number 9 on"):
        _ = beyond.boards


def test_budgets_of_time() -> None:
    timed = Configuration.parse("10-15-40ms")
    assert (timed, str(timed)) == (Configuration(10, 15, 0, 40), "10-15-40ms")
    contest = Contest(("fireflies",), ("mab",), (timed,), beside=("mcts:c=0.7",))
    assert contest.make_adaptive("mab", timed).parameters["milliseconds"] == 40.0
    beside = contest.make_planner_beside("mcts:c=0.7", timed)
    settings = {"calls": 100_000_000, "milliseconds": 40.0, "c": 0.7}
    assert settings.items() <= beside.parameters.items()
    with pytest.raises(ArenaError, match="with no time nobody can plan"):
        Configuration.parse("10-15-0ms")


def test_who_plays_beside(tmp_path: Path, store: Store) -> None:
    """With the budget of every configuration; those that are the same in two play once."""
    folder = write_arcade(tmp_path / "games", "walk")
    configurations = Configuration(3, 2, 12), Configuration(4, 3, 12), Configuration(4, 3, 24)
    beside = ("rhea", "mcts", "random", "one-step:calls=6", BEST_FIXED)
    contest = contest_of(folder, configurations=configurations, beside=beside)
    specs = Counter(each.player.spec for each in contest.plan_beside(store).todo)
    assert specs == dict.fromkeys(
        [
            "rhea:calls=12,length=2,population=3,fitness=value,softmax=place",
            "rhea:calls=12,length=3,population=4,fitness=value,softmax=place",
            "rhea:calls=24,length=3,population=4,fitness=value,softmax=place",
            "mcts:calls=12", "mcts:calls=24",
            "random:calls=12", "random:calls=24", "one-step:calls=6",
        ],
        4,
    )  # fmt: skip


def test_table_ii_of_a_suite_by_hand(tmp_path: Path, store: Store) -> None:
    """Two of the paper's games and three others; the best beside is another one in each game."""
    folder = write_arcade(tmp_path / "games", "digdug", "roguelike", "a", "b", "c")
    contest = contest_of(
        folder, "random", configurations=(USUAL,), beside=("random", "mcts"), scale=Scale(2, 2)
    )

    def tuned(planned: PlayTask) -> PlayAttempt:
        """One play of four in digdug, three in a, all in b."""
        first = planned.seed == 0, planned.board.level.name == "level-0"
        won = {"digdug": all(first), "a": any(first), "b": True}.get(planned.board.game, False)
        return made_up(planned, won=won)

    def others(planned: PlayTask) -> PlayAttempt:
        """The planner `random` wins half in b, `mcts` half in digdug; c comes to nothing."""
        who, game = planned.player.name, planned.board.game
        won = planned.seed == 0 and (who, game) in {("random", "b"), ("mcts", "digdug")}
        attempt = made_up(planned, won=won, ticks=0 if game == "c" else 3)
        if game == "c":
            return replace(attempt, result=replace(attempt.result, error="it broke"))
        return attempt

    carry_out_made_up(contest.plan_adaptive(store), store, tuned)
    carry_out_made_up(contest.plan_beside(store), store, others)
    exhibit = make_table_c2(contest, store)
    rows = {row[0]: list(row[2:]) for row in exhibit.rows}
    # Rates 1/4, 0, 3/4, 1, 0: mean 0.4, variance (0.0225 + 0.16 + 0.1225 + 0.36 + 0.16) / 4; over
    # runs 2 x 0.1875 / 4 in all, its root over 5.
    # Theirs are 1 and 0 of 100: 12 points less, and sqrt(0.25 x 0.75 / 4 + 0.01 x 0.99 / 100) / 2.
    assert rows["random"] == [
        "40.0", "20.3", "6.1", "62.5 (2)", "25.0 (1)", "45.9 ±8.9", "+12.0 ±10.8", "none of 2",
    ]  # fmt: skip
    assert rows["random planner"] == ["10.0", "10.0", "5.0", *[""] * 5]
    (by_game,) = exhibit.more
    assert by_game.headings == ("", "configuration", "random", "random planner", "mcts")
    cells = {row[0]: list(row[1:]) for row in by_game.rows}
    assert list(cells) == ["digdug", "roguelike", "a", "b", "c"]
    assert cells["digdug"] == ["10-15-1000", "25.0 ±21.7 (1.0)", "0.0 ±0.0", "50.0 ±25.0"]
    assert cells["b"] == ["10-15-1000", "100.0 ±0.0", "50.0 ±25.0", "0.0 ±0.0"]
    notes = " ".join(exhibit.notes)
    assert "20 games, of which 2 are here" in notes
    assert "came to nothing, and count as not won: 8" in notes
    assert exhibit.as_json()["screening"] is None
    assert make_fig_c1(contest, store).more == exhibit.more


def test_nobody_beside(tmp_path: Path, store: Store) -> None:
    contest = contest_of(write_arcade(tmp_path / "games", "walk"))
    for attempt in carry_out(contest.plan_adaptive(store), store, InThisProcess()):
        assert attempt.error is None
    exhibit = make_table_c2(contest, store)
    assert exhibit.headings == (
        "",
        "configuration",
        "win rate",
        "± games",
        "± runs",
        "walk",
        "paper",
    )
    assert len(exhibit.rows[0]) == len(exhibit.headings)


def test_table_iii_of_the_papers_games(tmp_path: Path, store: Store) -> None:
    """The paper's figures of the same game are beside ours."""
    folder = write_arcade(tmp_path / "games", "chase", "walk")
    contest = contest_of(folder, "nmc", "random-fixed")
    arm = contest.space.arms[7]
    log = log_of([[(arm, 0.1)], [(arm, 0.2)]], contest.space)

    def play(planned: PlayTask) -> PlayAttempt:
        return made_up(planned, won=True, log=log)

    carry_out_made_up(contest.plan_adaptive(store), store, play)
    exhibit = make_table_c3(contest, store)
    rows = {(row[0], row[1]): list(row) for row in exhibit.rows}
    assert rows["chase", "nmc"][-3:] == ["8", "3.73", "1"]
    assert rows["walk", "nmc"][-3:] == ["8", "3.73 to 4.93", ""]
    assert rows["chase", "random-fixed"][-3:] == ["8", "", ""]
    assert exhibit.as_json()["rows"][0]["published"] == {
        "combination": (1, 1, 1, 4, 0), "entropy": 3.73, "genetic": 1,
    }  # fmt: skip


def test_what_the_paper_says_of_games() -> None:
    """Its ranges of entropies, and its count of games in which three tuners agree."""
    assert len(PAPERS_GAMES) == 20
    for tuner in TUNERS:
        entropies = [TABLE_III[game][tuner].entropy for game in PAPERS_GAMES]
        assert (min(entropies), max(entropies)) == ENTROPIES[tuner]
    votes = {
        game: Counter(cell.genetic for cell in cells.values()).most_common(1)[0]
        for game, cells in TABLE_III.items()
    }
    agreed = {game: value for game, (value, count) in votes.items() if count >= 3}
    exceptions = {game for game, value in agreed.items() if value != 1}
    assert {"chopper", "seaquest"} <= exceptions


@pytest.mark.skipif(not PAPER.is_file(), reason="the paper is not beside the repository")
def test_table_iii_against_the_paper() -> None:
    cell = re.compile(r"\(([\d, ]+)\) : ([\d.]+)\t(\d)")
    lines = [line for line in PAPER.read_text().splitlines() if re.match(r"\d+\t\(", line)]
    assert len(lines) == 20
    for line in lines:
        game = PAPERS_GAMES[int(line.split("\t")[0])]
        found = [
            (tuple(map(int, numbers.split(","))), float(entropy), int(genetic))
            for numbers, entropy, genetic in cell.findall(line)
        ]
        assert found == [tuple(TABLE_III[game][tuner]) for tuner in TUNERS]
    names = re.search(r"GVGAI \[2\]\): (.*?)\. Each", PAPER.read_text())
    assert names is not None
    written = [re.sub("[^a-z]", "", each.lower()) for each in names[1].split(",")]
    assert tuple(written) == PAPERS_GAMES

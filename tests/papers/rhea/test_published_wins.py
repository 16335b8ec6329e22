"""The win rates of single games that paper C's authors published, and ours beside them."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from babalab.base.statistics import Rate
from babalab.papers.rhea.agreement import compare_with_published
from babalab.papers.rhea.published import TABLE_II
from babalab.papers.rhea.published_games import PAPERS_GAMES, find_papers_game
from babalab.papers.rhea.published_wins import ALL_TUNERS, CELLS, compute_published_mean

SHARED = Path(__file__).parents[3].parent / "shared" / "papers"
DATA = SHARED / "data" / "rhea_win_rates.csv"
PAPER = SHARED / "self-adaptive-rhea.txt"


@pytest.mark.skipif(not DATA.is_file(), reason="the data are not beside the repository")
def test_all_cells_are_those_of_the_data() -> None:
    with DATA.open(newline="") as file:
        rows = list(csv.DictReader(file))
    found = {
        (
            find_papers_game(row["game"]),
            row["tuner"],
            f"{row['configuration']}-{row['budget']}",
        ): Rate(int(row["wins"]), int(row["plays"]))
        for row in rows
    }
    assert found == CELLS
    assert len(CELLS) == 720


def test_their_means_are_table_ii() -> None:
    """The paper's ± is the deviation over games, divided by their number, not by one less."""
    for (tuner, configuration), printed in TABLE_II.items():
        mean = compute_published_mean(tuner, configuration)
        assert mean is not None
        assert 100 * mean.rate == pytest.approx(printed.win_rate, abs=1e-9)
        rates = [100 * CELLS[game, tuner, configuration].rate for game in PAPERS_GAMES]
        assert np.std(rates) / np.sqrt(20) == pytest.approx(printed.error, abs=0.0051)


@pytest.mark.skipif(not PAPER.is_file(), reason="the paper is not beside the repository")
def test_wins_that_the_text_names() -> None:
    text = PAPER.read_text()
    assert "RND-10-15-1000 wins one game of “Dig Dug”" in text
    assert CELLS["digdug", "random", "10-15-1000"].wins == 1
    found = re.search(r"(NMC), (NTBEA) and RND .* 10-15-5000\) win 2 games of “Roguelike”", text)
    assert found is not None
    winners = {tuner for tuner in ALL_TUNERS if CELLS["roguelike", tuner, "10-15-5000"].wins == 2}
    assert winners == {*map(str.lower, found.groups()), "random"}


def test_random_fixed_is_behind_all_others() -> None:
    """29 to 37 % in the data: below every tuner in every configuration."""
    rates = {
        (tuner, configuration): compute_published_mean(tuner, configuration)
        for tuner in ALL_TUNERS
        for _, configuration in TABLE_II
    }
    fixed = [each.rate for (tuner, _), each in rates.items() if each and tuner == "random-fixed"]
    others = [each.rate for (tuner, _), each in rates.items() if each and tuner != "random-fixed"]
    assert (round(min(fixed), 2), round(max(fixed), 2)) == (0.29, 0.37)
    assert max(fixed) < min(others)


def test_games_that_differ_after_the_correction() -> None:
    """Of 20 games one differs beyond chance, and one only until it is one of 20."""
    rates = {game: CELLS[game, "random", "5-10-500"] for game in PAPERS_GAMES}
    same = compare_with_published("random", "5-10-500", rates)
    assert same is not None
    assert (same.difference, same.differing) == (0, [])
    assert {test.corrected for test in same.games.values()} == {1.0}
    rates |= {"waitforbreakfast": Rate(5, 25), "seaquest": Rate(10, 25)}
    other = compare_with_published("random", "5-10-500", rates)
    assert other is not None
    assert other.games["seaquest"].probability < 0.05 < other.games["seaquest"].corrected
    assert other.differing == ["waitforbreakfast"]
    assert other.difference == pytest.approx(-(0.43 + 0.25) / 20)
    assert compare_with_published("random", "5-10-501", rates) is None
    assert compare_with_published("random", "5-10-500", {"sokoban": Rate(1, 2)}) is None

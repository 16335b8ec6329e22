"""The record of wins: kept at once, by map, whole whatever happens to the file or beside it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.levels import Wins, WinsError, load_levels

FIRST, SECOND, THIRD = load_levels("first-steps")[:3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wins.db"


def test_nothing_is_written_before_there_is_anything_to_keep(path: Path) -> None:
    wins = Wins(path)
    assert wins.find_best([FIRST, SECOND]) == [None, None]
    assert wins.find_last([FIRST, SECOND]) is None
    assert not path.exists()


def test_the_shortest_win_stays(path: Path) -> None:
    for moves, best in [("lrrrrr", "lrrrrr"), ("lrlrrrrr", "lrrrrr"), ("rrrr", "rrrr")]:
        Wins(path).record(FIRST, moves)
        assert Wins(path).find_best([SECOND, FIRST]) == [None, best]


def test_only_wins_are_kept(path: Path) -> None:
    with pytest.raises(ValueError, match="do not win"):
        Wins(path).record(FIRST, "rrr")
    assert Wins(path).find_best([FIRST]) == [None]


def test_levels_are_known_by_their_maps(path: Path) -> None:
    Wins(path).record(FIRST, "rrrr")
    again = Level.parse(FIRST.line, name="Another name", id="7", solution="s")
    assert Wins(path).find_best([again]) == ["rrrr"]


def test_the_last_visit(path: Path) -> None:
    wins = Wins(path)
    wins.visit(SECOND)
    wins.visit(FIRST)
    assert wins.find_last([FIRST, SECOND, THIRD]) == 0
    wins.record(THIRD, THIRD.solution)
    wins.visit(SECOND)
    assert wins.find_last([FIRST, SECOND, THIRD]) == 1
    assert wins.find_last([FIRST]) == 0
    assert wins.find_best([THIRD]) == [THIRD.solution], "a visit takes no win away"
    wins.visit(THIRD)
    assert wins.find_best([THIRD]) == [THIRD.solution]


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABALAB_WINS", str(tmp_path / "deep" / "mine"))
    Wins().record(FIRST, "rrrr")
    assert (tmp_path / "deep" / "mine").is_file()
    monkeypatch.delenv("BABALAB_WINS")
    monkeypatch.setattr("babalab.levels.wins.user_data_folder", lambda: tmp_path / "data")
    assert Wins().path == tmp_path / "data" / "wins.db"


def test_sessions_at_once_lose_nothing(path: Path) -> None:
    program = (
        "import sys; from babalab.levels import Wins, load_levels\n"
        "levels = load_levels('first-steps')\n"
        "for level in levels[int(sys.argv[1])::3]:\n"
        "    for _ in range(5): Wins(sys.argv[2]).record(level, level.solution)\n"
    )
    sessions = [
        subprocess.Popen([sys.executable, "-c", program, str(number), str(path)])
        for number in range(3)
    ]
    assert [session.wait() for session in sessions] == [0, 0, 0]
    levels = load_levels("first-steps")
    assert Wins(path).find_best(levels) == [level.solution for level in levels]


def test_a_wrong_win_in_the_file_does_not_count(path: Path) -> None:
    wins = Wins(path)
    wins.record(FIRST, "rrrr")
    for wrong in ("r", "", "what?"):
        with sqlite3.connect(path) as database:
            database.execute("UPDATE levels SET moves = ?", (wrong,))
        assert wins.find_best([FIRST]) == [None]
        wins.record(FIRST, "lrrrrr")
        assert wins.find_best([FIRST]) == ["lrrrrr"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE levels SET moves = x'00ff'",
        "UPDATE levels SET visit = 'often'",
        "DROP TABLE levels",
        "PRAGMA user_version = 9",
    ],
)
def test_a_file_in_another_form_is_named(path: Path, damage: str) -> None:
    Wins(path).record(FIRST, "rrrr")
    with sqlite3.connect(path) as database:
        database.execute(damage)
    with pytest.raises(WinsError, match=r"wins\.db: your wins can't be kept here: .*BABALAB_WINS"):
        Wins(path).find_best([FIRST])


@settings(max_examples=25)
@given(place=st.integers(0, 8191), byte=st.integers(0, 255))
def test_a_damaged_file_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int
) -> None:
    path = tmp_path_factory.mktemp("wins") / "wins.db"
    Wins(path).record(FIRST, "rrrr")
    data = bytearray(path.read_bytes())
    data[place % len(data)] = byte
    path.write_bytes(data[: place if byte % 2 else None])
    try:
        assert Wins(path).find_best([FIRST, SECOND])[0] in ("rrrr", None)
        Wins(path).record(SECOND, SECOND.solution)
    except WinsError as error:
        found = str(error)
    else:
        return
    assert str(path) in found


def test_a_folder_that_can_not_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WinsError, match="can't be kept here"):
        Wins(tmp_path / "file" / "wins.db").visit(FIRST)
    with pytest.raises(WinsError, match="can't be kept here"):
        Wins(tmp_path).visit(FIRST)

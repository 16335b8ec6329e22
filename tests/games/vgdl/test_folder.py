"""Games in folders: found, told from what is none, and never hidden by a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.errors import LevelError
from babalab.games import GameError, game_named
from babalab.games.errors import DescriptionError
from babalab.games.vgdl import game_in, games_in, read_folder
from babalab.games.vgdl.folder import check_game, find_descriptions
from babalab.levels.errors import FileError
from support.vgdl_folders import LANE, LEVEL, write_lane


def put(folder: Path, **files: str | bytes) -> None:
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / f"{name}.txt").write_bytes(data)


def told(folder: Path) -> dict[str, str]:
    """What is said about the files that are skipped."""
    return {Path(each.source).name: each.message for each in read_folder(folder).skipped}


def test_levels_as_the_framework_names_them_and_in_short(tmp_path: Path) -> None:
    put(tmp_path, framed=LANE, short=LANE, framed_lvl0="A.c", framed_lvl10="Ac", framed_lvl2="cA")
    put(tmp_path, short_1="A..c", short_0="A.c")
    found = games_in(tmp_path)
    assert list(found) == ["framed", "short"]
    levels = {name: [(each.name, each.text) for each in found[name].levels()] for name in found}
    assert levels["framed"] == [("level-0", "A.c"), ("level-2", "cA"), ("level-10", "Ac")]
    assert levels["short"] == [("level-0", "A.c"), ("level-1", "A..c")]
    assert found["framed"].name == "framed"
    assert found["framed"].levels()[2].source == str(tmp_path / "framed_lvl10.txt")


def test_what_is_missing_is_a_warning_only(tmp_path: Path) -> None:
    put(tmp_path, framed=LANE, framed_lvl1="A.c", framed_lvl4="Ac", bare=LANE)
    found = games_in(tmp_path)
    assert found["bare"].levels() == ()
    assert [str(each) for each in check_game(found["framed"])] == [
        f"{tmp_path / 'framed.txt'}: warning: there are no levels 0, 2, 3"
    ]
    (about,) = check_game(found["bare"])
    assert not about.is_error
    assert "put bare_lvl0.txt beside it" in about.message


def test_one_number_twice(tmp_path: Path) -> None:
    put(tmp_path, lane=LANE, lane_0="Ac", lane_lvl0="A.c")
    (level,) = game_in(tmp_path / "lane.txt").levels()
    assert level.text == "A.c"
    assert told(tmp_path) == {
        "lane_0.txt": "another level of the same game has this number; skipped"
    }


def test_what_is_no_game_is_skipped(tmp_path: Path) -> None:
    write_lane(tmp_path)
    put(tmp_path, README="Games of mine.\n", other_lvl3="A.c", film=b"\xff\xfe\x00", blank="")
    (tmp_path / "notes.md").write_text("BasicGame")
    (tmp_path / ".hidden.txt").write_text("BasicGame")
    (tmp_path / "deeper.txt").mkdir()
    write_lane(tmp_path / "deeper", "hidden")
    assert list(games_in(tmp_path)) == ["lane"]
    assert read_folder(tmp_path).broken == {}
    assert told(tmp_path) == {
        "README.txt": "it does not begin with BasicGame, so it is no game; skipped",
        "blank.txt": "it does not begin with BasicGame, so it is no game; skipped",
        "film.txt": "this is no text file; skipped",
        "other_lvl3.txt": "this may be a level of other.txt, which is not here; skipped",
    }


def test_a_game_whose_name_ends_with_a_number(tmp_path: Path) -> None:
    put(tmp_path, lane=LANE, lane_lvl0="A.c", lane_2=LANE, lane_2_lvl0="Ac")
    found = games_in(tmp_path)
    assert {name: [each.text for each in game.levels()] for name, game in found.items()} == {
        "lane": ["A.c"],
        "lane_2": ["Ac"],
    }
    assert list(game_in(tmp_path / "lane.txt").levels()) == list(found["lane"].levels())


def test_broken_games_hide_no_others_and_tell_everything(tmp_path: Path) -> None:
    write_lane(tmp_path)
    put(tmp_path, odd=LANE.replace("MovingAvatar", "Walker").replace("limit=9", "limit="))
    put(tmp_path, garbled="BasciGame\n", garbled_lvl0="A.c", binary=b"\xff", binary_lvl0="A.c")
    put(tmp_path, nobody=LANE.replace("A > you", "A >").replace("MovingAvatar", "Passive"))
    found = read_folder(tmp_path)
    assert list(found.games) == ["lane"]
    assert found.broken.keys() == {"odd", "garbled", "binary", "nobody"}
    odd = found.broken["odd"]
    assert isinstance(odd, DescriptionError)
    assert [(each.line, each.column) for each in odd.diagnostics] == [(4, 15), (5, 25)]
    assert "a description begins with BasicGame, not 'BasciGame'" in str(found.broken["garbled"])
    assert "no text file in UTF-8" in str(found.broken["binary"])
    assert found.skipped == ()


def test_a_level_that_is_no_text_breaks_its_game(tmp_path: Path) -> None:
    write_lane(tmp_path)
    put(tmp_path, lane_lvl1=b"\xff")
    assert "lane_lvl1.txt: error: this is no text file" in str(read_folder(tmp_path).broken["lane"])
    with pytest.raises(DescriptionError, match=r"lane_lvl1\.txt: error: this is no text file"):
        game_in(tmp_path / "lane.txt")


def test_ends_of_lines_and_marks_of_files_make_no_difference(tmp_path: Path) -> None:
    put(tmp_path, lane=LANE, lane_lvl0=LEVEL)
    plain = game_in(tmp_path / "lane.txt")
    put(
        tmp_path,
        lane=b"\xef\xbb\xbf" + LANE.replace("\n", "\r\n").encode(),
        lane_lvl0=LEVEL.replace("\n", "\r\n"),
    )
    again = game_in(tmp_path / "lane.txt")
    assert again.description.text == plain.description.text == LANE
    assert again.levels() == plain.levels()


def test_folders_without_games(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"there is no game; one is NAME\.txt"):
        games_in(tmp_path)
    with pytest.raises(GameError, match="there is no such folder"):
        games_in(tmp_path / "nowhere")
    put(tmp_path, lane="BasicGame\n")
    with pytest.raises(GameError, match="this is no folder"):
        games_in(tmp_path / "lane.txt")
    with pytest.raises(DescriptionError, match=r"lane\.txt:1:1: error: the section SpriteSet"):
        games_in(tmp_path)


def test_many_files(tmp_path: Path) -> None:
    for number in range(60):
        write_lane(tmp_path, f"game-{number}")
    assert len(games_in(tmp_path)) == len(find_descriptions(tmp_path)) == 60


def test_a_file_is_a_game_wherever_games_are_named(tmp_path: Path) -> None:
    file = write_lane(tmp_path)
    assert game_named(str(file)) is game_in(file)
    with pytest.raises(FileError, match="no such file"):
        game_named(str(tmp_path / "nothing.txt"))
    with pytest.raises(GameError, match=r"this is a level; the game is .*lane\.txt"):
        game_named(str(tmp_path / "lane_lvl0.txt"))
    with pytest.raises(GameError, match="this is a folder; name a game in it"):
        game_named(str(tmp_path))
    with pytest.raises(GameError, match=r"there is a file, .*lane\.txt: write that"):
        game_named(str(file.with_suffix("")))


def test_broken_levels_are_named_when_the_game_is_checked(tmp_path: Path) -> None:
    put(tmp_path, lane=LANE, lane_lvl0="A.c", lane_lvl1="c.c", lane_lvl2="A?c")
    game = game_in(tmp_path / "lane.txt")
    diagnostics = check_game(game)
    assert [each.is_error for each in diagnostics] == [True, False]
    assert "lane_lvl1.txt" in str(diagnostics[0])
    assert str(diagnostics[1]).startswith(f"{tmp_path / 'lane_lvl2.txt'}:1:2: warning: '?' stands")
    with pytest.raises(LevelError):
        game(game.levels()[1])


NAMES = st.sampled_from(["a", "a_0", "a_lvl0", "a_1_lvl0", "b", "b_lvl7", "c_2", "a_lvl"])
CONTENTS = st.sampled_from([LANE, LEVEL, "", "BasicGame", "words\nof mine", b"\xff"])


@given(st.dictionaries(NAMES, CONTENTS, max_size=6))
def test_every_file_is_a_game_a_level_or_told_of(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str | bytes]
) -> None:
    folder = tmp_path_factory.mktemp("games")
    put(folder, **files)
    found = read_folder(folder)
    levels = [level.source for game in found.games.values() for level in game.levels()]
    played = [game.description.source for game in found.games.values()]
    skipped = [each.source for each in found.skipped]
    broken = [str(folder / f"{name}.txt") for name in found.broken]
    # What belongs to a broken game is not told of by itself.
    of_broken = [
        str(folder / f"{name}.txt")
        for name in files
        if name.rpartition("_")[0] in found.broken and str(folder / f"{name}.txt") not in skipped
        and str(folder / f"{name}.txt") not in played + levels + broken
    ]  # fmt: skip
    everything = sorted(played + levels + skipped + broken + of_broken)
    assert everything == sorted(str(folder / f"{name}.txt") for name in files)

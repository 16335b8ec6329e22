"""Which levels an address means, and what is said when it means none."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from babalab.base.errors import BabalabError
from babalab.game.errors import LevelError, MovesError
from babalab.game.level import Level
from babalab.levels import (
    AddressError,
    FileError,
    find_level,
    is_level_text,
    load_level,
    load_levels,
    pack,
    split_moves,
    write_levels,
)

MAP = "____/_b._/____"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a few files of levels."""
    monkeypatch.chdir(tmp_path)
    several = [Level.parse(MAP, id=id_, name=f"Level {id_}") for id_ in ("1", "12", "gate", "a#b")]
    write_levels(several, "levels.json")
    write_levels(several[:1], "single.json")
    write_levels([Level.parse(MAP, name="a"), Level.parse(MAP, name="b")], "nameless.txt")
    write_levels([], "nothing.json")
    return tmp_path


@pytest.mark.usefixtures("folder")
class TestFound:
    def test_a_file_is_all_its_levels(self) -> None:
        assert [level.id for level in load_levels("levels.json")] == ["1", "12", "gate", "a#b"]
        assert len(load_levels(Path("levels.json"))) == 4
        assert load_levels("nothing.json") == []

    @pytest.mark.parametrize("id_", ["1", "12", "gate", "a#b"])
    def test_an_id_picks_one(self, id_: str) -> None:
        assert load_level(f"levels.json#{id_}").id == id_
        assert [level.id for level in load_levels(f"levels.json#{id_}")] == [id_]

    def test_a_set_of_one_needs_no_id(self) -> None:
        assert load_level("single.json").id == "1"

    def test_levels_without_ids_are_counted(self) -> None:
        assert load_level("nameless.txt#2").name == "b"

    def test_a_path_may_have_a_hash_in_it(self, folder: Path) -> None:
        (folder / "a#b.json").write_bytes((folder / "levels.json").read_bytes())
        assert len(load_levels("a#b.json")) == 4
        assert load_level("a#b.json#12").id == "12"

    def test_our_packs(self) -> None:
        assert load_levels("first-steps") == list(pack("first-steps").levels)
        assert load_level("first-steps/across").name == "Across"

    def test_a_pack_goes_before_a_file(self, folder: Path) -> None:
        (folder / "first-steps").write_text(MAP)
        assert len(load_levels("first-steps")) > 1
        assert len(load_levels("./first-steps")) == 1

    def test_the_text_of_a_level(self) -> None:
        assert load_level(MAP) == Level.parse(MAP)
        assert load_levels("b. /...") == [Level.parse("b../...")]

    def test_the_longest_map_is_no_trouble(self) -> None:
        assert load_level("/".join(["_" * 64] * 64)).height == 64

    def test_an_existing_file_goes_before_a_map(self, folder: Path) -> None:
        (folder / "bag").mkdir()
        (folder / "bag" / "fog").write_text("_b_")
        assert load_level("bag/fog").rows == ("_b_",)
        assert load_level("bag/fob").rows == ("bag", "fob")

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for text in (MAP, MAP.replace("/", "\n"), Path("levels.json").read_text()):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
            assert load_levels("-")[0] == Level.parse(MAP)
        monkeypatch.setattr("sys.stdin", io.StringIO(Path("levels.json").read_text()))
        assert load_level("-#12").id == "12"


@pytest.mark.usefixtures("folder")
class TestNotFound:
    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("", ["empty"]),
            ("levels.json", ["4 levels", "one is expected", "levels.json#1 or levels.json#12"]),
            ("nameless.txt", ["2 levels", "nameless.txt#1"]),
            ("nothing.json", ["no levels"]),
            ("nothing.json#1", ["(0 levels)", "it has none"]),
            ("levels.json#gat", ["levels.json (4 levels)", "'gat'", "did you mean 'gate'?"]),
            ("levels.json#9", ["'9'", "it has '1', '12', 'gate', 'a#b'"]),
            ("levels.json#", ["no level ''"]),
            ("level.json#12", ["no file", "did you mean 'levels.json'"]),
            ("levles.json", ["no file", "did you mean 'levels.json'"]),
            ("missing/levels.json", ["no file", "'missing/levels.json'"]),
            ("frist-steps", ["no pack", "did you mean 'first-steps'?"]),
            ("frist-steps/across", ["did you mean 'first-steps/across'?"]),
            ("first-steps/acros", ["first-steps (", "did you mean 'across'?"]),
            ("first-steps", ["first-steps/across"]),
            ("first-steps/", ["no level ''"]),
            ("qqqq", ["no file and no pack 'qqqq'", "known packs: "]),
            ("first-steps#1", ["first-steps is a pack, not a file: write first-steps/ID"]),
            ("nul\x00byte", ["no file"]),
            (f"{MAP}@dd", ["is a state", "leave out '@dd'"]),
            ("levels.json#12@dd", ["is a state"]),
        ],
    )
    def test_the_error_says_what_would_be_right(self, address: str, words: list[str]) -> None:
        with pytest.raises(AddressError) as caught:
            load_level(address)
        for each in words:
            assert each in str(caught.value)

    def test_a_folder_is_no_set(self) -> None:
        with pytest.raises(FileError, match="it is a folder"):
            load_levels(".")

    def test_a_map_with_errors_names_them(self) -> None:
        with pytest.raises(LevelError, match="line 2, column 3: error: 'X' is not a map character"):
            load_level("____/_bX_/___")

    def test_a_file_with_errors_names_them(self, folder: Path) -> None:
        (folder / "bad.txt").write_text("___\n_X_\n__\n")
        with pytest.raises(LevelError) as caught:
            load_level("bad.txt")
        assert [diagnostic.place for diagnostic in caught.value.diagnostics] == [
            "bad.txt:2:2",
            "bad.txt:3:3",
        ]


def test_the_first_of_equal_ids_is_taken() -> None:
    levels = [Level.parse(MAP, id="a", name=name) for name in "xy"]
    assert find_level(levels, "a").name == "x"


def test_a_given_id_goes_before_a_position() -> None:
    levels = [Level.parse(MAP, name="by position"), Level.parse(MAP, id="1", name="by id")]
    assert find_level(levels, "1").name == "by id"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MAP, True),
        ("b./..", True),
        ("____/_X", True),
        ("_b_", False),
        ("/b/b", False),
        ("levels.json", False),
        ("levels/x.json", False),
    ],
)
def test_what_the_text_of_a_level_is(text: str, expected: bool) -> None:
    assert is_level_text(text) is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (MAP, (MAP, "")),
        (f"{MAP}@", (MAP, "")),
        (f"{MAP}@ddRU s", (MAP, "ddrus")),
        ("first-steps/across@rr", ("first-steps/across", "rr")),
        ("levels.json#12@u", ("levels.json#12", "u")),
        ("me@home.json", ("me@home.json", "")),
        ("me@home.json@l", ("me@home.json", "l")),
        ("", ("", "")),
    ],
)
def test_splitting_moves_off(address: str, expected: tuple[str, str]) -> None:
    assert split_moves(address) == expected


def test_wrong_moves_behind_a_map() -> None:
    with pytest.raises(MovesError, match="'x' is not a move"):
        split_moves(f"{MAP}@dxd")


def test_an_existing_file_is_not_split(folder: Path) -> None:
    (folder / "me@lu").write_text(MAP)
    assert split_moves("me@lu") == ("me@lu", "")
    assert load_level("me@lu") == Level.parse(MAP)


def test_all_errors_are_ours() -> None:
    assert issubclass(AddressError, BabalabError)
    assert issubclass(FileError, BabalabError)

"""`babalab generate`: texts, pictures and sets, refusals, Ctrl-C, what is shown on the way."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from babalab.cli.generate.arguments import build_problem
from babalab.cli.main import call
from babalab.generation import make_problem
from babalab.levels import load_levels
from support.problems import STRIPES
from support.program import PROGRAM, Terminal

EASY = ("binary:width=5,height=4,path=3", "--evaluations", "2000")


def generate(*arguments: str) -> int:
    return call(["generate", *arguments])


def maps_in(text: str) -> list[str]:
    """The maps of what was printed: lines that are no comment, apart at blank ones."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    return [block.strip() for block in re.split(r"\n\s*\n", lines) if block.strip()]


def test_maps_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*EASY, "--count", "3", "--seed", "2") == 0
    printed = capsys.readouterr()
    problem = make_problem(EASY[0])
    maps = [problem.parse(text) for text in maps_in(printed.out)]
    assert len(maps) == 3
    assert len({problem.canonical(map_) for map_ in maps}) == 3
    told = re.findall(r"^# regions (\d+), path-length (\d+), empty (\d+)$", printed.out, re.M)
    measured = problem.measure(np.stack(maps)).astype(int).tolist()
    assert [list(map(int, each)) for each in told] == measured
    assert {row[0] for row in measured} == {1}
    assert re.match(r"made 3 of 3 maps in \d searches, [\d,]+ evaluations", printed.err)


def test_maps_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They take the place of the text, and are those that files get."""
    file = tmp_path / "maps.txt"
    assert generate(*EASY, "-n", "2", "-o", "-", "-o", str(file), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert ["\n".join(each["rows"]) for each in told["maps"]] == maps_in(file.read_text())
    assert (told["wanted"], told["written"]) == (2, [str(file)])
    assert generate("binary:width=3,height=3,path=99", "--evaluations", "9", "--json") == 1
    assert json.loads(capsys.readouterr().out)["maps"] == []


def test_lists_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--list", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {"problems", "algorithms", "representations"} == told.keys()
    assert generate("binary", "--algorithm", "ga", "--list", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["problem"]["name"], told["algorithm"]["name"]) == ("binary", "ga")
    assert {"width", "height", "path"} <= {each["name"] for each in told["problem"]["parameters"]}


def test_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for more in ((), (), ("--workers", "2"), ("--seed", "8")):
        assert generate(*EASY, "-n", "2", *more) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2]
    assert texts[0] != texts[3]


def test_sizes_and_settings(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--size", "7x3", "--set", "path=2", "--evaluations", "3000")
    assert generate("binary", *arguments) == 0
    first = capsys.readouterr().out
    assert generate("binary:width=7,height=3,path=2", *arguments[4:]) == 0
    assert capsys.readouterr().out == first
    assert [len(row) for row in maps_in(first)[0].split("\n")] == [7, 7, 7]


def test_a_listing_says_what_is_worth_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("zelda", "--list") == 0
    assert "the more the better" not in capsys.readouterr().out
    assert generate("zelda:cap=false", "--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "the more the better" in line] == ["path-length"]


@pytest.mark.parametrize("representation", ["narrow", "turtle", "wide"])
def test_representations(representation: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(*EASY, "--algorithm", "hill-climbing", "-r", representation) == 0
    assert f"hill-climbing, {representation}, seed" in capsys.readouterr().out


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "maps.txt", tmp_path / "maps.json", tmp_path / "maps.png", tmp_path / "all"]
    options = [option for path in paths for option in ("--output", str(path))]
    assert generate(*EASY, "-n", "4", *options) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"wrote {', '.join(map(str, paths))}" in printed.err
    texts = maps_in(paths[0].read_text(encoding="utf-8"))
    data = json.loads(paths[1].read_text(encoding="utf-8"))
    assert ["\n".join(each["rows"]) for each in data["maps"]] == texts
    assert data["algorithm"] == "ga"
    problem = make_problem(data["problem"])
    for each in data["maps"]:
        map_ = problem.parse("\n".join(each["rows"]))
        assert list(each["statistics"].values()) == problem.measure(map_[None])[0].tolist()
        assert each["evaluations"] <= 2000
    pictures = [problem.draw(problem.parse(text)) for text in texts]
    with Image.open(paths[2]) as sheet:
        assert sheet.width >= 2 * pictures[0].width
        found = sum(_is_within(picture, sheet.convert("RGB")) for picture in pictures)
    assert found == 4, "every map is on the sheet"
    assert sorted(path.name for path in paths[3].iterdir()) == sorted(
        ["maps.json", *(f"map-{n}.{suffix}" for n in range(1, 5) for suffix in ("png", "txt"))]
    )
    with Image.open(paths[3] / "map-2.png") as picture:
        assert picture.convert("RGB").tobytes() == pictures[1].convert("RGB").tobytes()


def _is_within(picture: Image.Image, sheet: Image.Image) -> bool:
    part, whole = np.asarray(picture.convert("RGB")), np.asarray(sheet)
    height, width = part.shape[:2]
    for y, x in np.argwhere((whole == part[0, 0]).all(axis=2)):
        if (whole[y : y + height, x : x + width].shape == part.shape) and (
            whole[y : y + height, x : x + width] == part
        ).all():
            return True
    return False


def test_levels_of_baba(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, text = tmp_path / "new.json", tmp_path / "new.txt"
    wishes = ("--length", "2-9", "--size", "6x6", "--searches", "20", "--evaluations", "1500")
    outputs = ("-o", str(file), "-o", str(text))
    assert generate("baba", "--algorithm", "hill-climbing", *wishes, "-n", "2", *outputs) == 0
    told = capsys.readouterr().err
    levels = load_levels(str(file))
    assert [level.line for level in load_levels(str(text))] == [level.line for level in levels]
    assert [level.id for level in levels] == ["1", "2"]
    for level in levels:
        assert level.play(level.solution).won
        assert 2 <= len(level.solution) <= 9
        assert level.mechanics
        assert level.solution in told
        assert (level.width, level.height) == (8, 8)


@pytest.mark.parametrize(
    ("options", "parameters"),
    [
        ({"difficulty": 3}, "difficulty=3"),
        ({"length": "8-15"}, "shortest=8,longest=15"),
        ({"length": "8-"}, "shortest=8"),
        ({"length": "8"}, "shortest=8,longest=8"),
        ({"mechanics": "sink, kill"}, "mechanics=sink+kill"),
    ],
)
def test_options_are_parameters(options: dict[str, object], parameters: str) -> None:
    made = build_problem("baba:width=6", size=None, settings=["height=7"], options=options)
    assert made == make_problem(f"baba:width=6,height=7,{parameters}")


def test_fewer_than_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.json"
    assert generate("binary:width=3,height=3,path=99", "--evaluations", "50", "-o", str(file)) == 1
    told = capsys.readouterr().err
    assert "made 0 of 1 map in 3 searches" in told
    assert "without a map: 3; the nearest misses by path-length" in told
    assert not file.exists()


def test_repeated_maps_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = "binary:width=2,height=2,path=1"
    assert generate(tiny, "-n", "30", "--searches", "30", "--evaluations", "200") == 1
    assert "left out, as equal or mirror images: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["binari"], "did you mean 'binary'"),
        (["binary", "--algorithm", "anealing"], "did you mean 'annealing'"),
        (["binary", "-r", "turtel"], "did you mean 'turtle'"),
        (["binary", "--algorithm", "backward"], "backward is for baba only"),
        (["binary", "-r", "people"], "baba"),
        (["binary", "--size", "big"], "such as 11x7"),
        (["binary", "--size", "0x7"], "width=0: it must be a whole number from 1"),
        (["binary", "--set", "paht=3"], "did you mean 'path'"),
        (["binary", "--set", "path"], "write NAME=VALUE"),
        (["binary:path=2", "--set", "path=3"], "path is set twice"),
        (["binary", "--difficulty", "2"], "--difficulty: binary has no such parameter"),
        (["binarx", "--difficulty", "2"], "did you mean 'binary'"),
        (["baba", "--length", "long"], "such as 8-15"),
        (["baba", "--length", "9-4"], "at least 9 and at most 4"),
        (["baba", "--length", "9-12", "--difficulty", "1"], "class 1 has at least 9 and at most 5"),
        (["baba", "--length", "0"], "nothing is won in no moves"),
        (["baba", "--length", "0-0"], "nothing is won in no moves"),
        (["baba", "--mechanics", "fly"], "fly"),
        (["baba", "--mechanics", ","], "name some"),
        (["baba", "--mechanics", "walk,push"], "exclude each other"),
        (["binary", "-o", ""], "ends in .txt"),
        (["binary", "-o", "maps.gif"], "ends in .txt, .png or .json, or a folder"),
        (["binary", "-o", "nowhere/maps.txt"], "there is no folder"),
        (["--algorithm", "ga", "--size", "3x3", "--count", "2"], "which problem"),
        (["mine.py"], "there is no such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(*arguments) == 2
    printed = capsys.readouterr()
    assert complaint in re.sub(r"[\s│]+", " ", printed.err)
    assert printed.out == ""


def test_lists(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--list"]):
        assert generate(*arguments) == 0
        printed = capsys.readouterr().out
        for name in ("binary", "zelda", "sokoban", "baba", "mcts", "annealing", "map-elites"):
            assert re.search(rf"^{name} ", printed, re.M)
    assert generate("sokoban", "--list", "--algorithm", "ga") == 0
    printed = capsys.readouterr().out
    for name in ("width", "crate", "regions", "crossover"):
        assert name in printed
    assert generate("baba", "--list") == 0
    assert "mechanics: walk, push, stop, kill" in capsys.readouterr().out


def test_a_problem_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "stripes.py"
    file.write_text(STRIPES, encoding="utf-8")
    assert generate(f"{file}:dark=9", "--size", "4x4", "--evaluations", "500") == 0
    (map_,) = maps_in(capsys.readouterr().out)
    assert map_.count("o") == 9


HOOKS = (
    STRIPES
    + """
    longest: int = parameter(9, "dark cells, at most", low=0)
    shortest: int = parameter(0, "dark cells, at least", low=0)
    usual_algorithm: ClassVar[str] = "annealing"
    usual_representation: ClassVar[str] = "narrow"

    def finish(self, generated):
        if not generated.map[0]:
            return None
        return replace(generated, finished=f"{generated.map.sum()} dark")

    def describe(self, generated):
        return [f"finished: {generated.finished}"]

    def caption(self, generated):
        return generated.finished

    def tabulate(self, maps):
        rows = [(f"{n}.", each.finished) for n, each in enumerate(maps, start=1)]
        return MapTable(("stripe", "how dark"), rows, "dark is dark")

    def explain(self):
        return ["dark: as many as you like"]
"""
)


def test_a_problem_of_a_file_has_the_same_hooks_as_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "stripes.py"
    names = "from dataclasses import dataclass, replace\nfrom babalab.generation import MapTable\n"
    file.write_text(names + HOOKS, encoding="utf-8")
    sheet = tmp_path / "maps.png"
    options = ("--size", "3x3", "--length", "1-9", "--evaluations", "500", "--searches", "40")
    assert generate(str(file), *options, "-n", "3", "-o", "-", "-o", str(sheet)) == 0
    printed = capsys.readouterr()
    assert printed.out.count("# finished: 3 dark\n") == 3
    assert "annealing, narrow, seed" in printed.out
    assert all(map_[0] == "o" for map_ in maps_in(printed.out)), "others are rejected"
    assert re.search(r"stripe +how dark *\n +1\. +3 dark *\n", printed.err)
    assert "dark is dark" in printed.err
    assert generate(str(file), "--list") == 0
    assert "dark: as many as you like" in capsys.readouterr().out
    with Image.open(sheet) as picture:
        assert picture.width > 3


def test_trouble_on_the_way_keeps_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, file = tmp_path / "stripes.py", tmp_path / "maps.txt"
    mine.write_text(STRIPES, encoding="utf-8")
    arguments = (f"{mine}:trouble=2", "--size", "4x4", "--evaluations", "500", "-n", "9")
    assert generate(*arguments, "-o", str(file)) == 2
    told = capsys.readouterr().err
    assert "made 2 of 9 maps in 2 searches" in told
    assert "no more ink" in told
    assert len(maps_in(file.read_text(encoding="utf-8"))) == 2


def test_ctrl_c_keeps_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "maps.json"
    # Some of many searches find a map at once; the last ones never come.
    arguments = ("binary:width=6,height=6,path=2", "-n", "100000", "-o", str(file))
    with Terminal("generate", *arguments) as terminal:
        terminal.wait_for("maps")
        terminal.wait_for("regions")
        terminal.wait_for("fitness")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert re.search(r"made \d[\d,]* of 100000 maps", terminal.text)
    data = json.loads(file.read_text(encoding="utf-8"))
    problem = make_problem(data["problem"])
    for each in data["maps"]:
        map_ = problem.parse("\n".join(each["rows"]))
        assert problem.measure(map_[None])[0][0] == 1


def test_nothing_is_drawn_into_pipes() -> None:
    done = subprocess.run(
        [*PROGRAM, "generate", *EASY, "--quiet"], capture_output=True, text=True, check=True
    )
    assert "\x1b" not in done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1

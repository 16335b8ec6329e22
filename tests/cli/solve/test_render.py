"""`babalab render`: every kind of picture, and where it can't be made."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from babalab.cli.main import call
from babalab.levels import load_level
from support.program import MAP, UNSOLVABLE


def test_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = []
    for scale in (1, 3):
        path = tmp_path / f"{scale}.PNG"
        assert call(["render", MAP, str(path), "--scale", str(scale)]) == 0
        assert f"wrote {path}" in capsys.readouterr().err
        with Image.open(path) as image:
            assert image.format == "PNG"
            sizes.append(image.size)
    assert sizes[1] == (3 * sizes[0][0], 3 * sizes[0][1])
    assert sizes[0][0] * 5 == sizes[0][1] * 6


def test_svg(tmp_path: Path) -> None:
    assert call(["render", f"{MAP}@r", str(tmp_path / "x.svg")]) == 0
    assert ET.parse(tmp_path / "x.svg").getroot().tag.endswith("svg")


def test_text(tmp_path: Path) -> None:
    assert call(["render", MAP, str(tmp_path / "x.txt"), "--moves", "rr"]) == 0
    assert (tmp_path / "x.txt").read_text().splitlines()[1] == "[]    b>|>[]"


@pytest.mark.parametrize(
    ("level", "options", "frames"),
    [
        (MAP, [], 1),
        (MAP, ["--moves", "rl"], 3),
        (MAP, ["--solution"], 4),
        (f"{MAP}@r", ["--solution"], 3),
        ("first-steps/across", ["--solution"], None),
    ],
)
def test_gif(level: str, options: list[str], frames: int | None, tmp_path: Path) -> None:
    path = tmp_path / "x.gif"
    assert call(["render", level, str(path), "--milliseconds", "100", *options]) == 0
    with Image.open(path) as image:
        assert image.format == "GIF"
        expected = frames or 1 + len(load_level(level).solution)
        assert getattr(image, "n_frames", 1) == expected


@pytest.mark.parametrize(
    ("level", "arguments", "code", "words"),
    [
        (MAP, ["x.bmp"], 2, "x.bmp: the name must end in .png, .svg, .gif or .txt"),
        (MAP, ["png"], 2, "png: the name must end in"),
        (MAP, ["no-such-folder/x.png"], 2, "no-such-folder/x.png: can't be written: No such file"),
        (MAP, ["no-such-folder/x.gif"], 2, "no-such-folder/x.gif: can't be written"),
        (MAP, ["no-such-folder/x.svg"], 2, "no-such-folder/x.svg: can't be written"),
        (MAP, ["folder.png"], 2, "folder.png: can't be written: Is a directory"),
        (MAP, ["x.png", "--moves", "rqr"], 2, "column 2: 'q' is not a move"),
        (MAP, ["x.png", "--moves", "r", "--solution"], 2, "either --moves or --solution"),
        (MAP, ["x.png", "--scale", "0"], 2, "--scale"),
        (MAP, ["x.gif", "--milliseconds", "1"], 2, "--milliseconds"),
        (MAP, [], 2, "PICTURE"),
        (UNSOLVABLE, ["x.gif", "--solution"], 1, "no solution to draw: proved unsolvable"),
    ],
)
def test_what_can_not_be_drawn(
    level: str,
    arguments: list[str],
    code: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert call(["render", level, *arguments]) == code
    assert words in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]

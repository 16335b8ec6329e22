"""`babalab games show`: levels, plays and what comes of them, as text and as pictures."""

from __future__ import annotations

import json
import random
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

from babalab.cli.games.moves import parse_actions
from babalab.cli.main import call
from babalab.games import GameError, Sokoban
from babalab.games.drawing import draw_image
from support.program import Terminal
from support.yard import written_yard, yard


class Shown(NamedTuple):
    """What the command did."""

    exit_code: int
    stdout: str
    stderr: str


def show(*arguments: str) -> Shown:
    """Run the command."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        exit_code = call(["games", "show", *arguments])
    return Shown(exit_code, out.getvalue(), err.getvalue())


def test_moves_come_first(tmp_path: Path) -> None:
    shown = show(written_yard(tmp_path), "--moves", "right*2 up")
    assert shown.exit_code == 0
    assert shown.stdout.split("\n")[1] == "w. Ah.w"
    assert "yard first: not over after 3 ticks, score 2" in shown.stderr


def test_moves_after_the_end_are_not_made(tmp_path: Path) -> None:
    shown = show(written_yard(tmp_path), "--moves", "right*50")
    assert "yard first: won after 3 ticks, score 7" in shown.stderr


def test_a_picture_of_the_last_state(tmp_path: Path) -> None:
    file = tmp_path / "yard.png"
    shown = show(written_yard(tmp_path), "1", "--moves", "right", "-o", str(file), "--scale", "2")
    assert shown.exit_code == 0, shown.output
    assert f"wrote {file} (" in shown.stderr.replace("\n", "")
    game = yard()
    state = game.step(game.start(random.Random()), game.actions.index("right"), random.Random())
    with Image.open(file) as image:
        assert np.array_equal(np.asarray(image.convert("RGB")), draw_image(game, state, 2))


def test_a_legend_names_what_there_is(tmp_path: Path) -> None:
    file, level, plain = written_yard(tmp_path), tmp_path / "yard.txt", tmp_path / "yard.png"
    signs = ". grass · h home · p plum · v wasp · A child · w wall"
    assert show(file, "--legend").stdout.splitlines()[-1] == signs
    assert show(file, "--legend", "-o", str(level)).exit_code == 0
    assert level.read_text().splitlines()[-1] == signs
    assert show(file, "-o", str(plain)).exit_code == 0
    assert show(file, "--legend", "-o", str(tmp_path / "more.png")).exit_code == 0
    with Image.open(plain) as image, Image.open(tmp_path / "more.png") as more:
        assert more.height > image.height


def test_text_of_any_game(tmp_path: Path) -> None:
    file = tmp_path / "level.txt"
    assert show("sokoban", "2", "-o", str(file)).exit_code == 0
    game = Sokoban(Sokoban.levels()[1])
    assert file.read_text() == game.picture(game.start(random.Random())) + "\n"


@pytest.mark.parametrize(
    ("arguments", "frames"),
    [(["--moves", "left wait use"], 4), (["--agent", "random", "--ticks", "5"], 6), ([], 1)],
)
def test_an_animation_of_a_play(arguments: list[str], frames: int, tmp_path: Path) -> None:
    file = tmp_path / "play.gif"
    shown = show(written_yard(tmp_path), *arguments, "-o", str(file))
    assert shown.exit_code == 0, shown.output
    with Image.open(file) as image:
        assert image.format == "GIF"
        assert getattr(image, "n_frames", 1) == frames


def test_the_same_seed_is_the_same_play(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.gif" for number in range(3)]
    for file, seed in zip(files, ("4", "4", "5"), strict=True):
        show(written_yard(tmp_path), "--agent", "random", "--seed", seed, "-o", str(file))
    first, again, other = (file.read_bytes() for file in files)
    assert first == again != other


def test_an_interrupted_play_is_shown_as_far_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Any, *_: Any, watch: Any, **__: Any) -> None:
        chance = random.Random(0)
        watch(state := game.start(chance))
        watch(game.step(state, 0, chance))
        raise KeyboardInterrupt

    monkeypatch.setattr("babalab.cli.games.show.play", interrupted)
    file = tmp_path / "play.gif"
    assert show(written_yard(tmp_path), "--agent", "random", "-o", str(file)).exit_code == 130
    with Image.open(file) as image:
        assert getattr(image, "n_frames", 1) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "x.bmp"], "x.bmp: the name must end in .png, .gif or .txt"),
        (["-o", "no-such-folder/x.png"], "no-such-folder/x.png: there is no folder"),
        (["--moves", "rihgt"], "move 1: there is no action 'rihgt'; did you mean 'right'?"),
        (["--moves", "right", "--agent", "random"], "either --moves or --agent, not both"),
        (["--agent", "nobody"], "nobody"),
    ],
)
def test_what_can_not_be_shown(arguments: list[str], words: str, tmp_path: Path) -> None:
    shown = show(written_yard(tmp_path), *arguments)
    assert shown.exit_code != 0
    assert words in shown.stderr


@pytest.mark.parametrize("game", ["magpies", "museum", "sokoban", "fireflies", "baba"])
@pytest.mark.parametrize("options", [[], ["--scale", "1"], ["--scale", "3", "--legend"]])
def test_a_picture_is_the_end_of_the_animation(
    game: str, options: list[str], tmp_path: Path
) -> None:
    moves = ["--moves", "right left left"]
    found = []
    for file in ("play.png", "play.gif"):
        shown = show(game, "2", *moves, *options, "-o", str(tmp_path / file))
        assert shown.exit_code == 0, shown.stderr
        with Image.open(tmp_path / file) as image:
            image.seek(getattr(image, "n_frames", 1) - 1)
            found.append(np.asarray(image.convert("RGB")))
    assert found[0].shape == found[1].shape
    assert np.array_equal(*found)


def test_colours_on_a_terminal(tmp_path: Path) -> None:
    with Terminal("games", "show", written_yard(tmp_path), COLORTERM="truecolor") as terminal:
        assert terminal.wait() == 0
        assert "wwA>p . h . ww" in terminal.text
        assert b"\x1b[" in terminal.output
        assert "h home · p plum · v wasp · A child · w wall" in terminal.text


# ---------------------------------------------------------------- moves as people write them


def test_moves() -> None:
    actions = ("wait", "use", "left")
    assert parse_actions("", actions) == []
    assert parse_actions(" LEFT,use*2  wait,", actions) == [2, 1, 1, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("use up", "move 2: there is no action 'up'"),
        ("use*", "move 1: write a number behind the star"),
        ("use*-3", "move 1: write a number"),
        ("use*³", "move 1: write a number"),
        ("wait use*99999999999", "move 2: write a number"),
        ("use*100000 wait", "move 2: more than 100,000 moves"),
    ],
)
def test_wrong_moves(text: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        parse_actions(text, ("wait", "use"))


def test_json(tmp_path: Path) -> None:
    game = written_yard(tmp_path)
    plain = show(game, "1", "--moves", "right")
    told = json.loads(show(game, "1", "--moves", "right", "--json").stdout)
    assert told["picture"] == plain.stdout.rstrip("\n")
    assert (told["ticks"], told["won"], told["lost"]) == (1, False, False)
    assert "right" in told["actions"]

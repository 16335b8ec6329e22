"""`babalab reward`: the reward inspector as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.cli.main import call
from babalab.learning.rewards import inspect_play, parse_reward
from babalab.levels import load_level
from support.program import MAP, Terminal

TABLE = """\
sparse - 0.25*step
step  move  win     step    total  running
   1  r       0  -0.2500  -0.2500  -0.2500
   2  r       0  -0.2500  -0.2500  -0.5000
   3  r       1  -0.2500   0.7500   0.2500
      sum     1  -0.7500   0.2500
"""
DEATH = "_______/_b.s.f_/_B12.._/_F13.._/_S14.._/_______"


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """What was printed, without spaces at ends of lines."""
    return "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines()) + "\n"


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", MAP, "rrr", "--reward", "sparse - 0.25*step"]) == 0
    found = printed(capsys)
    assert found.startswith("a map · 3 moves · won\n")
    assert TABLE in found


def test_the_recorded_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", "first-steps/say-it", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    level = load_level("first-steps/say-it")
    assert (answer["moves"], answer["ending"], answer["unplayed"]) == (level.solution, "won", "")
    assert [each["reward"] for each in answer["rewards"]] == ["knowledge"]


def test_json_has_every_part_of_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    rewards = ["knowledge-flat", "potential(distance, 0.9)"]
    flags = [word for reward in rewards for word in ("--reward", reward)]
    assert call(["reward", MAP, "rr", *flags, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    start = load_level(MAP).start()
    for found, text in zip(answer["rewards"], rewards, strict=True):
        seen = inspect_play(parse_reward(text), start, "rr")
        assert found == json.loads(json.dumps(seen.as_json()))
        assert [set(step["parts"]) for step in found["steps"]] == [set(seen.labels)] * 2
        for step in found["steps"]:
            assert step["total"] == pytest.approx(sum(step["parts"].values()))
    assert [picture.count("b") for picture in answer["pictures"]] == [1, 1, 1]


def test_moves_behind_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", f"{MAP}@rr", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == "rr"
    assert call(["reward", f"{MAP}@rr", "r", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["moves"], answer["ending"]) == ("r", "won")


def test_moves_after_the_end_are_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", MAP, "rrrudl", "--reward", "sparse"]) == 0
    captured = capsys.readouterr()
    assert "the play is over, 3 moves not played: udl" in captured.err
    assert " 4 " not in captured.out
    assert call(["reward", DEATH, "rrrr", "--json"]) == 0
    captured = capsys.readouterr()
    assert "2 moves not played: rr" in captured.err
    answer = json.loads(captured.out)
    assert (answer["ending"], answer["moves"]) == ("died", "rr")
    assert answer["rewards"][0]["steps"][-1]["parts"]["death"] == -500


def test_death_may_be_only_what_is_final(capsys: pytest.CaptureFixture[str]) -> None:
    helpless = "________/_.b...._/_B12.k._/_....k._/_K17..._/________"
    assert call(["reward", helpless, "dss", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == "d"
    assert call(["reward", helpless, "dss", "--death", "lost", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == "dss"


def test_several_rewards_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--reward", "sparse", "--reward", "distance", "--reward", "sparse"]
    assert call(["reward", MAP, "rrr", *flags]) == 0
    found = printed(capsys)
    assert found.count("\nsparse\n") == found.count("\ndistance\n") == 1
    comparison = found.partition("all of them\n")[2].splitlines()
    assert comparison[0].split() == ["step", "move", "sparse", "distance"]
    assert [line.split()[:3] for line in comparison[1:4]] == [
        ["1", "r", "0"],
        ["2", "r", "0"],
        ["3", "r", "1"],
    ]
    assert "nothing of distance came from death" in found


def test_parts_that_gave_nothing_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", MAP, "r"]) == 0
    found = printed(capsys)
    assert "nothing came from players, pushables, players-killers" in found
    assert "winnables" in found


def test_no_moves_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", MAP, "", "--reward", "sparse"]) == 0
    assert "0 moves · goes on" in capsys.readouterr().out


@pytest.mark.parametrize("which", ["end", "each"])
def test_boards(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reward", MAP, "rr", "--board", which]) == 0
    found = printed(capsys)
    assert found.count("[][][][][][]") == 2 * (3 if which == "each" else 1)
    if which == "each":
        assert "[][][][][][]   at the start\n[]b>    |>[]\n" in found
        assert "[]  b>  |>[]   players-winnables" in found
        assert found.count("[]FLISWI  []   total") == 2
    else:
        assert "[]    b>|>[]" in found


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("which", ["end", "each"])
def test_in_a_terminal(columns: int, which: str) -> None:
    arguments = ["reward", "first-steps/stepping-stone", "--reward", "potential(knowledge)"]
    with Terminal(*arguments, "--board", which, columns=columns) as terminal:
        assert terminal.wait() == 0
        assert "…" not in terminal.text
        lines = [line for line in terminal.text.splitlines() if not line.startswith("nothing")]
        assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    flags = ["--reward", "knowledge", "--reward", "sparse", "--reward", "potential(distance)"]
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        assert call(["reward", "first-steps/stepping-stone", *flags, "--plot", str(path)]) == 0
        assert f"wrote {path}" in capsys.readouterr().err.replace("\n", "")
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert first.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    assert len(first) > 10_000


def test_a_long_play_has_a_picture_too(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "long.png"
    assert call(["reward", MAP, "rl" * 60, "--reward", "value(players)", "--plot", str(path)]) == 0
    assert path.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([MAP], "has no recorded solution; give the moves after it"),
        ([MAP, "rx"], "column 2: 'x' is not a move"),
        ([MAP, "r", "--reward", "sparce"], "column 1: there is no reward 'sparce'; did you mean"),
        ([MAP, "r", "--reward", "2*sparse + "], "column 12: the name of a reward is expected here"),
        ([MAP, "r", "--plot", "x.gif"], "ending .png or .svg"),
        ([MAP, "r", "--plot", "nowhere/x.png"], "there is no folder"),
        ([MAP, "", "--plot", "x.png"], "there is no step to draw"),
        (["first-steps/acros", "r"], "did you mean 'across'?"),
    ],
)
def test_mistakes(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    assert call(["reward", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_it_needs_no_library_for_learning(tmp_path: Path) -> None:
    missing = ["torch", "gymnasium", "stable_baselines3", "matplotlib"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing})); "
        "from babalab.cli.main import call; "
        f"sys.exit(call(['reward', {MAP!r}, 'rrr'] + sys.argv[1:]))"
    )
    program = [sys.executable, "-c", code]
    assert subprocess.run(program, capture_output=True, check=False).returncode == 0
    refused = subprocess.run(
        [*program, "--plot", str(tmp_path / "x.png")], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "needs the extra babalab[report]: " in refused.stderr.replace("\n", " ")

"""`babalab solve`: answers on standard output, everything else on standard error, exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.agents import AGENTS, Agent, Bfs, Findings, Progress, Result, Search, Spending, Verdict
from babalab.cli.main import call
from babalab.cli.solve.results import make_headline
from babalab.cli.ui.arguments import parse_size
from babalab.game.level import Level
from babalab.game.state import State
from support.program import ENDLESS, MAP, PATIENCE, UNSOLVABLE, Terminal, environment, run
from support.shared import LEVELS, needs_levels

KEYS = {
    "level", "agent", "verdict", "solution", "seconds", "iterations", "steps", "peak_memory",
    "statistics", "error", "shortest", "length", "length_class", "difficulty",
}  # fmt: skip


def test_only_the_moves_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP]) == 0
    printed = capsys.readouterr()
    assert printed.out == "rrr\n"
    headline, difficulty, cost = printed.err.splitlines()
    assert headline == "solved: a shortest solution of this level has 3 moves"
    assert difficulty == "difficulty 12 of 100"
    assert re.fullmatch(r"\d+\.\d\d s, \d+ states?", cost)


def test_everything_is_printed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP, "--statistics"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "rrr\n"
    assert "difficulty 12 of 100\n" in printed.err
    for statistic in ("seconds", "iterations", "engine steps", "memory", "visited"):
        assert f"\n{statistic} " in printed.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((MAP,), 0),
        (("metamorphosis/dry-land", "--agent", "dfs"), 0),
        ((UNSOLVABLE,), 1),
        ((UNSOLVABLE, "--agent", "exhaustive"), 1),
        ((ENDLESS, "--iterations", "100"), 3),
        ((f"{MAP}@r",), 0),
    ],
)
def test_a_player_gets_three_short_lines_at_most(
    arguments: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["solve", *arguments]) == code
    lines = capsys.readouterr().err.splitlines()
    assert 2 <= len(lines) <= 3
    assert all(len(line) <= 80 for line in lines)


def test_a_level_has_one_difficulty_whoever_solves_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A walk about the wall is far longer than the solution on record."""
    said = set()
    for agent in ("champion", "dfs", "random"):
        assert call(["solve", "first-steps/across", "--agent", agent]) == 0
        said.add(capsys.readouterr().err.splitlines()[1])
    assert said == {"difficulty 16 of 100"}


@pytest.mark.parametrize("address", ["first-steps/across", "first-steps/say-it", MAP, f"{MAP}@r"])
def test_what_is_found_is_confirmed_by_check(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["solve", address]) == 0
    moves = capsys.readouterr().out.strip()
    assert call(["check", address, moves]) == 0
    assert f"wins at move {len(moves)}" in capsys.readouterr().out
    assert call(["check", address, moves[:-1] or "s"]) == 1


@needs_levels
def test_a_published_level(capsys: pytest.CaptureFixture[str]) -> None:
    address = f"{LEVELS}/full_biy.json#1"
    assert call(["solve", address]) == 0
    assert call(["check", address, capsys.readouterr().out.strip()]) == 0


def test_from_within_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", f"{MAP}@rl"]) == 0
    assert capsys.readouterr().out == "rrr\n"


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "level.txt"
    file.write_text(MAP.replace("/", "\n"))
    assert call(["solve", str(file)]) == 0
    assert capsys.readouterr().out == "rrr\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    answer = json.loads(printed.out)
    assert set(answer) == KEYS
    assert (answer["verdict"], answer["solution"], answer["length"]) == ("solved", "rrr", 3)
    assert (answer["agent"], answer["shortest"], answer["level"]) == ("champion", True, MAP)


def test_unsolvable(capsys: pytest.CaptureFixture[str]) -> None:
    searched = ["--agent", "exhaustive"]
    assert call(["solve", UNSOLVABLE, *searched]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert call(["solve", UNSOLVABLE, *searched, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["solution"]) == ("proved unsolvable", None)
    states = answer["statistics"]["visited"]
    said = "proved unsolvable: this level can't be won"
    assert f"{said}, all its {states} states were searched" in printed.err
    assert call(["solve", UNSOLVABLE]) == 1
    assert f"{said}, it is a dead end from the start" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        (["--seconds", "0"], "out of time"),
        (["--iterations", "0"], "out of iterations"),
        (["--iterations", "100"], "out of iterations"),
        (["--memory", "20M"], "out of memory"),
    ],
)
def test_budgets(options: list[str], verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", ENDLESS, *options]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{verdict}: no answer about this level yet; allow more with {options[0]}" in printed.err
    assert call(["solve", ENDLESS, *options, "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["solution"]) == (verdict, None)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("1000", 1000),
        ("2k", 2048),
        ("1.5M", 3 << 19),
        ("4 GiB", 4 << 30),
        ("1TB", 1 << 40),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--memory", "lots"], "'lots' is no size"),
        (["--memory", "-1"], "'-1' is no size"),
        (["--seconds", "-1"], "--seconds"),
        (["--seconds", "nan"], "--seconds"),
        (["--iterations", "many"], "--iterations"),
        (["--threads", "0"], "--threads"),
        (
            ["--agent", "sherlock"],
            "there is no agent 'sherlock'; known agents: 'best-first', 'best2022'",
        ),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_options(options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP, *options]) == 2
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.out == ""


def test_threads_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for threads in ("1", "3"):
        assert call(["solve", ENDLESS, "--iterations", "9000", "--threads", threads, "--json"]) == 3
        answer = json.loads(capsys.readouterr().out)
        answers.append({key: answer[key] for key in KEYS - {"seconds"}})
    assert answers[0] == answers[1]


INTERRUPTED = """
import signal
from babalab.cli.main import run
signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
signal.setitimer(signal.ITIMER_PROF, 0.6)
run()
"""
"""After so many seconds of its own work, however busy the machine is."""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal to oneself there")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_keeps_the_statistics(options: list[str]) -> None:
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "solve", ENDLESS, *options],
        capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert process.returncode == 130
    assert "Traceback" not in process.stderr
    if options:
        answer = json.loads(process.stdout)
        assert answer["verdict"] == "interrupted"
        assert answer["iterations"] > 0
        assert answer["statistics"]["visited"] > 0
    else:
        assert process.stdout == ""
        assert "interrupted: no answer about this level yet" in process.stderr
        assert re.search(r"\n\d+\.\d\d s, [\d,]+ states\n", process.stderr)


@pytest.mark.parametrize("columns", [80, 30])
def test_progress_and_ctrl_c_in_a_terminal(columns: int) -> None:
    with Terminal("solve", ENDLESS, columns=columns) as terminal:
        terminal.wait_for("depth")
        terminal.press("\x03")
        terminal.wait_for("interrupted: no answer")
        terminal.wait_for(" states")
        assert terminal.wait() == 130
        assert terminal.settings == terminal.settings_before
        assert "Traceback" not in terminal.text


def test_watching_ends_by_itself() -> None:
    with Terminal("solve", MAP, "--watch") as terminal:
        assert terminal.wait() == 0
        assert "3/3  rrr" in terminal.text
        assert "solved: a shortest solution" in terminal.text


def test_watching_without_a_terminal_is_just_solving() -> None:
    process = run("solve", MAP, "--watch")
    assert (process.returncode, process.stdout) == (0, "rrr\n")


class Honest(Agent):
    """Knows the answer."""

    name = "honest"

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        statistics["guessed"] = 1
        spending.spend(iterations=1, steps=3)
        yield Progress(spending, statistics)
        return Findings(self.answer(start))

    def answer(self, _start: State) -> str | None:
        return "rrr"


class Liar(Honest):
    """Claims what isn't so."""

    name = "liar"

    def answer(self, _start: State) -> str | None:
        return "lll"


class Quitter(Honest):
    """Finds nothing and proves nothing."""

    name = "quitter"

    def answer(self, _start: State) -> str | None:
        return None


class Broken(Honest):
    """Has a bug."""

    name = "broken"

    def answer(self, _start: State) -> str | None:
        raise RuntimeError("oops")


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        (Honest, 0, "solved: a solution of this level has 3 moves"),
        (Liar, 1, "failed: 'lll' does not win (test_solve.py:"),
        (Quitter, 3, "gave up: no answer about this level yet"),
        (Broken, 1, "broken: RuntimeError: oops (test_solve.py:"),
    ],
)
def test_an_agent_of_ones_own(
    kind: type[Agent],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(AGENTS.known, kind.name, kind)
    assert call(["solve", MAP, "--agent", kind.name]) == code
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.out == ("rrr\n" if code == 0 else "")
    assert "Traceback" not in printed.err


def test_a_fault_of_ours_can_be_looked_into(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> Search:
        raise RuntimeError("oops")

    monkeypatch.setattr(Bfs, "search", break_down)
    assert call(["solve", MAP, "--agent", "bfs"]) == 70
    assert "a fault of babalab's: RuntimeError: oops" in capsys.readouterr().err.replace("\n", " ")
    monkeypatch.setenv("BABALAB_DEBUG", "1")
    assert call(["solve", MAP, "--agent", "bfs"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_a_search_for_the_optimum_that_ended_early_is_not_told_to_search_for_it() -> None:
    start = Level.parse(MAP).start()

    def tell(agent: str, *, shortest: bool) -> str:
        result = Result(agent, Verdict.SOLVED, "rrr", 1.0, 9, 45, 0, shortest=shortest)
        return str(make_headline(start, result))

    assert tell("champion", shortest=False).endswith("solve --optimal may find fewer")
    early = tell("shortest:threads=2", shortest=False)
    assert early.endswith("; the search ended before it was known to be shortest")
    assert tell("shortest", shortest=True).endswith("a shortest solution of this level has 3 moves")

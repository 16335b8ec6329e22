"""Tables in terminals of several widths: names, ranks and rates are whole, and nothing is cut."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.cells import cell_len

from babalab.cli.main import call
from support.program import Terminal

WIDTHS = (60, 80, 100, 140)
AGENTS = ("bfs", "random:length=20", "mcts:plays=10,c=1.4")
EVALUATE = ["evaluate", "--levels", "first-steps", "--agents", "bfs,random:length=20", "--agent"]
EVALUATE += ["mcts:plays=10,c=1.4", "--iterations", "50", "--workers", "1"]
TABLE_XI = ["reproduce", "table-xi", "--levels", "first-steps", "--agents", "bfs,random"]
TABLE_XI += ["--quick", "--workers", "1"]
GAMES_RUN = ["games", "run", "fireflies", "--agent", "random,one-step:tries=2", "--levels", "1-2"]
GAMES_RUN += ["--runs", "1", "--ticks", "3", "--workers", "1"]
TUNE = ["tune", "heuristic", "--levels", "first-steps", "--iterations", "20", "--no-clock"]
TUNE += ["--optimizer", "random", "--evaluations", "1", "--workers", "0", "--seed"]
CAN_TUNE = all(find_spec(name) for name in ("pymoo", "optuna"))
COMMANDS = {
    "leaderboard": ["leaderboard", "--iterations", "50"],
    "leaderboard by class": ["leaderboard", "--iterations", "50", "--by-class"],
    "leaderboard of all": ["leaderboard"],
    "evaluate": EVALUATE,
    "compare": ["compare", "bfs", "mcts:plays=10,c=1.4", "--iterations", "50"],
    "table-xi": TABLE_XI,
    "tunings": ["tunings"],
    "levels": ["levels", "list"],
    "levels of a pack": ["levels", "list", "first-steps"],
    "games": ["games", "list"],
    "levels of a game": ["games", "list", "sokoban"],
    "planners": ["games", "agents"],
    "planner": ["games", "agents", "rhea-adaptive"],
    "plays": GAMES_RUN,
    "problems": ["generate", "--list"],
    "statistics": ["generate", "zelda", "--list"],
}
ONE_AFTER_THE_OTHER = """
import sys
from babalab.cli.main import call
for command in " ".join(sys.argv[1:]).split(" ;; "):
    assert call(command.split()) == 0, command
    print("@@@", flush=True)
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of all that the commands show, so that nothing has to be computed again."""
    path = tmp_path_factory.mktemp("tables") / "results.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BABALAB_STORE", str(path))
        for command in (EVALUATE, TABLE_XI, GAMES_RUN):
            assert call(command) == 0
        for seed in "01" if CAN_TUNE else "":
            assert call([*TUNE, seed]) == 0
    # Which columns there is room for depends on their numbers, and seconds differ from run to run.
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE results SET seconds = rowid / 1000.0")
    return path


@pytest.fixture(scope="module", params=WIDTHS)
def terminal(request: pytest.FixtureRequest, store: Path) -> tuple[int, Mapping[str, list[str]]]:
    """The width of a terminal, and the lines that each command prints there."""
    words = " ;; ".join(" ".join(command) for command in COMMANDS.values()).split()
    program = (sys.executable, "-c", ONE_AFTER_THE_OTHER)
    width: int = request.param
    with Terminal(*words, columns=width, program=program, BABALAB_STORE=str(store)) as shown:
        assert shown.wait() == 0, shown.text
    pieces = shown.text.split("@@@\n")
    assert len(pieces) == len(COMMANDS) + 1
    return width, {
        name: piece.splitlines() for name, piece in zip(COMMANDS, pieces[:-1], strict=True)
    }


Shown = tuple[int, Mapping[str, list[str]]]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_is_too_long_and_nothing_is_cut(terminal: Shown, name: str) -> None:
    width, shown = terminal
    # The live display of what is under way is no table.
    lines = [line for line in shown[name] if "just begun" not in line]
    assert lines
    for line in lines:
        assert "…" not in line
        assert cell_len(line) <= width


def find_row(lines: list[str], *parts: str) -> str:
    """Return the only line with these parts."""
    (found,) = [line for line in lines if all(part in line.split() for part in parts)]
    return found


@pytest.mark.parametrize("name", ["leaderboard", "leaderboard by class", "evaluate"])
def test_rankings(terminal: Shown, name: str) -> None:
    """Rank, agent, solved and rate are whole; the budget is told once."""
    _, shown = terminal
    for agent in AGENTS:
        row = find_row(shown[name], agent)
        assert re.match(rf"[1-3]  {re.escape(agent)} +\d+/10 +\d+\.\d%( |$)", row)
    assert "each: 50 iterations per level" in " ".join(shown[name])
    assert not any("budget" in line for line in shown[name])


def test_rankings_of_several_budgets(terminal: Shown) -> None:
    _, shown = terminal
    lines = shown["leaderboard of all"]
    assert find_row(lines, "mcts:plays=10,c=1.4", "50", "iterations")
    assert any("budget" in line.split() for line in lines)
    assert not any(line.startswith("each:") for line in lines)


def test_what_is_not_shown_is_named(terminal: Shown) -> None:
    """Every column of the ranking is shown, or the caption says that it is not."""
    width, shown = terminal
    words = " ".join(" ".join(shown["leaderboard"]).split())
    table, _, caption = words.partition("not shown: ")
    assert bool(caption) == (width < 100)
    assert not caption or caption.endswith("; a wider terminal or --json has them")
    heading = table.partition("1 ")[0]
    for column in ("95 %", "seconds", "length", "iterations", "engine"):
        assert (column in heading) != (column in caption)


def test_published_numbers_are_beside_ours(terminal: Shown) -> None:
    _, shown = terminal
    lines = shown["table-xi"]
    assert re.match(r"Random +random +\d+\.\d% +59\.8% ", find_row(lines, "Random", "random"))
    assert re.match(r"BFS clean +bfs +\d+\.\d%", find_row(lines, "clean", "bfs"))
    assert re.match(r"MCTS-10 +mcts:plays=10 +78\.5%", find_row(lines, "mcts:plays=10"))


def test_notes_are_broken_between_words(terminal: Shown) -> None:
    """Whatever is at the end of a line is a word of the note as it is in a pipe."""
    width, shown = terminal
    note = (
        "· seconds do not compare: the authors' programs took about a millisecond for every "
        "state that they kept"
    )
    lines = shown["table-xi"]
    (first,) = [place for place, line in enumerate(lines) if line.startswith("· seconds")]
    told = lines[first : first - -len(note) // (width - 15) + 1]
    assert " ".join(told).startswith(note)


@pytest.mark.skipif(not CAN_TUNE, reason="the extra babalab[tune] is not installed")
def test_tunings(terminal: Shown) -> None:
    _, shown = terminal
    lines = shown["tunings"]
    for seed in "01":
        row = find_row(lines, f"heuristic-random-first-steps-{seed}")
        assert re.search(r" \d+/10( |$)", row)
    caption = " ".join(" ".join(lines).partition("each: ")[2].split())
    assert "agent heuristic · optimiser random · levels first-steps" in caption


def test_levels_and_games(terminal: Shown) -> None:
    _, shown = terminal
    assert find_row(shown["levels of a pack"], "round-the-wall", "23")
    assert find_row(shown["levels"], "metamorphosis", "9")
    assert find_row(shown["games"], "sokoban", "37")
    assert find_row(shown["levels of a game"], "turned-tables")
    assert find_row(shown["planners"], "rhea-adaptive", "calls")
    assert find_row(shown["planner"], "exploration", "0.7")
    assert re.search(r"one-step:tries=2 +meadow .*\d+\.\d ± \d+\.\d %", "\n".join(shown["plays"]))

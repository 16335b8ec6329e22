"""Damaged files and absurd numbers: an error that names what is wrong, never a fault of ours."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from babalab.agents import Prover
from babalab.arena import InThisProcess, Store
from babalab.base.budget import Budget
from babalab.cli.main import call, program
from babalab.cli.ui.lazy_commands import load_commands
from babalab.game.certificate import Certificate
from babalab.game.level import Level
from babalab.levels import write_levels
from support.arena import LEVELS, evaluate
from support.damage import VALUES, damage_bytes, damage_json
from support.program import MAP, UNSOLVABLE
from support.recording import lines_of, record
from support.vgdl_folders import RECORDED, write_lane

FEW, MANY = range(6), range(6, 200)
Damage = Callable[[random.Random], None]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", "results.db")
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command; it may say yes, no, or what is wrong with a file, and nothing else."""

    def run_one(*arguments: str) -> str:
        code = call(arguments)
        printed = "".join(capfd.readouterr())
        assert code in (0, 1, 2, 3), printed
        assert "Traceback" not in printed
        assert code != 2 or "rror" in printed
        return printed

    return run_one


def make_certificate() -> bytes:
    prover = Prover(hash="exact")
    prover.solve(Level.parse(UNSOLVABLE).start(), Budget(iterations=3000))
    return Certificate(UNSOLVABLE, "", prover.trees[0]).pack()


def make_set(form: str) -> bytes:
    write_levels(LEVELS, f"set.{form}", form)
    return Path(f"set.{form}").read_bytes()


def make_game() -> bytes:
    return write_lane(Path("games"), "damaged").read_bytes()


FILES: dict[str, tuple[Callable[[], bytes], list[str]]] = {
    "proof.gz": (make_certificate, ["prove --check proof.gz"]),
    "plays.jsonl": (
        lambda: lines_of(record(MAP, "rrr")), ["check --traces plays.jsonl"],
    ),
    "games.jsonl": (
        lambda: json.dumps(RECORDED).encode() + b"\n",
        ["games check games --traces games.jsonl --workers 1"],
    ),
    "set.json": (lambda: make_set("json"), ["levels validate set.json", "levels list set.json"]),
    "set.ascii": (lambda: make_set("ascii"), ["levels validate set.ascii", "show set.ascii"]),
    "set.line": (lambda: make_set("line"), ["levels validate set.line", "show set.line"]),
    "games/damaged.txt": (make_game, ["games check games", "games show games/damaged.txt level-0"]),
    "games/damaged_lvl0.txt": (
        lambda: make_game() and b"A.c\n", ["games check games", "games list --path games"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(name: str, run: Callable[..., str]) -> None:
    damage_file(name, run, FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_many_damaged_files(name: str, run: Callable[..., str]) -> None:
    damage_file(name, run, MANY)


def damage_file(name: str, run: Callable[..., str], seeds: range) -> None:
    write_lane(Path("games"))
    make, commands = FILES[name]
    right = make()
    for seed in seeds:
        chance = random.Random(seed)
        if "json" in name and seed % 2:
            text = damage_json(right.decode(), chance)
            Path(name).write_text(text, encoding="utf-8", errors="surrogatepass")
        else:
            Path(name).write_bytes(damage_bytes(right, chance))
        for command in commands:
            run(*command.split(" "))


STORE_COMMANDS = [
    "leaderboard", "compare bfs random", "export out.json", "report out.html", "tunings",
    "evaluate --agents bfs --levels set.json --iterations 50 --workers 0",
]  # fmt: skip


@pytest.fixture
def store(folder: Path) -> bytes:
    """A store as one file."""
    write_levels(LEVELS, "set.json")
    with Store("right.db") as results:
        budget = Budget(iterations=50)
        evaluate(results, ["bfs", "random"], budget=budget, executor=InThisProcess())
    database = sqlite3.connect("right.db")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    return (folder / "right.db").read_bytes()


def test_damaged_stores(store: bytes, run: Callable[..., str]) -> None:
    damage_store(store, run, FEW)


@pytest.mark.long
def test_many_damaged_stores(store: bytes, run: Callable[..., str]) -> None:
    damage_store(store, run, MANY)


def damage_store(right: bytes, run: Callable[..., str], seeds: range) -> None:
    file = Path("results.db")
    for seed in seeds:
        chance = random.Random(seed)
        for left in Path().glob("results.db*"):
            left.unlink()
        file.write_bytes(right if seed % 2 else damage_bytes(right, chance))
        if seed % 2:
            damage_column(file, chance)
        for command in STORE_COMMANDS:
            run(*command.split(" "))


def damage_column(file: Path, chance: random.Random) -> None:
    """Set a column of a table to something that it can't be, leave it out, or take the table."""
    database = sqlite3.connect(file)
    table = chance.choice(["babalab_store", "levels", "results", "results", "results"])
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    column = chance.choice(columns)
    values = [each for each in VALUES if isinstance(each, str | float) and each != "\ud800"]
    try:
        match chance.randrange(6):
            case 0:
                database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            case 1:
                database.execute(f"ALTER TABLE {table} RENAME TO another")
                database.execute(f"CREATE VIEW {table} AS SELECT * FROM another")
            case _:
                value = chance.choice([*values, None, b"\xff", "[" * 100_000, '{"a":'])
                database.execute(f"UPDATE {table} SET {column} = ?", (value,))
        database.commit()
    except sqlite3.Error:
        pass  # not this one
    finally:
        database.close()


def test_what_is_wrong_with_a_store_is_told_with_its_name(
    store: bytes, run: Callable[..., str]
) -> None:
    wrong = {
        "agent": b"\xff\xfe", "seconds": "long", "statistics": "{", "seed": "x",
    }  # fmt: skip
    for column, value in wrong.items():
        Path("results.db").write_bytes(store)
        database = sqlite3.connect("results.db")
        database.execute(f"UPDATE results SET {column} = ?", (value,))
        database.commit()
        database.close()
        printed = run("leaderboard")
        assert "results.db: " in printed, column
        assert "damaged" in printed
    Path("results.db").write_bytes(store[:5000])
    assert "results.db: the file is damaged" in run("leaderboard")
    assert "not a file" in run("leaderboard", "--store", ".")


NUMBERS = ("nan", "inf", "-inf", "1e400", "-1", "1" + "0" * 30, "1" * 5000, "0x10", "", "\ud800")
ARGUMENTS = {
    "solve": MAP, "explain": MAP, "hint": MAP, "prove": MAP, "render": f"{MAP} x.gif",
    "evaluate": "--agents bfs --levels set.json", "tune": "random --vary length --levels set.json",
    "games run": "fireflies --agent random", "games show": "fireflies 1",
    "levels generate": "", "bench": "", "train ppo": "--levels set.json", "train env": "set.json",
    "report": "out.html", "export": "out.csv", "leaderboard": "", "compare": "bfs random",
    "games check": "",
}  # fmt: skip
"""What else the commands with numbers need."""


def list_numeric_options() -> Iterator[tuple[str, str]]:
    """All options of all commands that take a number, as one can tell by what 7 becomes."""
    for name, command in load_commands(program()):
        below = load_commands(command) if hasattr(command, "commands") else [("", command)]
        for inner, each in below:
            path = f"{name} {inner}".strip()
            context = typer.Context(each)
            for parameter in each.params:
                if parameter.is_flag if hasattr(parameter, "is_flag") else parameter.nargs != 1:
                    continue
                try:
                    value = parameter.process_value(context, "7")
                except Exception:
                    continue
                if isinstance(value, int | float):
                    yield path, max(parameter.opts, key=len)


EVALUATE = ["evaluate", "--agents", "bfs", "--levels", "first-steps"]
OPTIONS = [each for each in list_numeric_options() if each[1].startswith("--")]


def test_all_numbers_are_tried() -> None:
    assert len(OPTIONS) > 40
    assert {"--memory", "--seconds", "--workers", "--seeds", "--iterations"} <= {
        option for _, option in OPTIONS
    }


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_absurd_numbers(command: str, option: str, run: Callable[..., str]) -> None:
    rest = ARGUMENTS.get(command, "").split()
    for number in NUMBERS:
        printed = run(*command.split(), *rest, f"{option}={number}")
        assert option in printed, (number, printed)


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("levels generate", "--count"), ("generate baba", "--count"),
        ("generate baba", "--searches"),
        ("tune random --vary length --levels first-steps", "--evaluations"),
        ("tune random --vary length --levels first-steps", "--population"),
        ("tune random --vary length --levels first-steps", "--subset-size"),
        ("train ppo --levels first-steps", "--envs"),
        ("train ppo --levels first-steps", "--eval-episodes"),
    ],
)  # fmt: skip
def test_counts_that_nobody_can_wait_for(
    command: str, option: str, run: Callable[..., str]
) -> None:
    assert f"Invalid value for '{option}'" in run(*command.split(), option, str(10**15))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", MAP, "--memory", "99999999999999T"], "is more memory than"),
        ([*EVALUATE, "--workers", "1000000000"], "--workers"),
        ([*EVALUATE, "--seeds", "1000000000000"], "--seeds"),
        (["solve", MAP, "--agent", "mcts:c=nan"], "c=nan"),
        (["solve", MAP, "--agent", "mcts:c=1e400"], "c=inf"),
        (["levels", "list", "\udcff.json"], r"\udcff.json"),
        (["solve", MAP, "--agent", "\udcff.py:Agent"], r"\udcff.py"),
        (["leaderboard", "--store", "\udcff.db"], r"\udcff.db"),
    ],
)  # fmt: skip
def test_words_of_the_error(arguments: list[str], words: str, run: Callable[..., str]) -> None:
    assert words in run(*arguments)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may do anything")
def test_what_may_not_be_read(store: bytes, run: Callable[..., str]) -> None:
    Path("results.db").write_bytes(store)
    Path("results.db").chmod(0)
    assert "results.db" in run("leaderboard")

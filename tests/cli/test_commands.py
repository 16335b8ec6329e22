"""The table of commands: true to the commands themselves, and cheap to read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from typer.core import TyperGroup

from babalab.cli.main import program
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.lazy_commands import LazyCommand

ARRAYS_AND_PICTURES = ("numpy", "PIL")
EXTRAS_AND_STORES = (
    "sqlalchemy", "matplotlib", "torch", "stable_baselines3", "gymnasium", "safetensors", "pymoo",
    "optuna", "scipy", "ray", "ribs", "fastapi", "uvicorn",
)  # fmt: skip


def lazy_commands(group: TyperGroup, path: str = "") -> Iterator[tuple[str, LazyCommand]]:
    """All commands that are imported when they are used, those of groups included."""
    for name, each in group.commands.items():
        if isinstance(each, LazyCommand):
            yield f"{path}{name}", each
            if isinstance(each.command, TyperGroup):
                yield from lazy_commands(each.command, f"{path}{name} ")


ALL = dict(lazy_commands(program()))
SOURCES = {each.source.partition(":")[0] for each in ALL.values()}


def run(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=120,
    ).stdout  # fmt: skip


def modules_after(code: str) -> set[str]:
    """The modules that a fresh process has loaded after running this."""
    return set(
        run(f"{code}\nimport sys; print('\\nLOADED', *sys.modules)").split("LOADED")[1].split()
    )


def list_modules(*arguments: str) -> set[str]:
    """The modules that a fresh process has loaded after running the program."""
    return modules_after(f"from babalab.cli.main import call; call({list(arguments)!r})")


def test_there_are_commands_in_groups() -> None:
    assert {"solve", "levels", "levels list", "games run", "train ppo", "doctor"} <= ALL.keys()


@pytest.mark.parametrize("name", ALL)
def test_a_command_is_what_the_table_says(name: str) -> None:
    lazy = ALL[name]
    first_paragraph = (lazy.command.help or "").split("\n\n")[0]
    assert lazy.help == " ".join(first_paragraph.split())
    assert lazy.command.epilog == EPILOG


@pytest.mark.parametrize("arguments", ["--help", "levels --help", "games --help", "solvee"])
def test_a_list_of_commands_imports_none_of_them(arguments: str) -> None:
    loaded = list_modules(*arguments.split())
    assert "babalab.cli.commands" in loaded
    assert {name.rpartition(".")[2] for name in loaded & SOURCES} <= {"group"}


def test_the_version_needs_next_to_nothing() -> None:
    ours = {name for name in list_modules("--version") if name.startswith("babalab")}
    assert ours <= {
        "babalab", "babalab.base", "babalab.base.diagnostics", "babalab.base.errors",
        "babalab.base.lazy", "babalab.base.version", "babalab.base.visible", "babalab.cli",
        "babalab.cli.commands", "babalab.cli.main", "babalab.cli.ui", "babalab.cli.ui.completion",
        "babalab.cli.ui.exit_codes", "babalab.cli.ui.help_texts", "babalab.cli.ui.lazy_commands",
        "babalab.cli.ui.streams", "babalab.cli.ui.usage_errors",
        "babalab.game", "babalab.game.errors",
    }  # fmt: skip
    assert not list_modules("--version") & {
        *ARRAYS_AND_PICTURES,
        *EXTRAS_AND_STORES,
        "rich.console",
    }


@pytest.mark.parametrize("arguments", ["solve first-steps/across", "levels list", "levels"])
def test_what_is_used_most_needs_no_large_library(arguments: str) -> None:
    loaded = list_modules(*arguments.split())
    assert "babalab.levels.shipped" in loaded
    assert not loaded & {*ARRAYS_AND_PICTURES, *EXTRAS_AND_STORES}


def test_no_command_loads_extras_and_stores_before_it_runs() -> None:
    loaded = modules_after("import " + ", ".join(sorted(SOURCES)))
    assert loaded >= SOURCES
    assert not loaded & {*EXTRAS_AND_STORES}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("babalab lev", "levels"),
        ("babalab levels va", "validate"),
        ("babalab solve --opt", "--optimal"),
    ],
)
def test_completion(words: str, offered: str) -> None:
    code = "from babalab.cli.main import run; run()"
    place = str(len(words.split()) - 1)
    told = run(code, _BABALAB_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=place)
    assert told.split() == [offered]

"""`from babalab import …`: the names most programs need, each with an example, at little cost."""

from __future__ import annotations

import subprocess
import sys

import pytest

import babalab

NAMES = {
    "Action", "Agent", "BabalabError", "Batch", "Budget", "Champion", "Level", "LevelError",
    "Outcome", "Result", "State", "VisitedSet", "format_moves", "hint", "load_level",
    "load_levels", "parameter", "parse_moves", "prove", "rate", "render", "solve", "tell",
}  # fmt: skip


def loaded_after(code: str) -> set[str]:
    """The modules of babalab's and of others that a fresh process has loaded after this."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(told.stdout.split())


def test_the_names() -> None:
    assert {*babalab.__all__} == NAMES
    assert {*dir(babalab)} == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_is_explained_by_an_example(name: str) -> None:
    """The examples run as doctests of the modules they stand in."""
    value = getattr(babalab, name)
    assert value.__module__.startswith("babalab.")
    assert ">>> " in (value.__doc__ or "")
    assert name.lower() in value.__doc__.partition(">>> ")[2].lower()


def test_importing_the_package_loads_next_to_nothing() -> None:
    ours = {each for each in loaded_after("import babalab") if each.startswith("babalab")}
    assert ours == {
        "babalab", "babalab.base", "babalab.base.errors", "babalab.base.lazy",
        "babalab.base.version",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("Level", "game"),
        ("State", "game"),
        ("Batch", "game"),
        ("load_level", "game levels"),
        ("Budget", ""),
        ("Champion", "game agents"),
        ("solve", "execution game agents"),
    ],
)
def test_a_name_loads_only_the_rooms_it_needs(name: str, others: str) -> None:
    loaded = {each for each in loaded_after(f"from babalab import {name}") if "." in each}
    rooms = {each.split(".")[1] for each in loaded if each.startswith("babalab.")}
    assert rooms - {"_core"} == {"base", *others.split()}
    assert "rich" not in {each.partition(".")[0] for each in loaded}

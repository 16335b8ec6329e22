"""Nothing that is callable from Python crashes the native core, hangs it or corrupts it.

The cases are generated from the stub: see `support/hostile`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="cases are forked and limited as Linux does it"
)


def run_module(name: str, *options: str) -> str:
    """Run a module in a process in which nothing has started threads; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", name, *options],
        cwd=Path(__file__).parent,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode in (0, 1), done.stdout
    return done.stdout


def test_hostile_calls_return_or_raise() -> None:
    printed = run_module("support.hostile")
    assert printed.startswith("0 faults"), printed


def test_everything_in_the_stub_is_called() -> None:
    from support.hostile.stub import all_members, concrete_classes

    names = run_module("support.hostile", "--all", "--list").splitlines()
    called = {tuple(name.split("/")[:2]) for name in names}
    for member in all_members():
        for owner in concrete_classes(member.owner) if member.owner else ("",):
            label = member.label.replace(f"{member.owner}.", f"{owner}.") if owner else member.label
            assert {(label, each) for each in ("valid", *member.parameters)} <= called


def test_what_no_case_may_do_is_found() -> None:
    assert set(run_module("support.hostile.pretending").splitlines()) == {
        "segfault: crash: SIGSEGV",
        "abort: crash: SIGABRT",
        "loop: hang",
        "sleep: hang",
        "memory: error",
        "system-error: error",
        "changed: fault",
        "exit: exit 7",
    }


def test_a_parameter_without_a_recipe_is_an_error() -> None:
    from support.hostile.recipes import World
    from support.hostile.stub import Member

    with pytest.raises(LookupError, match=r"Level.step has no recipe for a valid `unheard_of`"):
        World().arguments(Member("Level", "step", ("unheard_of",), False), None)


@pytest.mark.long
def test_hostile_calls_make_no_sanitizer_speak() -> None:
    from support.hostile.sanitized import find_core

    if not find_core():
        pytest.skip("`make sanitized-core` builds the core that this needs")
    printed = run_module("support.hostile", "--all", "--sanitized")
    assert printed.startswith("0 faults"), printed

"""`babalab doctor`: check the installation on this machine."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata

import typer

from babalab import _core
from babalab.agents import Exhaustive
from babalab.base.budget import Budget
from babalab.base.extras import EXTRAS, Extra, format_install
from babalab.base.version import __version__
from babalab.base.wording import format_size, pluralize
from babalab.bench.signature import make_frozen_plays, play_natively
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import names, texts
from babalab.cli.ui.console import err, out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import make_table, print_table
from babalab.cli.ui.text import Text
from babalab.execution.memory import half_of_memory
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.levels import packs

COMPARED_PLAYS = 60


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check; `fine` is None for mere information."""

    name: str
    fine: bool | None
    detail: str


def doctor(as_json: AsJson = False) -> None:
    """Check the installation: versions, core, engine against reference, levels, extras."""
    findings = [_examine(*each) for each in EXAMINATIONS.items()]
    findings += [
        _examine(f"extra {name}", partial(_check_extra, extra, name))
        for name, extra in EXTRAS.items()
    ]
    if as_json:
        emit_json([{"name": f.name, "fine": f.fine, "detail": f.detail} for f in findings])
    else:
        marks = {True: ("ok", "green"), False: ("BAD", "bold red"), None: ("", "")}
        rows = ((Text(*marks[each.fine]), each.name, each.detail) for each in findings)
        print_table(make_table(names(), names(), texts(), rows=rows, header=False))
    sick = any(finding.fine is False for finding in findings)
    raise typer.Exit(ExitCode.NO if sick else ExitCode.YES)


def _examine(name: str, examination: Callable[[], tuple[bool | None, str]]) -> CheckResult:
    try:
        return CheckResult(name, *examination())
    except Exception as error:
        return CheckResult(name, False, f"{type(error).__name__}: {error}")


def _check_versions() -> tuple[bool | None, str]:
    names = ("numpy", "pillow", "rich", "typer")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in names)
    return None, f"babalab {__version__}, {versions}"


def _check_python() -> tuple[bool | None, str]:
    detail = f"{platform.python_version()} on {platform.platform()}, {sys.executable}"
    return sys.version_info >= (3, 11), detail


def _check_machine() -> tuple[bool | None, str]:
    processors = pluralize(os.cpu_count() or 1, "processor")
    return None, f"{processors}, {format_size(2 * half_of_memory())} of memory"


def _check_terminal() -> tuple[bool | None, str]:
    detail = (
        f"{out.width} x {out.height}, colours: {out.color_system or 'none'}, "
        f"on standard output: {'yes' if out.is_terminal else 'no'}, "
        f"on standard error: {'yes' if err.is_terminal else 'no'}"
    )
    return None, detail


def _check_extra(extra: Extra, name: str) -> tuple[bool | None, str]:
    """Say which packages of an extra are installed, or how to install it. None has to be."""
    versions = extra.versions
    missing = [package for package, version in versions.items() if version is None]
    if missing:
        whole = len(missing) == len(versions)
        what = "not installed" if whole else f"incomplete, without {', '.join(missing)}"
        return None, f"{extra.purpose}; {what}: {format_install(name)}"
    found = ", ".join(f"{package} {version}" for package, version in versions.items())
    return True, f"{extra.purpose}: {found}"


def _check_core() -> tuple[bool | None, str]:
    start = Level.parse("______/_b..f_/_B12._/_F13._/______").start()
    return start.play("rrr").won, _core.__file__ or "built in"


def _check_engine() -> tuple[bool | None, str]:
    """Compare the native engine with the reference on part of the signature's plays."""
    steps = 0
    for number, (level, moves) in enumerate(make_frozen_plays()):
        if number % (768 // COMPARED_PLAYS):
            continue
        game = ReferenceGame(level.map)
        for letter, description in zip(moves, play_natively(level, moves), strict=True):
            game.step(letter)
            expected = f"{game.picture()}|{' '.join(game.rules)}|{len(game.you)}|{int(game.won)}\n"
            if description != expected:
                return False, f"differs from the reference on {level.line}"
            steps += 1
    return True, f"agrees with the reference over {steps:,} steps"


def _check_levels() -> tuple[bool | None, str]:
    shipped = [level for pack in packs() for level in pack.levels]
    bad = [level.name for level in shipped if not level.play(level.solution).won]
    detail = f"{pluralize(len(shipped), 'level')} in {pluralize(len(packs()), 'pack')}"
    return not bad, detail + (f"; solutions fail: {', '.join(bad)}" if bad else "")


def _check_search() -> tuple[bool | None, str]:
    level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    result = Exhaustive().solve(level, Budget(seconds=10))
    return result.solution == "rrr", f"{result.verdict.value} in {result.seconds:.3f} s"


EXAMINATIONS = {
    "versions": _check_versions,
    "python": _check_python,
    "machine": _check_machine,
    "terminal": _check_terminal,
    "core": _check_core,
    "engine": _check_engine,
    "levels": _check_levels,
    "search": _check_search,
}

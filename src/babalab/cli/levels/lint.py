"""`babalab levels lint`: what the designer of levels may not have meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import err
from babalab.cli.ui.diagnostics import print_diagnostics
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json_list
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped
from babalab.game.level import Level
from babalab.levels import load_levels, packs
from babalab.levels.address import find_plain_file
from babalab.levels.validation import validate

if TYPE_CHECKING:
    from babalab.generation.baba.linting import Finding

SECONDS = 10.0


def lint_levels(
    levels: Annotated[str, argument("A pack, a file or a level.", metavar="SET")],
    seconds: Annotated[float, option("Seconds for each level at most.", min=0)] = SECONDS,
    as_json: AsJson = False,
) -> None:
    """Name what could be better in levels: useless things, shortcuts, duplicates; exit with 1.

    Also parts that can't be reached, levels that can't be won, and solutions on record that do not
    win. Every finding has a place and a fix. Notes are about taste, and about what could not be
    decided in time; with nothing but notes the exit code is 0. Ctrl-C keeps what was found.

    Examples: 'babalab levels lint my-level.txt', 'babalab levels lint first-steps --seconds 2'.
    """
    file = find_plain_file(levels)
    wrong = [] if file is None else [each for each in validate(file) if each.is_error]
    if wrong:
        raise typer.Exit(print_diagnostics(wrong, "1 file", as_json=as_json))
    run = _Run(levels, load_levels(levels), seconds)
    if as_json:
        emit_json_list(_as_json(*each) for each in run.findings())
    else:
        for name, found in run.findings():
            _print(name, found)
        err.print(Text(run.summary))
    raise typer.Exit(run.exit_code)


class _Run:
    """Lints the levels of a set, and counts."""

    def __init__(self, address: str, levels: Sequence[Level], seconds: float) -> None:
        from babalab.generation.baba.linting import Linter

        self._levels = levels
        pack = address.partition("/")[0]
        known = (
            (f"{each.name}/{level.id}", level)
            for each in packs()
            if each.name != pack
            for level in each.levels
        )
        self._linter = Linter(seconds, known)
        self.done = self.faults = self.notes = 0
        self.interrupted = False

    def findings(self) -> Iterator[tuple[str, Finding]]:
        """Yield the findings, level by level, with the names of the levels."""
        bar = ProgressLine("linting", len(self._levels))
        for number, level in enumerate(self._levels, start=1):
            name = level.id or str(number)
            bar.update(f"{name}: {number} of {pluralize(len(self._levels), 'level')}", self.done)
            found: list[Finding] = []
            try:
                with show_live(bar, quiet=True):
                    for each in self._linter.lint(name, level):
                        found.append(each)  # noqa: PERF402 - kept when the next one is interrupted
            except KeyboardInterrupt:
                self.interrupted = True
            for each in found:
                self.faults += not each.code.is_note
                self.notes += each.code.is_note
                yield name, each
            if self.interrupted:
                return
            self.done += 1

    @property
    def summary(self) -> str:
        """Return the counts in words."""
        looked_at = pluralize(self.done, "level")
        if self.interrupted:
            looked_at = f"interrupted after {self.done} of {pluralize(len(self._levels), 'level')}"
        return f"{looked_at}: {pluralize(self.faults, 'finding')}, {pluralize(self.notes, 'note')}"

    @property
    def exit_code(self) -> ExitCode:
        """Return the exit code of the command."""
        if self.interrupted:
            return ExitCode.INTERRUPTED
        return ExitCode.NO if self.faults else ExitCode.YES


def _print(name: str, found: Finding) -> None:
    code = (
        (f"note, {found.code.value}", "cyan") if found.code.is_note else (found.code.value, "bold")
    )
    place = f"{found.place}: " if found.place else ""
    print_wrapped(Text.assemble(f"{name}: {place}", code, f": {found.message}"))
    if found.fix:
        print_wrapped(Text(f"  fix: {found.fix}", style="dim"))


def _as_json(name: str, found: Finding) -> dict[str, Any]:
    return {"level": name, **found.as_json()}

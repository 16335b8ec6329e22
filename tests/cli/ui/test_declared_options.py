"""Commands made from declared parameters: their options, help texts, completion and errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import typer

from babalab.base.errors import BabalabError
from babalab.base.parameters import parameter, parameters_of
from babalab.cli.ui.declared_commands import DeclaredCommand, DeclaredCommands


@dataclass(frozen=True)
class Walk:
    steps: int = parameter(4, "How far.", low=1)
    companions: tuple[str, ...] | None = parameter(None, "With whom.", usual="alone")
    pace: Literal["slow", "fast"] = parameter("slow", "How.")
    map: Path | None = parameter(None, "By which map.", placeholder="FILE")
    sing: bool = parameter(False, "Whether to sing.")


@dataclass(frozen=True)
class Swim:
    steps: int = parameter(9, "How far.", low=1)
    deep_water: float = parameter(1.5, "How deep.")


KINDS: dict[str, type[Any]] = {"walk": Walk, "swim": Swim}
DONE: list[tuple[Any, int, str]] = []


def go(kind: type[Any], *, times: int = 1, note: str = "", **chosen: Any) -> None:
    DONE.append((kind(**chosen), times, note))


class Ways(DeclaredCommands):
    def list_names(self) -> list[str]:
        return list(KINDS)

    def declare(self, name: str) -> DeclaredCommand:
        if name not in KINDS:
            raise BabalabError(f"there is no {name}")
        kind = KINDS[name]
        left_out = ("note",) if kind is Swim else ()
        return DeclaredCommand(partial(go, kind), parameters_of(kind), f"To {name}.", left_out)


app = typer.Typer(cls=Ways, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def ways(loud: Annotated[bool, typer.Option("--loud")] = False) -> None:
    """Go somewhere."""
    DONE.append((loud, 0, ""))


def call(*arguments: str) -> int:
    DONE.clear()
    with pytest.raises(SystemExit) as end:
        typer.main.get_command(app)(list(arguments), prog_name="ways")
    return int(end.value.code or 0)


def test_what_is_not_given_is_as_declared() -> None:
    assert call("walk") == 0
    assert DONE[-1] == (Walk(), 1, "")
    assert call("swim", "--times", "3") == 0
    assert DONE[-1] == (Swim(), 3, "")


def test_what_is_given() -> None:
    options = "--steps 7 --companions ann,bob --pace fast --map a.png --sing --note well"
    assert call("walk", *options.split()) == 0
    made = Walk(7, ("ann", "bob"), "fast", Path("a.png"), sing=True)
    assert DONE[-1] == (made, 1, "well")
    assert call("swim", "--deep-water=2") == 0
    assert DONE[-1][0] == Swim(deep_water=2.0)


@pytest.mark.parametrize("where", [0, 2, 3])
def test_the_name_may_stand_anywhere(where: int) -> None:
    words = ["--steps", "7", "--sing"]
    assert call(*words[:where], "walk", *words[where:]) == 0
    assert DONE[-1][0] == Walk(7, sing=True)


def test_without_a_name() -> None:
    assert call("--loud") == 0
    assert DONE == [(True, 0, "")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["walk", "--steps", "0"], "Invalid value for '--steps': 0: it must be a whole number"),
        (["walk", "--steps", "far"], "far: it must be a whole number"),
        (["walk", "--pace", "soon"], "it must be slow or fast"),
        (["walk", "--companions", ","], "--companions names none"),
        (["walk", "--nowhere"], "No such option: --nowhere"),
        (["swim", "--deep-water", "very"], "very: it must be a number"),
    ],
)
def test_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*arguments) == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert not [each for each in DONE if each[1]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["swim", "--sing"], "no such option for swim: --sing; it is for walk"),
        (["swim", "--pace=fast"], "no such option for swim: --pace; it is for walk"),
        (["swim", "--note", "wet"], "no such option for swim: --note; it is for walk"),
        (["walk", "--deep-water", "2"], "no such option for walk: --deep-water; it is for swim"),
        (["fly"], "there is no fly"),
    ],
)
def test_options_of_others(arguments: list[str], words: str) -> None:
    with pytest.raises(BabalabError, match=words):
        typer.main.get_command(app)(arguments, prog_name="ways")


def test_help_has_the_options_of_the_command_and_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert call("swim", "--help") == 0
    printed = capsys.readouterr().out
    assert set(re.findall(r"--[a-z-]+", printed)) == {
        "--steps", "--deep-water", "--times", "--help",
    }  # fmt: skip
    assert "To swim." in printed
    assert call("walk", "--help") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert all(word in printed for word in ("slow|fast", "FILE", "LIST", "(alone)", "(4)"))
    assert call("--help") == 0
    assert re.search(r"walk\s+To walk\..*swim\s+To swim\.", capsys.readouterr().out, re.DOTALL)


@pytest.mark.parametrize(
    ("words", "place", "found"),
    [
        ("ways ", 1, ["walk", "swim"]),
        ("ways s", 1, ["swim"]),
        ("ways walk --pace ", 3, ["slow", "fast"]),
        ("ways swim --d", 2, ["--deep-water"]),
        ("ways fly --d", 2, []),
    ],
)
def test_completion(
    words: str,
    place: int,
    found: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_WAYS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(place))
    call()
    assert capsys.readouterr().out.split() == found

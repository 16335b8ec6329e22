"""Options in short form, and groups of options that become options of a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from babalab.cli.ui.options import argument, expand_groups, given_options, option

CALLS: list[dict[str, Any]] = []


@dataclass(frozen=True)
class Weather:
    """A group."""

    rain: Annotated[bool, option("Walk in the rain.", "--rain")] = False
    degrees: Annotated[int | None, option("Temperature.", min=-40, usual="mild")] = None


def walk(
    to: Annotated[str, argument("Where to.", metavar="PLACE")],
    *,
    weather: Weather,
    steps: Annotated[int, option("Number of steps.", "--steps", "-n", min=1)] = 10,
) -> None:
    """Walk somewhere."""
    CALLS.append({"to": to, "weather": weather, "steps": steps})


@pytest.fixture
def app() -> typer.Typer:
    CALLS.clear()
    app = typer.Typer(add_completion=False)
    app.command()(expand_groups(walk))
    return app


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        (["home"], {"to": "home", "weather": Weather(), "steps": 10}),
        (
            ["home", "-n", "3", "--rain", "--degrees", "-4"],
            {"to": "home", "weather": Weather(rain=True, degrees=-4), "steps": 3},
        ),
    ],
)
def test_a_group_is_made_from_its_options(
    app: typer.Typer, arguments: list[str], call: dict[str, Any]
) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert [call] == CALLS


def test_options_of_groups_are_checked_and_listed_in_place(app: typer.Typer) -> None:
    runner = CliRunner(env={"COLUMNS": "200"})
    assert runner.invoke(app, ["home", "--degrees", "-41"]).exit_code == 2
    assert not CALLS
    text = runner.invoke(app, ["--help"]).output
    places = [text.index(word) for word in ("--rain", "--degrees", "(mild)", "--steps")]
    assert places == sorted(places)


def test_a_command_without_groups_stays_as_it_is() -> None:
    def stand(seconds: Annotated[float, option("Time.")] = 1.0) -> None:
        del seconds

    assert expand_groups(stand) is stand


def test_given_options() -> None:
    assert given_options(Weather()) == {"rain": False}
    assert given_options(Weather(degrees=0)) == {"rain": False, "degrees": 0}

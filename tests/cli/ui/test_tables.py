"""Tables: one look for all of them, as wide as they want in a pipe, and no markup by accident."""

from __future__ import annotations

import pytest
from rich.text import Text

from babalab.cli.ui.tables import add_row, make_table, measure_width, names, numbers, print_table


def test_the_look(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table("agent", numbers("solved"), title="all", rows=[("bfs", "9"), ("mcts", "10")])
    print_table(table)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == ["all", "agent  solved", "bfs         9", "mcts       10"]


def test_strings_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table("", header=False)
    add_row(table, "[bold]x[/bold]")
    add_row(table, Text("y", style="bold"))
    print_table(table)
    assert capsys.readouterr().out.split() == ["[bold]x[/bold]", "y"]


def test_nothing_is_cut_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table(names("name"), "text", rows=[("n" * 150, "t " * 100)])
    print_table(table)
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert measure_width(table) >= 350

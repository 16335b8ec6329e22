"""Tables: one look for all, fitted into any width without cutting, and no markup by accident."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from babalab.cli.ui.columns import Column, Kind, names, numbers, texts
from babalab.cli.ui.tables import Table, add_row, make_table, measure_width, print_table


def lay_out(table: Table, width: int | None = None) -> list[str]:
    return [line.plain for line in table.lay_out(width)]


def test_the_look(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table("agent", numbers("solved"), title="all", rows=[("bfs", "9"), ("mcts", "10")])
    print_table(table)
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["all", "agent  solved", "bfs         9", "mcts       10"]


def test_strings_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table("", header=False)
    add_row(table, "[bold]x[/bold]")
    add_row(table, Text("y", style="bold"))
    print_table(table)
    assert capsys.readouterr().out.split() == ["[bold]x[/bold]", "y"]


def test_nothing_is_cut_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    table = make_table(names("name"), texts("text", priority=9), rows=[("n" * 150, "t " * 100)])
    print_table(table)
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert measure_width(table) >= 350


def test_every_row_has_all_cells() -> None:
    with pytest.raises(ValueError, match="1 cells for 2 columns"):
        make_table("a", "b", rows=[("1",)])


ROWS = [("1", "mcts:plays=10,c=1.4", "10 s", "3/3", "a long"), ("2", "bfs", "10 s", "0/3", "word")]


def make_ranking() -> Table:
    return make_table(
        numbers(),
        names("agent"),
        names("budget", priority=1, shared="{} per level"),
        numbers("solved it"),
        texts("in words", priority=2),
        rows=ROWS,
    )


def test_what_all_rows_share_is_told_once() -> None:
    assert lay_out(make_ranking()) == [
        "   agent                solved it  in words",
        "1  mcts:plays=10,c=1.4        3/3  a long",
        "2  bfs                        0/3  word",
        "each: 10 s per level",
    ]


def test_headings_are_wrapped_before_anything_is_left_out() -> None:
    assert lay_out(make_ranking(), 40) == [
        "                        solved",
        "   agent                    it  in words",
        "1  mcts:plays=10,c=1.4     3/3  a long",
        "2  bfs                     0/3  word",
        "each: 10 s per level",
    ]


def test_the_least_important_is_left_out_and_named() -> None:
    assert lay_out(make_ranking(), 32) == [
        "                        solved",
        "   agent                    it",
        "1  mcts:plays=10,c=1.4     3/3",
        "2  bfs                     0/3",
        "each: 10 s per level",
        "not shown: in words; a wider",
        "terminal or --json has it",
    ]


def test_names_go_on_in_further_lines_rather_than_being_cut() -> None:
    assert lay_out(make_ranking(), 25)[:5] == [
        "                   solved",
        "   agent               it",
        "1  mcts:plays=10,     3/3",
        "   c=1.4",
        "2  bfs                0/3",
    ]


def test_rows_are_blocks_where_columns_have_no_room() -> None:
    assert lay_out(make_ranking(), 12)[:8] == [
        "1",
        "agent: mcts:",
        "plays=10,",
        "c=1.4",
        "solved it:",
        "3/3",
        "",
        "2",
    ]


def test_one_column_shared_for_want_of_room_is_worded() -> None:
    table = make_table(
        names("level"), names("size", priority=1), numbers("class", priority=2),
        rows=[("level-one", "9x9", "1"), ("level-two", "9x9", "2")],
    )  # fmt: skip
    assert lay_out(table)[0] == "level      size  class"
    assert lay_out(table, 17) == [
        "level      class", "level-one      1", "level-two      2", "each: size = 9x9",
    ]  # fmt: skip


def test_blank_columns_are_no_loss() -> None:
    table = make_table(names("a"), numbers("failed", priority=1), rows=[("x", ""), ("y", "")])
    assert lay_out(table) == ["a  failed", "x", "y"]
    assert lay_out(table, 8) == ["a", "x", "y"]


def test_groups_are_headed_once_and_stay_together() -> None:
    table = make_table(
        names("agent"),
        numbers("ours", group="win rate"),
        numbers("paper", group="win rate"),
        numbers("ours", group="length", priority=1),
        numbers("paper", group="length", priority=1),
        rows=[("bfs", "50.0%", "51.0%", "7.0", "8.0")],
    )
    assert lay_out(table) == [
        "       win rate         length",
        "agent      ours  paper    ours  paper",
        "bfs       50.0%  51.0%     7.0    8.0",
    ]
    # There is room for one more, but the two are only read together.
    assert lay_out(table, 30) == [
        "       win rate",
        "agent      ours  paper",
        "bfs       50.0%  51.0%",
        "not shown: length ours, length",
        "paper; a wider terminal or",
        "--json has them",
    ]


def test_footers_are_below_their_columns() -> None:
    table = make_table(
        names("move", footer="sum"), numbers("reward", footer="12"), rows=[("r", "5"), ("l", "7")]
    )
    assert lay_out(table) == ["move  reward", "r          5", "l          7", "sum       12"]


def test_a_table_in_a_grid_has_the_room_there_is() -> None:
    grid = Grid.grid(padding=(0, 1))
    grid.add_row(make_ranking(), Text("board\nboard"))
    console = Console(width=38, force_terminal=True, color_system=None, legacy_windows=False)
    with console.capture() as shown:
        console.print(grid)
    assert "not shown: in words" in shown.get()
    assert shown.get().count("board") == 2
    assert all(cell_len(line) <= 38 for line in shown.get().splitlines())


# ---------------------------------------------------------------- any table, any width


@dataclass
class Drawn:
    """A column with cells whose parts occur nowhere else; so do the words of its heading."""

    column: Column
    cells: Sequence[str]
    parts: Sequence[Sequence[str]]

    @property
    def is_blank(self) -> bool:
        return bool(self.cells) and not any(self.cells)

    @property
    def is_equal(self) -> bool:
        return len(self.cells) > 1 and len(set(self.cells)) == 1


JOINED = {Kind.NUMBER: ("",), Kind.NAME: (":", ",", "=", " "), Kind.TEXT: (" ",)}


@st.composite
def drawn_tables(draw: st.DrawFn) -> list[Drawn]:
    rows = draw(st.integers(0, 4))
    return [draw_column(draw, place, rows) for place in range(draw(st.integers(1, 6)))]


def draw_column(draw: st.DrawFn, place: int, rows: int) -> Drawn:
    kind = draw(st.sampled_from(Kind))
    look = draw(st.sampled_from(["different", "equal", "blank"]))
    padding = st.text("abö界", max_size=10)
    parts: list[list[str]] = []
    cells = []
    for row in range(rows):
        if look == "equal" and row:
            parts.append(parts[0])
            cells.append(cells[0])
            continue
        count = 0 if look == "blank" else 1 if kind is Kind.NUMBER else draw(st.integers(1, 4))
        parts.append([f"r{row}c{place}p{each}{draw(padding)}x" for each in range(count)])
        joint = draw(st.sampled_from(JOINED[kind]))
        cells.append(joint.join(parts[-1]))
    heading = " ".join(f"h{place}w{each}x" for each in range(draw(st.integers(1, 3))))
    column = Column(
        heading,
        kind,
        draw(st.integers(0, 3)),
        shared=draw(st.sampled_from([None, "told {}"])),
    )
    return Drawn(column, cells, parts)


@given(drawn_tables(), st.one_of(st.none(), st.integers(1, 130)))
def test_nothing_is_lost_in_any_width(drawn: list[Drawn], width: int | None) -> None:
    rows = list(zip(*(each.cells for each in drawn), strict=True))
    table = make_table(*(each.column for each in drawn), rows=rows)
    lines = lay_out(table, width)
    for line in lines:
        assert "…" not in line
        assert width is None or cell_len(line) <= width or " " not in line.strip()

    everything = "\n".join(lines)
    told = " ".join(line.strip() for line in lines)
    before, _, caption = told.partition("not shown: ")
    dropped = caption.partition(";")[0].split(", ") if caption else []
    shared = before.partition("each: ")[2]
    key = min((each.column.priority for each in drawn if not each.is_blank), default=0)
    kept: list[int] = []
    left_out: list[int] = []
    for each in drawn:
        parts = [part for row in each.parts for part in row]
        if each.column.name in dropped:
            assert each.column.priority > key
            assert not each.is_blank
            assert width is not None
            assert not any(part in everything for part in parts)
            left_out.append(each.column.priority)
        elif each.is_equal and parts and each.parts[0][0] in shared:
            assert each.column.priority > key
            assert width is not None or each.column.shared
            assert all(shared.count(part) == 1 for part in each.parts[0])
        else:
            assert not (each.is_equal and each.column.shared and each.column.priority > key) or (
                each.is_blank
            )
            assert all(everything.count(part) == parts.count(part) for part in parts)
            kept += [each.column.priority] * (not each.is_blank)
            if each.column.kind is Kind.TEXT:
                assert all(any(part in line for line in lines) for part in parts)
    assert set(dropped) <= {each.column.name for each in drawn}
    assert len(dropped) == len(set(dropped))
    assert not left_out or max(kept) <= min(left_out)


@given(drawn_tables())
def test_a_table_has_all_columns_in_the_width_it_asks_for(drawn: list[Drawn]) -> None:
    rows = list(zip(*(each.cells for each in drawn), strict=True))
    table = make_table(*(each.column for each in drawn), rows=rows)
    assert lay_out(table, measure_width(table)) == lay_out(table)

"""Whatever is written reads back as it was, in every format."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.game.vocabulary import CHARACTERS
from babalab.levels.formats import Format, format_levels, read_levels, read_source, write_levels
from babalab.levels.source_text import SourceText

ALPHABET = "".join(sorted(CHARACTERS))
texts = st.text(max_size=12) | st.text(alphabet="\"\\'#:,[]{}@/ \t\r\n_bé😀", max_size=8)
any_format = st.sampled_from(Format)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    width = draw(st.integers(1, 9))
    rows = draw(
        st.lists(st.text(alphabet=ALPHABET, min_size=width, max_size=width), min_size=1, max_size=7)
    )
    return Level(
        tuple(rows),
        name=draw(texts),
        author=draw(texts),
        id=draw(texts),
        solution=draw(st.text(alphabet="udlrs", max_size=9)),
        mechanics=draw(st.lists(texts, max_size=3).map(tuple)),
    )


def everything(level: Level) -> tuple[object, ...]:
    """All fields: two levels already are equal when their maps are."""
    return (
        level.rows, level.name, level.author, level.id, level.solution, level.mechanics,
    )  # fmt: skip


def same(read: list[Level], written: list[Level]) -> bool:
    return [everything(level) for level in read] == [everything(level) for level in written]


@given(st.lists(levels(), min_size=1, max_size=4), any_format)
@example([Level(("_b_",)), Level(("_f_",))], Format.LINE)
@example([Level(("_b_",)), Level(("_f_",))], Format.ASCII)
@example([Level(("b",), name='"Hi" said "he"', author='"quoted"', id=" x ")], Format.ASCII)
@example([Level(("b",), mechanics=("a, b", "[]", ""))], Format.ASCII)
@example([Level(("b",), mechanics=("[1]",))], Format.ASCII)
@example([Level(("b",), name="half \ud800 a pair", id="\ud800")], Format.JSON)
@example([Level(("b",), name="half \ud800 a pair", id="\ud800")], Format.LINE)
def test_writing_and_reading_gives_the_same_levels(
    written: list[Level], file_format: Format
) -> None:
    text = format_levels(written, file_format)
    assert text.encode("utf-8")
    assert same(read_source(SourceText(text)).require_levels(), written)


@given(st.lists(levels(), min_size=1, max_size=3), any_format)
def test_line_ends_and_byte_order_marks_do_not_matter(
    written: list[Level], file_format: Format
) -> None:
    text = format_levels(written, file_format).replace("\n", "\r\n")
    assert same(read_source(SourceText(text)).require_levels(), written)


@given(levels())
def test_json_is_what_the_standard_library_reads(level: Level) -> None:
    entry = json.loads(format_levels([level], Format.JSON))["levels"][0]
    assert entry["ascii"] == level.map
    assert (entry["id"], entry["name"], entry["author"]) == (level.id, level.name, level.author)


@pytest.mark.parametrize("file_format", Format)
@pytest.mark.parametrize("name", ["levels.txt", "levels.line", "levels"])
def test_files_are_read_in_the_format_they_have(
    tmp_path: Path, name: str, file_format: Format
) -> None:
    """Whatever the suffix, except that ``.json`` always means JSON."""
    written = [Level.parse("___/_b_/___", name="Ä"), Level.parse("___/_f_/___", id="2")]
    write_levels(written, tmp_path / name, file_format)
    assert same(read_levels(tmp_path / name), written)


@pytest.mark.parametrize(
    ("name", "beginning"), [("x.json", "{"), ("x.line", "___/"), ("x.txt", "___\n"), ("x", "___\n")]
)
def test_the_suffix_decides_how_to_write(tmp_path: Path, name: str, beginning: str) -> None:
    write_levels([Level.parse("___/_b_/___")], tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_writes_to_streams() -> None:
    stream = io.StringIO()
    write_levels([Level.parse("___/_b_/___")], stream, "line")
    assert stream.getvalue() == "___/_b_/___\n"


def test_a_bad_solution_can_not_break_the_file() -> None:
    level = Level(("_b_",), solution="r\n_f_")
    for file_format in Format:
        reading = read_source(SourceText(format_levels([level], file_format)))
        assert [each.rows for each in reading.levels] == [("_b_",)]
        assert reading.levels[0].solution == ""


def test_ascii_reads_well() -> None:
    level = Level.parse(
        "____/_b._/____", name="Ünïcode", id="a-1", mechanics=("push", "sink"), solution="r"
    )
    block = "# id: a-1\n# name: Ünïcode\n# mechanics: push, sink\n# solution: r\n____\n_b._\n____\n"
    assert format_levels([level, level], Format.ASCII) == f"{block}\n{block}"

"""What is particular to plain text."""

from __future__ import annotations

import pytest

from babalab.game.level import Level
from babalab.levels.source_text import SourceText
from babalab.levels.text_format import read_text


def read(text: str) -> list[Level]:
    return read_text(SourceText(text)).require_levels()


def test_blank_lines_separate_levels() -> None:
    assert [level.rows for level in read("\n\n_b_\n___\n\n  \n_f_\n\n")] == [
        ("_b_", "___"), ("_f_",),
    ]  # fmt: skip


def test_a_header_separates_levels_too() -> None:
    assert [(level.rows, level.name) for level in read("_b_\n# name: x\n_f_\n")] == [
        (("_b_",), ""), (("_f_",), "x"),
    ]  # fmt: skip


def test_maps_on_one_line_stand_alone() -> None:
    text = "_b_\n_._\n_f_/_._\n_s_/_._\n_k_\n"
    assert [level.line for level in read(text)] == ["_b_/_._", "_f_/_._", "_s_/_._", "_k_"]


def test_blanks_are_empty_cells() -> None:
    assert read("_b _\n____")[0].rows == ("_b._", "____")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("# name: Level one", "Level one"),
        ("#name:Level one", "Level one"),
        ("#  NAME :  Level one  ", "Level one"),
        ("# name: Level: one #1", "Level: one #1"),
        ('# name: "Level\\u0020one"', "Level one"),
        ('# name: "Level" one', '"Level" one'),
        ("# name:", ""),
        ("# a comment\n#\n# name: Level one\n\n# another", "Level one"),
        ("# names: Level one", ""),
    ],
)
def test_headers(header: str, name: str) -> None:
    assert read(f"{header}\n_b_\n")[0].name == name


def test_a_header_is_about_the_next_level_only() -> None:
    first, second = read(
        "# id: 1\n# author: me\n# solution: RR\n# mechanics: push , sink,\n_b_\n\n_f_\n"
    )
    assert (first.id, first.author, first.solution) == ("1", "me", "rr")
    assert first.mechanics == ("push", "sink")
    assert (second.id, second.author, second.solution, second.mechanics) == ("", "", "", ())

"""Lines: broken between words, and inside of them only where nothing else helps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from babalab.cli.ui.wrapping import print_wrapped, split_folds, split_words, wrap


def wrapped(text: str, width: int) -> list[str]:
    return [line.plain for line in wrap(Text(text), width)]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("a wider terminal", 8, ["a wider", "terminal"]),
        ("a wider terminal", 3, ["a", "wider", "terminal"]),
        ("mcts:plays=10,c=1.4", 14, ["mcts:plays=10,", "c=1.4"]),
        ("mcts:plays=10,c=1.4", 5, ["mcts:", "plays=", "10,", "c=1.4"]),
        ("costs 10,000 or 2/3", 4, ["costs", "10,000", "or", "2/3"]),
        ("http://host/path", 7, ["http://", "host/", "path"]),
        ("c=-1", 2, ["c=", "-1"]),
        ("all (10)", 4, ["all", "(10)"]),
        ("界界 界", 4, ["界界", "界"]),
        ("one\n\ntwo", 10, ["one", "", "two"]),
        ("", 3, [""]),
        ("   ", 1, [""]),
    ],
)
def test_lines(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_styles_stay_with_their_words() -> None:
    first, second = wrap(Text.assemble("plain ", ("bold", "bold")), 6)
    assert not first.spans
    assert [second.plain[each.start : each.end] for each in second.spans] == ["bold"]


@given(st.text(" ab1:,=/(-界", max_size=60), st.integers(1, 30))
def test_nothing_is_lost_and_nothing_is_too_long(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert cell_len(line.strip()) <= width or line.strip() in {
            part.strip() for part in split_folds(text)
        }
    for word in split_words(text):
        if cell_len(word.strip()) <= width:
            assert any(word.strip() in line for line in lines)


def test_into_a_pipe_nothing_is_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    print_wrapped("word " * 60)
    assert len(capsys.readouterr().out.splitlines()) == 1

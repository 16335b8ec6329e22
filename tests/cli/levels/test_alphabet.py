"""`babalab levels alphabet`: every character of maps, as in the vocabulary."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from babalab.game.vocabulary import CHARACTERS, PROPERTIES, THING_CHARACTERS, WORD_CHARACTERS
from support.program import Terminal


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "alphabet"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    for noun, thing in THING_CHARACTERS.items():
        assert [thing, WORD_CHARACTERS[noun], noun] in [
            [row[0], *row[-3:][::2]] for row in rows if row
        ]
    for word in ("is", *PROPERTIES):
        assert any(
            row[:1] == [WORD_CHARACTERS[word]] and row[2:3] == [word.upper()] for row in rows
        )


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "alphabet", "--json"]) == 0
    letters = json.loads(capsys.readouterr().out)
    assert len(letters) == len(CHARACTERS)
    assert {letter["character"] for letter in letters} == CHARACTERS
    assert all(letter["meaning"] for letter in letters)
    names = {letter["character"]: letter["name"] for letter in letters if letter["kind"] != "thing"}
    assert {names[WORD_CHARACTERS[word]] for word in PROPERTIES} == {w.upper() for w in PROPERTIES}


@pytest.mark.parametrize("columns", [80, 40])
def test_it_fits_a_terminal(columns: int) -> None:
    with Terminal("levels", "alphabet", columns=columns) as terminal:
        assert terminal.wait() == 0
        assert all(len(line) <= columns for line in terminal.text.splitlines())

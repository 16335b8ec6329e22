"""Messages about names that are not known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.suggestions import find_similar, format_guesses, list_some, unknown

WORDS = st.text(st.characters(codec="ascii", categories=["Ll", "Nd"]), min_size=1, max_size=12)
NAMES = st.lists(WORDS, unique=True, max_size=8)


@given(WORDS, NAMES)
def test_it_names_a_guess_or_all_there_is(wrong: str, known: list[str]) -> None:
    message = unknown("thing", wrong, known)
    assert message.startswith(f"there is no thing {wrong!r}; ")
    guesses = find_similar(wrong, known)
    assert set(guesses) <= set(known)
    if guesses:
        assert message.endswith(format_guesses(guesses))
    else:
        assert message.endswith(f"known things: {', '.join(map(repr, known)) or 'none'}")


@given(WORDS.filter(lambda word: len(word) > 3), NAMES, st.data())
def test_a_letter_too_many_is_forgiven(name: str, others: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name)))
    wrong = f"{name[:place]}x{name[place:]}"
    guesses = find_similar(wrong, [*others, name])
    assert name in guesses or len(guesses) == 3, "unless others are nearer"


@given(WORDS)
def test_case_makes_no_difference(name: str) -> None:
    assert find_similar(name.upper(), [name.capitalize()]) == [name.capitalize()]


def test_the_owner_is_named() -> None:
    assert unknown("part", "wheal", ["wheel"], owner="a car") == (
        "a car has no part 'wheal'; did you mean 'wheel'?"
    )
    assert unknown("part", "x", ["wheel", "door"], owner="a car") == (
        "a car has no part 'x'; it has 'wheel', 'door'"
    )
    assert unknown("part", "x", [], owner="a car").endswith("it has none")


def test_long_lists_are_cut() -> None:
    names = [f"n{number}" for number in range(1000)]
    assert unknown("class", "q", names, limit=2).endswith("; known classes: 'n0', 'n1', …")
    assert list_some(names, 3) == "'n0', 'n1', 'n2', …"
    assert unknown("thing", "q", names).endswith(", …")


@pytest.mark.parametrize("name", [7, None, ("a",)])
def test_what_is_no_text_is_no_name(name: object) -> None:
    assert unknown("option", name, ["seed"]).startswith(f"there is no option {name!r}; known")


def test_nobody_has_to_wait() -> None:
    """Neither for a map that was taken for a name, nor for a million names."""
    assert find_similar("x" * 1_000_000, ["x" * 1_000_000]) == []
    assert find_similar("aaaa", (f"b{number}" for number in range(1_000_000))) == []

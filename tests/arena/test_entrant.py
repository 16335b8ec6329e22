"""What results can name and any process can find, and what not."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from babalab.arena import ArenaError
from babalab.arena.entrant import Found, find_for_any_process, require_distinct
from babalab.base.registry import ClassRegistry
from babalab.base.sources import find_file

FILE = str(Path("mine.py").absolute())


class Thing:
    """Of ours, or of a user's."""

    name: ClassVar[str] = "thing"


class Other(Thing):
    """By the same name."""


class Unprintable(Thing):
    """Stored otherwise than it is asked for."""

    name: ClassVar[str] = "mine\ud800"


class Nameless(Thing):
    """Not to be told by its name."""

    name: ClassVar[str] = ""


def found(text: str, kind: type[Thing], known: type[Thing], *, made: bool = True) -> Found[object]:
    """What this text finds, where one is known and nothing but it is installed."""

    class Things(ClassRegistry[Thing]):
        def is_installed(self, kind: type[Thing]) -> bool:
            return kind is known

    things = Things(Thing, ArenaError)
    things.register(known)
    return find_for_any_process(text, lambda _: kind() if made else kind, things)


@pytest.mark.parametrize("made", [True, False])
def test_what_any_process_can_find(made: bool) -> None:
    thing, source, in_file = found("thing:a=1", Thing, Thing, made=made)
    assert (isinstance(thing, Thing), thing is Thing) == (made, not made)
    assert (source, in_file) == ("thing:a=1", False)
    assert found("mine.py:Thing:a=1", Thing, Thing)[1:] == (f"{FILE}:Thing:a=1", True), (
        "a file may register its own"
    )


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("thing", Nameless, "thing: the thing has no name; give Nameless one"),
        ("mine.py:Unprintable", Unprintable, r"^mine.py:Unprintable: .* calls itself 'mine.ud800'"),
        ("mine.py:Other", Other, "mine.py:Other: it calls itself 'thing', as one of ours"),
        ("thing", Other, f"don't know what {__name__} registered; write it as FILE.py:Other"),
    ],
)
def test_what_they_can_not(text: str, kind: type[Thing], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        found(text, kind, Thing)


def test_a_description_is_a_file_by_its_whole_path() -> None:
    """It may be called as one of ours: its text tells them apart."""
    file = str(Path("games", "thing.txt").absolute())
    assert found(file, Other, Thing, made=False)[1:] == (file, True)
    assert find_file("mcts:weights=best.txt") is None
    assert find_file("thing.txt") is None


class Entry(NamedTuple):
    """What results know something by."""

    spec: str
    code: str
    source: str


def test_each_once() -> None:
    one, same, two = Entry("a", "1", "x"), Entry("a", "1", "y"), Entry("b", "1", "x")
    assert require_distinct([two, one, same]) == [two, one]
    with pytest.raises(ArenaError, match="x and z are both called 'a'"):
        require_distinct([one, two, Entry("a", "2", "z")])

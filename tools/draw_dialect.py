"""Write docs/the-dialect.md and its pictures from tools/dialect.toml and the vocabulary.

    python tools/draw_dialect.py

Every example is a small level and moves. Run this after a change of either, of a meaning in
`babalab.game.alphabet`, or of the sprites. tests/game/test_dialect.py fails until it is done.
"""

from __future__ import annotations

import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from babalab.base.wording import pluralize
from babalab.game.alphabet import Letter, list_letters
from babalab.game.drawing import save_gif, save_png
from babalab.game.level import Level
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import BORDER, EMPTY, NOUNS, THING_CHARACTERS, WORD_CHARACTERS

HERE: Final = Path(__file__).parent
EXAMPLES: Final = HERE / "dialect.toml"
PAGE: Final = HERE.parent / "docs" / "the-dialect.md"
PICTURES: Final = HERE.parent / "docs" / "pictures" / "dialect"
ALPHABET: Final = "alphabet.png"
WIDEST: Final = 120
"""Characters in a line of the page."""
MILLISECONDS: Final = 450


@dataclass(frozen=True)
class Example:
    """A small level, moves, and what comes of them."""

    section: str
    id: str
    title: str
    text: str
    moves: str
    wins: bool
    map: str
    after: str

    @property
    def picture(self) -> str:
        """Return the name of its file."""
        return f"{self.id}.gif"

    @property
    def level(self) -> Level:
        """Return the level."""
        return Level.parse(self.map)

    def list_scenes(self) -> list[Scene]:
        """Return the scenes of the play, the start twice as long as the others."""
        states = [self.level.start()]
        for move in self.moves:
            states.append(states[-1].step(move))
        return [states[0].scene(), *(state.scene() for state in states)]


def read_content() -> dict[str, Any]:
    """Return the whole file: the opening, the sections, the examples and the closing."""
    return tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))


def read_examples() -> list[Example]:
    """Return all examples, in the order of the page."""
    return [Example(**table) for table in read_content()["example"]]


def write_page() -> str:
    """Return the text of the page."""
    content, examples = read_content(), read_examples()
    parts = [content["opening"], write_alphabet(list_letters())]
    for key, section in content["section"].items():
        parts.append(f"\n## {section['title']}\n\n{wrap(section['text'])}\n")
        parts += [write_example(each) for each in examples if each.section == key]
    return "".join([*parts, content["closing"]])


def wrap(text: str) -> str:
    """Return a paragraph in lines of the usual width."""
    return textwrap.fill(text, WIDEST, break_long_words=False, break_on_hyphens=False)


def write_alphabet(letters: list[Letter]) -> str:
    """Return the tables of the alphabet."""
    lines = ["| noun | thing | word |", "|---|---|---|"]
    lines += [
        f"| {noun} | `{THING_CHARACTERS[noun]}` | `{WORD_CHARACTERS[noun]}` |" for noun in NOUNS
    ]
    lines += ["", "| character | | meaning |", "|---|---|---|"]
    lines += [
        f"| `{letter.character}` | {letter.name} | {letter.meaning} |"
        for letter in letters
        if letter.kind in ("is", "property", "border", "empty")
    ]
    return "\n".join(lines) + "\n"


def write_example(example: Example) -> str:
    """Return the section of an example."""
    words = f"{example.title}: a play of {pluralize(len(example.moves), 'move')}"
    return (
        f"\n### {example.title}\n\n{wrap(example.text)}\n\n"
        f"![{words}](pictures/dialect/{example.picture})\n\n"
        f'```console\n$ babalab play "{example.level.line}"\n```\n'
    )


def make_alphabet_scene() -> Scene:
    """Return a scene with all things, and their words and all others below."""
    words = [*WORD_CHARACTERS.values()]
    nouns, others = words[: len(NOUNS)], words[len(NOUNS) :]
    rows = [[THING_CHARACTERS[noun] for noun in NOUNS], nouns, [*others, BORDER]]
    return Scene(
        tuple(
            tuple(() if each == EMPTY else (Piece(each, active=True),) for each in row)
            for row in rows
        )
    )


def draw(folder: Path) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    save_png(make_alphabet_scene(), folder / ALPHABET)
    for example in read_examples():
        save_gif(example.list_scenes(), folder / example.picture, milliseconds=MILLISECONDS)


def main() -> None:
    """Write the page and the pictures, and remove pictures of examples that are gone."""
    for old in PICTURES.glob("*"):
        old.unlink()
    draw(PICTURES)
    PAGE.write_text(write_page(), encoding="utf-8")
    sizes = [each.stat().st_size for each in PICTURES.iterdir()]
    print(f"{PAGE.name}: {len(sizes)} pictures, {sum(sizes):,} bytes, the largest {max(sizes):,}")


if __name__ == "__main__":
    main()

"""`babalab new-level`: a commented file to start a level of one's own from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated, Final

from babalab.base.errors import BabalabError
from babalab.base.visible import make_one_line
from babalab.cli.ui.arguments import Force
from babalab.cli.ui.console import err
from babalab.cli.ui.files import write_new_file
from babalab.cli.ui.options import argument
from babalab.cli.ui.text import Text
from babalab.game.alphabet import list_letters
from babalab.game.vocabulary import NOUNS, THING_CHARACTERS, WORD_CHARACTERS

DEFAULT_FILE: Final = Path("my-level.txt")
MAP: Final = (
    "_________",
    "_b......_",
    "_.....f._",
    "_..F.13._",
    "_......._",
    "_B12...._",
    "_________",
)
SOLUTION: Final = "ddrrurrr"


def new_level(
    file: Annotated[Path, argument("File to write, a text.", metavar="FILE")] = DEFAULT_FILE,
    force: Force = False,
) -> None:
    """Write a commented file with a small level to start your own from.

    Every command that takes a LEVEL takes the file: 'babalab play my-level.txt'.
    """
    if file.suffix.lower() not in ("", ".txt"):
        raise BabalabError(
            f"{file}: a starting file is text, such as {file.with_suffix('.txt')}; "
            "'babalab levels convert' makes other formats of it"
        )
    words = re.findall(r"[a-z0-9]+", file.stem.lower())
    if not words:
        raise BabalabError(f"{file}: name it with letters, as in {DEFAULT_FILE}")
    write_new_file(file, _fill_template(file, words), force=force)
    err.print(Text(f"wrote {file}; try it with"))
    for command in ("play", "solve", "levels lint"):
        err.print(Text(f"  babalab {command} {file}"))


def _fill_template(file: Path, words: list[str]) -> str:
    template = resources.files("babalab.levels") / "template.txt"
    text = template.read_text(encoding="utf-8")
    values = {
        "THIS_FILE": make_one_line(str(file)),
        "THIS_ID": "-".join(words),
        "THIS_NAME": " ".join(word.capitalize() for word in words),
        "# ALPHABET": "\n".join(f"# {line}".rstrip() for line in _write_alphabet()),
        "SOLUTION": SOLUTION,
        "MAP": "\n".join(MAP),
    }
    # In one go: a file may be called MAP.txt.
    return re.sub("|".join(values), lambda found: values[found[0]], text)


def _write_alphabet() -> list[str]:
    """Return the alphabet in lines of text."""
    nouns = [f"{THING_CHARACTERS[noun]} {WORD_CHARACTERS[noun]} {noun}" for noun in NOUNS]
    others = [each for each in list_letters() if each.kind in ("is", "property")]
    digits = [f"{each.character} {each.name}" for each in others]
    return [
        "The alphabet: each thing with its letter and that of its word; then the other words.",
        "'babalab levels alphabet' says what they do.",
        *(f"  {'   '.join(part.ljust(9) for part in nouns[at : at + 6])}" for at in (0, 6)),
        *(f"  {'   '.join(part.ljust(9) for part in digits[at : at + 6])}" for at in (0, 6)),
        "  _ border      . empty",
    ]

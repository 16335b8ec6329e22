"""`babalab games new`: a small complete game to start one's own from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

from babalab.base.errors import BabalabError
from babalab.base.sources import DESCRIPTION
from babalab.cli.ui.arguments import Force
from babalab.cli.ui.console import err
from babalab.cli.ui.files import write_new_file
from babalab.cli.ui.options import argument
from babalab.cli.ui.text import Text

DEFAULT_FILE = Path("my_game.py")


def new_game(
    file: Annotated[
        Path, argument("File to write: .py in Python, .txt in VGDL with a level.", metavar="FILE")
    ] = DEFAULT_FILE,
    force: Force = False,
) -> None:
    """Write a small commented game to start your own from; it has the name of the file.

    Examples: 'babalab games new my_game.txt', then 'babalab games play my_game.txt';
    'babalab games new my_game.py' for a game in Python.
    """
    if file.suffix == DESCRIPTION:
        _write_description(file, force=force)
    else:
        _write_program(file, force=force)
    err.print("try it with")
    err.print(Text(f"  babalab games play {file}"))
    err.print(Text(f"  babalab games run {file} --agents rhea"))


def _write_program(file: Path, *, force: bool) -> None:
    if file.suffix != ".py" or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", file.stem):
        raise BabalabError(
            f"{file}: name a Python file with lower case letters and underscores, as in my_game.py,"
            " or one for VGDL, as in my_game.txt"
        )
    class_name = "".join(part.capitalize() for part in file.stem.split("_"))
    template = (resources.files("babalab.games") / "template.txt").read_text(encoding="utf-8")
    names = {
        "my_game": file.stem,
        "my-game": file.stem.replace("_", "-"),
        "MyGame": class_name,
        "THIS_FILE": str(file),
    }
    for placeholder, name in names.items():
        template = template.replace(placeholder, name)
    write_new_file(file, template, force=force)
    err.print(Text(f"wrote {file}"))


def _write_description(file: Path, *, force: bool) -> None:
    is_level = re.search(r"_(lvl)?[0-9]+$", file.stem)
    if is_level or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", file.stem):
        raise BabalabError(
            f"{file}: name it with letters, as in my_game{DESCRIPTION}; "
            "what ends with _ and a number is a level"
        )
    ours = resources.files("babalab.games.vgdl")
    level = file.with_name(f"{file.stem}_lvl0{DESCRIPTION}")
    template = (ours / "template.txt").read_text(encoding="utf-8")
    first = (ours / "template_lvl0.txt").read_text(encoding="utf-8")
    write_new_file(level, first, force=force)
    write_new_file(file, template.replace("THIS_FILE", str(file)), force=force)
    err.print(Text(f"wrote {file} and its first level, {level}"))

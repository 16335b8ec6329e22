"""`babalab games new`: a small complete game to start one's own from."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from babalab.cli.console import err
from babalab.cli.new_agent import write_template
from babalab.game.errors import BabalabError

DEFAULT_FILE = Path("my_game.py")


def new_game(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to; its name becomes the game's.")
    ] = DEFAULT_FILE,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a small game that works, with comments, to make your own of.

    Example: 'babalab games new my_game.py', then 'babalab games play my_game.py'.
    """
    if file.suffix != ".py" or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", file.stem):
        raise BabalabError(
            f"{file}: name a Python file with lower case letters and underscores, as in my_game.py"
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
    write_template(file, template, force=force)
    err.print(f"wrote {file}; try it with")
    err.print(f"  babalab games play {file}")
    err.print(f"  babalab games run {file} --agent rhea")

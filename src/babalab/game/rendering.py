"""Pictures of levels, states and plays in files, whose suffix decides the format."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Final

from babalab.base.errors import BabalabError
from babalab.game.level import Level
from babalab.game.scene import Scene
from babalab.game.state import State

SUFFIXES: Final = (".png", ".svg", ".gif", ".txt")


def render(
    start: Level | State,
    path: str | PathLike[str],
    moves: str = "",
    *,
    scale: int = 2,
    milliseconds: int = 180,
) -> None:
    """Draw the state after these moves as .png, .svg or .txt, or the whole play as a .gif.

    `scale` is how many pixels wide a sprite's pixel gets, `milliseconds` how long a frame is shown.
    Raises `BabalabError` if the name ends otherwise, or if the file can't be written.

    >>> import tempfile
    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> picture = Path(tempfile.mkdtemp()) / "play.gif"
    >>> render(level, picture, "rrr")
    >>> picture.read_bytes()[:6]
    b'GIF89a'
    """
    file = Path(path)
    check_picture_name(file)
    states = (start.start() if isinstance(start, Level) else start).trace(moves)
    try:
        _write([state.scene() for state in states], file, scale, milliseconds)
    except OSError as error:
        raise BabalabError(f"{file}: can't be written: {error.strerror or error}") from error


def check_picture_name(path: Path) -> None:
    """Raise `BabalabError` unless the suffix is that of a format we can draw."""
    if path.suffix.lower() not in SUFFIXES:
        raise BabalabError(f"{path}: the name must end in .png, .svg, .gif or .txt")


def _write(scenes: list[Scene], file: Path, scale: int, milliseconds: int) -> None:
    from babalab.game.drawing import draw_svg, draw_text, save_gif, save_png

    match file.suffix.lower():
        case ".gif":
            save_gif(scenes, file, scale, milliseconds=milliseconds)
        case ".png":
            save_png(scenes[-1], file, scale)
        case ".svg":
            file.write_text(draw_svg(scenes[-1], scale), encoding="utf-8")
        case _:
            file.write_text(f"{draw_text(scenes[-1], colour=False)}\n", encoding="utf-8")

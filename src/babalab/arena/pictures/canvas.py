"""The canvas of all pictures: file formats, style and colours.

Matplotlib is imported when the first picture is drawn, and is not needed before. The same data give
the same file, byte for byte, with the same Matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babalab.arena.pictures.errors import PictureError
from babalab.base.errors import MissingExtraError
from babalab.base.visible import make_visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""The palette of Okabe and Ito, which can be told apart with any eyes; without its yellow."""
LINES = ("-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (3, 1)), (0, (1, 0.6)))
"""Styles of curves, which can be told apart in grey too."""
FAINT, INK = "#9AA0A6", "#202124"
DOTS_PER_INCH = 150
ENDINGS = (".png", ".svg")

_STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.edgecolor": FAINT,
    "axes.grid": False,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": DOTS_PER_INCH,
    "svg.fonttype": "path",
    "svg.hashsalt": "babalab",
    "text.usetex": False,
}


def check_picture(path: Path | str) -> None:
    """Raise unless a picture can be written there: better before the work than after it.

    `PictureError` says what is wrong with the path, `MissingExtraError` that Matplotlib is missing.
    """
    path = Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise PictureError(f"{path}: a picture is a file with the ending .png or .svg")
    if not path.absolute().parent.is_dir():
        raise PictureError(f"{path}: there is no folder {path.parent}")
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("a picture", "report") from error


@contextmanager
def canvas(path: Path | str, width: float, height: float) -> Iterator[Figure]:
    """Provide a figure of so many inches to draw on; it is written when all went well."""
    check_picture(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    kind = Path(path).suffix.lower()[1:]
    with rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        # The date would make every file a new one.
        figure.savefig(path, format=kind, metadata={"Date": None} if kind == "svg" else None)


def tidy(axes: Axes, *, grid: str = "y") -> None:
    """Take away lines that say nothing, and put faint ones where values are read off."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, axis=grid, linewidth=0.5, color=FAINT, alpha=0.5)  # type: ignore[arg-type]
    axes.set_axisbelow(True)


def plain(text: str) -> str:
    """Return text that Matplotlib shows as it is: between dollars it would read a formula."""
    return make_visible(text).replace("$", r"\$")

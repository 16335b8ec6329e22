"""Example maps, the best that each algorithm found: a page, a sheet, or a folder of pictures."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem, make_problem
from babalab.generation.study.generating import GenerationRecord
from babalab.levels.errors import FileError
from babalab.papers.map_generation.cell import FigureCell

if TYPE_CHECKING:
    from PIL.Image import Image

PAGE, SHEET = ".html", ".png"

_STYLE = """\
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem 1.5rem 4rem;
  font: 16px/1.45 system-ui, sans-serif; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: .6rem; border: 1px solid #8884; border-radius: 8px; }
figure.reached { border-top: 5px solid #2f8f5b; }
figure.missed { border-top: 5px solid #c8423f; }
img { display: block; width: 100%; height: auto; image-rendering: pixelated; }
figcaption { margin-top: .4rem; font-size: .85rem; }
"""


class Example(NamedTuple):
    """The best map of a cell."""

    cell: FigureCell
    problem: Problem
    record: GenerationRecord

    @property
    def name(self) -> str:
        """Return a name for a file."""
        method = self.cell.method
        kind = f"{method.problem}-{method.variant}-{method.representation}"
        return "".join(each if each.isalnum() or each in "-_" else "_" for each in kind)

    @property
    def words(self) -> str:
        """Return in words whether it reaches the goal."""
        return "reaches the goal" if self.record.reached else "misses the goal"

    @property
    def caption(self) -> str:
        """Return the lines to write below its picture."""
        method = self.cell.method
        return f"{method.label}\n{method.problem_name}: {self.words}"

    def picture(self) -> Image:
        """Draw the map."""
        return self.problem.draw(self.problem.parse(self.record.map))


def check_examples(path: Path) -> None:
    """Raise `GenerationError` unless examples can be written there, as far as we know."""
    if path.suffix.lower() not in (PAGE, SHEET, ""):
        raise GenerationError(
            f"{path}: examples are a page (.html), a sheet (.png), or a folder (no ending)"
        )
    if not path.absolute().parent.is_dir():
        raise GenerationError(f"{path}: there is no folder {path.parent}")
    if path.suffix and path.is_dir():
        raise GenerationError(f"{path}: it is a folder; name a file in it")
    if not path.suffix and path.is_file():
        raise GenerationError(f"{path}: it is a file; name a folder, or a .html or .png")


def write_examples(path: Path, cells: Sequence[FigureCell], title: str) -> int:
    """Write the best map of every cell, and return how many there are.

    Raises `GenerationError` for a name that says nothing, or if there is no map.
    """
    check_examples(path)
    shown = list(_find_examples(cells))
    if not shown:
        raise GenerationError("there are no maps to show; no search has found one")
    try:
        if path.suffix.lower() == PAGE:
            path.write_text(make_page(shown, title), encoding="utf-8")
        elif path.suffix.lower() == SHEET:
            draw_examples(shown).save(path)
        else:
            path.mkdir(exist_ok=True)
            for each in shown:
                each.picture().save(path / f"{each.name}.png")
                (path / f"{each.name}.txt").write_text(f"{each.record.map}\n", encoding="utf-8")
            (path / "index.html").write_text(make_page(shown, title), encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path}: can't be written: {error.strerror or error}") from error
    return len(shown)


def _find_examples(cells: Sequence[FigureCell]) -> Iterator[Example]:
    for cell in cells:
        best = cell.best
        if best is not None:
            yield Example(cell, make_problem(cell.method.sources[0]), best)


def make_page(shown: Sequence[Example], title: str) -> str:
    """Return a self-contained page with all maps, as in the paper's Figures 4 to 6."""
    problems = dict.fromkeys(each.cell.method.problem for each in shown)
    sections = "\n".join(
        f"<section>\n<h2>{escape(problem)}</h2>\n"
        '<div class="maps">\n'
        + "".join(_format_figure(each) for each in shown if each.cell.method.problem == problem)
        + "</div>\n</section>"
        for problem in problems
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>The best map that each algorithm found.</p>\n"
        f"{sections}\n</body>\n</html>\n"
    )


def _format_figure(example: Example) -> str:
    data = io.BytesIO()
    example.picture().save(data, "PNG")
    method, record = example.cell.method, example.record
    source = f"data:image/png;base64,{b64encode(data.getvalue()).decode()}"
    label = f"{method.problem_name}, {method.label}"
    statistics = ", ".join(f"{name} {value:g}" for name, value in record.statistics.items())
    words = f"{example.words}; fitness {record.fitness:g}; {statistics}; seed {record.seed}"
    return (
        f'<figure class="{"reached" if record.reached else "missed"}">\n'
        f'<img src="{source}" alt="{escape(f"Map of {label}: {example.words}")}">\n'
        f"<figcaption><strong>{escape(method.label)}</strong><br>{escape(words)}</figcaption>\n"
        "</figure>\n"
    )


def draw_examples(shown: Sequence[Example]) -> Image:
    """Draw all maps in one picture."""
    from babalab.generation.problems.drawing import draw_sheet

    return draw_sheet([each.picture() for each in shown], [each.caption for each in shown])
